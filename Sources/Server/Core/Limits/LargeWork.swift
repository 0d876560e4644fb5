import Dispatch

/// Threads of their own for what takes the processor for milliseconds and more: reading large bodies, writing large
/// answers. On the threads that Swift's tasks share, as many as there are processors, two of them would hold up all
/// other requests.
final class LargeWork: TaskExecutor {
    static let shared = LargeWork()

    private let queue = DispatchQueue(label: "large work", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body` there, as far as it is asynchronous code without an executor of its own.
    static func run<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        // What is older has no preferences of executors, and is nowhere a server that strangers reach.
        guard #available(macOS 15, iOS 18, *) else { return try await body() }
        return try await withTaskExecutorPreference(shared) { try await body() }
    }
}
