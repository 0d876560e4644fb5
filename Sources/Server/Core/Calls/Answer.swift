import FirestoreWire
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// What a call answers: JSON without a line break behind it, which Google's own Python parser would fail on.
enum Answer {
    /// A little, which is not worth counting.
    case message([UInt8])
    case spool(Spool)

    /// How long a message may be: a connection takes as much at once.
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

    /// The response of an error. In the place of an array it is an object too, as the emulator has it.
    init(_ error: Status) {
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: ErrorBody(error).json))
        self.init(HTTPResponse.Status(code: error.code.httpStatus), json: body)
        guard let delay = error.retryDelay else { return }
        headers[.retryAfter] = String(max(delay.components.seconds, 1))
    }
}
