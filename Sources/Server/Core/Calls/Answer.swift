import FirestoreWire
import GzipCoding
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// The answer of a call: JSON without a final line break, which Google's own Python parser would reject.
enum Answer: Sendable {
    /// A short answer, too small to be counted.
    case message([UInt8])
    case spool(Spool)
    /// One of the above in gzip.
    indirect case gzip(Answer)

    /// The maximum length of a message: the amount that a connection accepts at once.
    static let messageSize = 32 << 10

    /// Shorter answers are not compressed: most fit into one packet anyway.
    static let worthCompressing = 1 << 10

    init(_ message: some WireCodable) { self = .message(message.json) }

    /// Its length in bytes.
    var count: Int {
        switch self {
        case .message(let bytes): bytes.count
        case .spool(let spool): spool.count
        case .gzip(let answer): answer.count
        }
    }

    /// The same in gzip; nil if that is not shorter, or if there is no room for it.
    func compressed() -> Answer? {
        switch self {
        case .message(let bytes):
            guard let compressed = Gzip.compress(bytes, level: 1), compressed.count < bytes.count else { return nil }
            return .gzip(.message(compressed))
        case .spool(let spool): return spool.compressed().map { .gzip(.spool($0)) }
        case .gzip: return nil
        }
    }

    /// The response with this answer, to a connection of `eventLoop`.
    func response(on eventLoop: any EventLoop) -> Response {
        var response: Response
        switch self {
        case .message(let bytes): response = Response(.ok, json: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .spool(let spool): response = Response(.ok, json: spool.body(on: eventLoop))
        case .gzip(let answer):
            response = answer.response(on: eventLoop)
            response.headers[.contentEncoding] = "gzip"
        }
        response.headers[.vary] = "Accept-Encoding"
        return response
    }
}

extension Response {
    /// A response whose body is JSON.
    init(_ status: HTTPResponse.Status, json body: ResponseBody) {
        self.init(status: status, headers: [.contentType: "application/json; charset=UTF-8"], body: body)
    }

    /// The response for an error. It is an object even in place of an array, as in the emulator.
    init(_ error: Status) {
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: ErrorBody(error).json))
        self.init(HTTPResponse.Status(code: error.code.httpStatus), json: body)
        guard let delay = error.retryDelay else { return }
        headers[.retryAfter] = String(max(delay.components.seconds, 1))
    }
}
