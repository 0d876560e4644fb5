import FirestoreWire
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Bounds the memory that the bodies of all requests take together.
final class BodyBudget: Sendable {
    /// How long one body may be.
    static let maximumSize = 10 << 20
    /// What all bodies may take at one time. Reading one takes several times its size.
    private static let total = 128 << 20

    private let used = NIOLockedValueBox(0)

    /// Reads a body and calls `handle` with it.
    /// - Throws: ``Status``: INVALID_ARGUMENT for a body that is too large, RESOURCE_EXHAUSTED where there are too many.
    func withBody<T>(of request: Request, _ handle: (ByteBuffer) async throws -> T) async throws -> T {
        let declared = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard declared <= Self.maximumSize else { throw Self.tooLarge }
        var buffer = ByteBuffer()
        var reserved = 0
        defer { used.withLockedValue { $0 -= reserved } }
        do {
            for try await var chunk in request.body {
                let count = chunk.readableBytes
                guard buffer.readableBytes + count <= Self.maximumSize else { throw Self.tooLarge }
                guard reserve(count) else {
                    throw Status(.resourceExhausted, "The server is busy; try again.", retryDelay: .seconds(1))
                }
                reserved += count
                buffer.writeBuffer(&chunk)
            }
        } catch let status as Status {
            throw status
        } catch {
            throw Status(.invalidArgument, "The body of the request cannot be read.")
        }
        return try await handle(buffer)
    }

    private func reserve(_ count: Int) -> Bool {
        used.withLockedValue { used in
            guard used + count <= Self.total else { return false }
            used += count
            return true
        }
    }

    private static var tooLarge: Status {
        Status(.invalidArgument, "Request payload size exceeds the limit: \(maximumSize) bytes.")
    }
}
