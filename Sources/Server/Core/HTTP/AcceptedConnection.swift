import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection that closes itself if it is not handled.
///
/// A server that stops drops connections that it has just accepted, and NIO aborts the process when an open
/// ``NIOAsyncChannel`` is deallocated.
final class AcceptedConnection: ServerChildChannelValue {
    fileprivate let http: HTTP1Channel.Value
    var channel: any Channel { http.channel }

    fileprivate init(_ http: HTTP1Channel.Value) { self.http = http }

    deinit {
        // Does nothing if the connection was handled. The task retains the connection, which must be finished before it
        // is deallocated.
        Task { [http] in try? await http.executeThenClose { _, _ in } }
    }

    /// Sets up HTTP/1.1 on such connections.
    struct Setup: ServerChildChannel {
        private let base: HTTP1Channel

        init(responder: @escaping HTTP1Channel.Responder, configuration: HTTP1Channel.Configuration) {
            base = HTTP1Channel(responder: responder, configuration: configuration)
        }

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
            // Before HTTP/1.1 is parsed, after TLS.
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(HTTP2Refusal()) }
                .flatMap { base.setup(channel: channel, logger: logger) }.map { AcceptedConnection($0) }
        }

        func handle(value: AcceptedConnection, logger: Logger) async {
            await base.handle(value: value.http, logger: logger)
        }
    }
}
