import Foundation

/// Runs what waits on a thread of its own: there are as few threads for tasks as there are cores, and a server in the same
/// process needs them to answer.
package func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
