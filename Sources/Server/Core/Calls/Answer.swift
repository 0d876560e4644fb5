import FirestoreWire
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// The answer of a call: JSON without a final line break, on which Google's own Python parser would fail.
enum Answer {
    /// A short answer, too small to be counted.
    case message([UInt8])
    case spool(Spool)

    /// The maximum length of a message: a connection takes that much at once.
    static let messageSize = 32 << 10

    init(_ message: some WireCodable) { self = .message(message.json) }

    /// The response with this answer, to a connection of `eventLoop`.
    func response(on eventLoop: any EventLoop) -> Response {
        switch self {
        case .message(let bytes): Response(.ok, json: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .spool(let spool): Response(.ok, json: spool.body(on: eventLoop))
        }
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
