import FirestoreWire
import Hummingbird
import NIOCore

/// Reads the bodies of requests, and bounds the memory that they take together.
struct BodyBudget: Sendable {
    /// How long one body may be.
    static let maximumSize = 10 << 20

    private let budget: Budget

    /// Bodies within `budget`.
    init(_ budget: Budget) { self.budget = budget }

    /// Reads a body and calls `handle` with it.
    /// - Throws: ``Status``: INVALID_ARGUMENT for a body that is too large, RESOURCE_EXHAUSTED or UNAVAILABLE where
    ///   there are too many of the user, or of all.
    func withBody<T>(
        of request: Request, for user: String, _ handle: (ByteBuffer) async throws -> T
    ) async throws -> T {
        let declared = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard declared <= Self.maximumSize else { throw Self.tooLarge }
        var buffer = ByteBuffer()
        var reserved = 0
        defer { budget.giveBack(reserved, of: user) }
        do {
            for try await var chunk in request.body {
                let count = chunk.readableBytes
                guard buffer.readableBytes + count <= Self.maximumSize else { throw Self.tooLarge }
                try budget.take(count, for: user)
                reserved += count
                buffer.writeBuffer(&chunk)
            }
        } catch let status as Status {
            throw status
        } catch let refusal as Budget.Refusal {
            throw Status(refusal, "bytes of requests")
        } catch {
            throw Status(.invalidArgument, "The body of the request cannot be read.")
        }
        return try await handle(buffer)
    }

    private static var tooLarge: Status {
        Status(.invalidArgument, "Request payload size exceeds the limit: \(maximumSize) bytes.")
    }
}
