import Basics
import JSON

/// What a client is told of when it changes, whoever changes it.
final class Subscriptions: Sendable {
    /// How many resources a client watches at once.
    static let most = 16

    /// A resource that is watched, and the request that asked for it; nil in revisions with a handshake.
    struct Key: Hashable {
        let listener: JSONValue?
        let address: String
    }

    private let tasks = Locked<[Key: Task<Void, Never>]>([:])

    /// How many more can be watched.
    var left: Int { tasks.withLock { max(0, Self.most - $0.count) } }

    /// Watches something until it is given up.
    /// - Parameters:
    ///   - known: what the client may have read already.
    ///   - contents: what it has, at once and whenever it changes; nil while it is not there.
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
                    // The store is closed, or cannot be read: the next request says why.
                }
            }
            return true
        }
    }

    /// Gives up what matches.
    func end(where isMeant: (Key) -> Bool) {
        tasks.withLock { tasks in
            for (key, task) in tasks where isMeant(key) {
                task.cancel()
                tasks[key] = nil
            }
        }
    }
}
