import FirestoreWire
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Gives Hummingbird's answer to a request that cannot be parsed the same body as our errors. Such a request may have a
/// head that is too large.
final class UnreadableHead: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // No answer of our own closes the connection.
        guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.connection] == "close", head.headerFields[.contentLength] == "0"
        else { return context.write(data, promise: promise) }
        let error = Status(.invalidArgument, "The request cannot be read: its head is malformed or too large.")
        let body = ErrorBody(error).json
        head.headerFields[.contentType] = "application/json; charset=UTF-8"
        head.headerFields[.contentLength] = String(body.count)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: promise)
    }
}
