import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Ends a connection after the request that says `Connection: close`, once the rest of that request has been read.
///
/// Hummingbird stops reading as soon as it has answered such a request. A browser that is still sending a refused form would
/// then wait, and would not see the answer. So Hummingbird does not get to see the field.
package final class LastRequest: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// Requests whose head has arrived and whose response is not sent.
    private var requests = 0
    /// Whether the last of them has arrived in full.
    private var isRead = false
    /// Whether it is the last request of the connection.
    private var isLast = false

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            requests += 1
            isRead = false
            if head.headerFields[.connection]?.lowercased() == "close" {
                isLast = true
                head.headerFields[.connection] = nil
            }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body: context.fireChannelRead(data)
        case .end:
            isRead = true
            context.fireChannelRead(data)
            closeIfDone(context)
        }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            self.requests -= 1
            self.closeIfDone(context)
        }
        context.write(data, promise: sent)
    }

    private func closeIfDone(_ context: ChannelHandlerContext) {
        if isLast, isRead, requests == 0 { context.close(promise: nil) }
    }
}
