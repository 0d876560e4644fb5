import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers `Expect: 100-continue` (RFC 9110, 10.1.1). A client that sends this header withholds its body until then.
/// `curl` waits a second with each larger body.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Requests whose head has arrived and whose response has not ended.
    private var requests = 0
    /// Whether the last of them is waiting.
    private var isAwaited = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            requests += 1
            let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
            // A body that is too large is refused before it is sent.
            isAwaited =
                head.headerFields[.expect]?.lowercased() == "100-continue" && length <= BodyBudget.maximumSize
            if requests == 1 { answer(context) }
        case .body, .end: isAwaited = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        // The response itself is enough.
        if case .head = part, requests == 1 { isAwaited = false }
        context.write(data, promise: promise)
        guard case .end = part else { return }
        requests -= 1
        // Responses are sent in order.
        if requests == 1 { answer(context) }
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard isAwaited else { return }
        isAwaited = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}
