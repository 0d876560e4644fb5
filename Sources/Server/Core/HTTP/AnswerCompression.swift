import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOHTTPTypes

/// Compresses answers for clients that ask for it (`Accept-Encoding`). JSON of documents becomes a twentieth, which a slow line
/// notices more than the processor.
enum AnswerCompression {
    /// Less is not worth it: a packet is sent either way.
    private static let smallestLength = 1400

    /// The handler of a connection. It compresses piece by piece as the answer is sent, so that it holds no whole one.
    static func handler() -> HTTPResponseCompressor {
        HTTPResponseCompressor { head, isPossible in
            let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
            guard length >= smallestLength else { return .doNotCompress }
            head.headers.add(name: "Vary", value: "Accept-Encoding")
            // The head is sent before the body, with a length that is no longer true.
            if isPossible { head.headers.remove(name: "Content-Length") }
            return .compressIfPossible
        }
    }
}

extension ChannelHandlerContext {
    /// Writes what is no answer to a request that was read: an interim head, or that of a refusal to read one. The compressor
    /// takes each head that it sees for the answer to the next request that it has seen, and ends the process if there is none.
    func writePastCompression(_ head: HTTPResponse, body: ByteBuffer? = nil, promise: EventLoopPromise<Void>? = nil) {
        guard let below = try? pipeline.syncOperations.context(handlerType: HTTPResponseCompressor.self) else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        var headers = HTTPHeaders()
        for field in head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
        let status = HTTPResponseStatus(statusCode: head.status.code, reasonPhrase: head.status.reasonPhrase)
        let part = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
        below.write(NIOAny(part), promise: body == nil ? promise : nil)
        if let body { below.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(body))), promise: promise) }
    }
}
