import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection that closes itself when nobody is left who would handle it.
///
/// A server that ends lets go of the connections that it has just accepted, and NIO ends the whole process where an
/// open ``NIOAsyncChannel`` is let go.
final class AcceptedConnection: ServerChildChannelValue {
    fileprivate let http: HTTP1Channel.Value
    var channel: any Channel { http.channel }

    fileprivate init(_ http: HTTP1Channel.Value) { self.http = http }

    deinit {
        // Does nothing where the connection was handled. The task holds what must not be let go before it is finished.
        Task { [http] in try? await http.executeThenClose { _, _ in } }
    }

    /// HTTP/1.1 on such connections.
    struct Setup: ServerChildChannel {
        private let base: HTTP1Channel

        init(responder: @escaping HTTP1Channel.Responder, configuration: HTTP1Channel.Configuration) {
            base = HTTP1Channel(responder: responder, configuration: configuration)
        }

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
            base.setup(channel: channel, logger: logger).map { AcceptedConnection($0) }
        }

        func handle(value: AcceptedConnection, logger: Logger) async {
            await base.handle(value: value.http, logger: logger)
        }
    }
}
