import FirestoreWire
import GzipCoding
import Hummingbird
import NIOCore

/// Reads the bodies of requests, and limits the memory that they take in total.
struct BodyBudget: Sendable {
    /// The maximum size of a body.
    static let maximumSize = 10 << 20

    private let budget: Budget

    /// Bodies within `budget`.
    init(_ budget: Budget) { self.budget = budget }

    /// Reads a body and calls `handle` with it.
    /// - Throws: ``Status``: INVALID_ARGUMENT for a body that is too large, RESOURCE_EXHAUSTED if the user has too
    ///   many, or UNAVAILABLE if all users together have too many.
    func withBody<T>(
        of request: Request, for user: String, _ handle: (ReceivedBody) async throws -> T
    ) async throws -> T {
        let declared = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard declared <= Self.maximumSize else { throw Self.tooLarge }
        let isCompressed = try Self.isCompressed(request)
        var buffer = ByteBuffer()
        var (reserved, expandedSize) = (0, 0)
        defer { budget.giveBack(reserved, of: user) }
        do {
            for try await var chunk in request.body {
                let count = chunk.readableBytes
                guard buffer.readableBytes + count <= Self.maximumSize else { throw Self.tooLarge }
                try budget.take(count, for: user)
                reserved += count
                buffer.writeBuffer(&chunk)
            }
            if isCompressed {
                // The expanded size is counted in advance, and expanding stops there.
                expandedSize = Gzip.claimedSize(of: Array(buffer.readableBytesView.suffix(4)))
                guard expandedSize <= Self.maximumSize else { throw Self.tooLarge }
                try budget.take(expandedSize, for: user)
                reserved += expandedSize
            }
        } catch let status as Status {
            throw status
        } catch let refusal as Budget.Refusal {
            throw Status(refusal, "bytes of requests")
        } catch {
            throw Self.unreadable
        }
        return try await handle(ReceivedBody(bytes: buffer, expandedSize: isCompressed ? expandedSize : nil))
    }

    private static func isCompressed(_ request: Request) throws(Status) -> Bool {
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "", "identity": return false
        case "gzip", "x-gzip": return true
        default:
            throw Status(.invalidArgument, "The body of the request must have no Content-Encoding, or that of gzip.")
        }
    }

    fileprivate static var unreadable: Status {
        Status(.invalidArgument, "The body of the request cannot be read.")
    }

    private static var tooLarge: Status {
        Status(.invalidArgument, "Request payload size exceeds the limit: \(maximumSize) bytes.")
    }
}

/// A request's body as received.
struct ReceivedBody: Sendable {
    fileprivate let bytes: ByteBuffer
    /// The expanded size that it claims; nil if it is not compressed.
    fileprivate let expandedSize: Int?

    /// The maximum number of bytes to process when reading it.
    var size: Int { max(bytes.readableBytes, expandedSize ?? 0) }

    /// The content, expanded if it is compressed.
    /// - Throws: ``Status`` INVALID_ARGUMENT if it does not expand to the claimed size.
    func contents() throws(Status) -> ByteBuffer {
        guard let expandedSize else { return bytes }
        do {
            return ByteBuffer(bytes: try Gzip.expand(Array(bytes.readableBytesView), limit: expandedSize))
        } catch {
            throw BodyBudget.unreadable
        }
    }
}
