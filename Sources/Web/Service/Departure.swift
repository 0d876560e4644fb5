import Foundation
package import Hummingbird
package import NIOCore
package import NIOHTTPTypes

/// Notices that a browser has left, and cancels its request: nobody would read the answer, and others wait for the processor.
///
/// Nothing is read from a connection while a request of it is answered, but that its other side has closed is told at once.
package final class Departure: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart

    /// Cancels the request that is being answered; nil if none is.
    private var cancel: (@Sendable () -> Void)?
    private var isGone = false

    package init() {}

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        isGone = true
        cancel?()
        cancel = nil
    }

    /// Says what cancels the request that is being answered, which may be too late already; nil once it is answered.
    func set(_ cancel: (@Sendable () -> Void)?) {
        self.cancel = cancel
        if isGone { leave() }
    }
}

/// The context of one request.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The sender, for counting tries: an address, or the network of an IPv6 address, because a client has all of its addresses.
    package var client: String {
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard case .v6 = channel.remoteAddress else { return address }
        return Self.network(of: address)
    }

    /// The first 64 bits of an IPv6 address as it is written: `2001:db8::1`.
    package static func network(of address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// Runs `body` in a task that is cancelled as soon as the browser has closed the connection.
    package func whileConnected<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        let work = Task { try await body() }
        watch { work.cancel() }
        defer { watch(nil) }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// The connection has one request at a time, and does these in the order in which they are asked for.
    private func watch(_ cancel: (@Sendable () -> Void)?) {
        channel.eventLoop.execute { [channel] in
            try? channel.pipeline.syncOperations.handler(type: Departure.self).set(cancel)
        }
    }
}
