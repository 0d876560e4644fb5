import Basics
import JSON

/// The resources that a client watches. It is told of each change, including those by other programs.
final class Subscriptions: Sendable {
    /// How many resources a client watches at once.
    static let most = 16

    /// A watched resource, and the request that asked for it. Revisions with a handshake have no such request.
    struct Key: Hashable {
        let listener: JSONValue?
        let address: String
    }

    private let tasks = Locked<[Key: Task<Void, Never>]>([:])

    /// How many more can be watched.
    var left: Int { tasks.withLock { max(0, Self.most - $0.count) } }

    /// Watches a resource until the client no longer wants it.
    /// - Parameters:
    /// - known: the contents that the client may have read already.
    /// - contents: the contents now and after each change; nil while the resource does not exist.
    ///   - tell: tells the client.
    /// - Returns: whether there was room.
    func begin(
        _ key: Key, known: String?, _ contents: AsyncThrowingStream<String?, any Error>,
        _ tell: @escaping @Sendable () -> Void
    ) -> Bool {
        tasks.withLock { tasks in
            guard tasks[key] != nil || tasks.count < Self.most else { return false }
            tasks[key]?.cancel()
            tasks[key] = Task {
                var last = known
                do {
                    for try await content in contents where content != last {
                        last = content
                        if Task.isCancelled { return }
                        tell()
                    }
                } catch {
                    // The store is closed or cannot be read. The next request reports the reason.
                }
            }
            return true
        }
    }

    /// Stops watching the resources that match.
    func end(where isMeant: (Key) -> Bool) {
        tasks.withLock { tasks in
            for (key, task) in tasks where isMeant(key) {
                task.cancel()
                tasks[key] = nil
            }
        }
    }
}
