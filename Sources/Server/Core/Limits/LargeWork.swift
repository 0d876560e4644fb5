import Dispatch

/// Separate threads for work that takes milliseconds or more of processor time: reading large bodies, writing large
/// answers. Swift's shared pool has as many threads as there are processors, so a few such tasks would delay all other
/// requests.
final class LargeWork: TaskExecutor {
    static let shared = LargeWork()

    private let queue = DispatchQueue(label: "large work", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body` there, except for code with its own executor.
    static func run<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        // Older systems have no executor preferences, and do not run public servers.
        guard #available(macOS 15, iOS 18, *) else { return try await body() }
        return try await withTaskExecutorPreference(shared) { try await body() }
    }
}
