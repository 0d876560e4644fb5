import Foundation
import TestSupport

/// Runs what waits on a thread of its own: there are as few threads for tasks as there are cores, and the server needs them.
func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

extension RunningSite {
    /// Sends what no client would send.
    /// - Returns: all that comes back until the connection ends.
    func raw(_ text: String) async throws -> String? {
        try await blocking { [authority] in
            let connection = try RawConnection(authority)
            connection.send(text)
            return connection.readToEnd()
        }
    }

    /// The same for one answer, as bytes.
    func rawAnswer(_ text: String) async throws -> [UInt8]? {
        try await blocking { [authority] in
            let connection = try RawConnection(authority)
            connection.send(text)
            return connection.readAnswer()
        }
    }
}
