package import NIOCore
package import NIOHTTPTypes

/// Ends a connection whose request does not arrive: a client that sends a byte now and then would hold a turn for ever.
///
/// Each period has to bring some bytes of the body, or its end. A large body over a slow line is fine.
package final class SlowBody: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart

    /// How many bytes have to arrive in each period.
    private static let pace = 16 << 10

    private let period: TimeAmount
    private var pending: Scheduled<Void>?
    private var arrived = 0

    /// - Parameter period: how long that many bytes may take.
    package init(period: Duration) { self.period = TimeAmount(period) }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: begin(context)
        case .body(let bytes):
            arrived += bytes.readableBytes
            if arrived >= Self.pace { begin(context) }
        case .end: end()
        }
        context.fireChannelRead(data)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func begin(_ context: ChannelHandlerContext) {
        end()
        let channel = context.channel
        pending = context.eventLoop.scheduleTask(in: period) { channel.close(promise: nil) }
    }

    private func end() {
        pending?.cancel()
        pending = nil
        arrived = 0
    }
}
