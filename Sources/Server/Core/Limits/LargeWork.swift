import Dispatch

/// Work of one user that takes milliseconds or more of processor time: large bodies, queries, large answers.
///
/// It has separate threads. Swift's shared pool has only as many as there are processors, so a few such tasks would
/// delay all other requests. The processor time is charged to the user (``ProcessorUse``). The work of a user who has
/// taken a lot pauses while others are served.
///
/// Unchecked: the job of a task runs on one thread at a time, and the fields belong to the running job.
package final class LargeWork: TaskExecutor, @unchecked Sendable {
    /// The work that the calling task is part of.
    @TaskLocal private static var current: LargeWork?

    /// The number of steps between two looks at the clock, and the processor time between two charges.
    private static let stepsBetweenLooks = 32
    private static let slice: Duration = .milliseconds(5)

    /// A separate queue for a separate thread. A concurrent queue would take one of the few threads that, on Linux,
    /// Swift's own tasks run on.
    private let queue = DispatchQueue(label: "large work")
    private let user: String
    private let processor: ProcessorUse
    private var meter: Meter?

    /// Charges the time that one thread takes for one job.
    private final class Meter {
        private let user: String
        private let processor: ProcessorUse
        /// The thread's time up to which the user is charged.
        private var charged = ProcessorUse.ofThread()
        private var steps = 0

        init(of user: String, _ processor: ProcessorUse) {
            self.user = user
            self.processor = processor
            processor.giveWay(user)
        }

        func step() {
            steps += 1
            if steps.isMultiple(of: stepsBetweenLooks), charge(atLeast: slice) { processor.giveWay(user) }
        }

        /// Charges the time that the thread has taken since the last charge; false if that is too little.
        @discardableResult
        func charge(atLeast least: Duration = .zero) -> Bool {
            let now = ProcessorUse.ofThread()
            guard now - charged >= least else { return false }
            processor.charge(now - charged, to: user)
            charged = now
            return true
        }
    }

    private init(of user: String, _ processor: ProcessorUse) {
        self.user = user
        self.processor = processor
    }

    /// Whether the caller is on such a thread.
    static var isCurrent: Bool { current != nil }

    /// Runs `body` there, except for code with its own executor.
    package static func run<T: Sendable>(
        of user: String, _ processor: ProcessorUse, _ body: () async throws -> T
    ) async rethrows -> T {
        // Older systems have no executor preferences, and do not run public servers.
        guard #available(macOS 15, iOS 18, *), !isCurrent else { return try await body() }
        let work = LargeWork(of: user, processor)
        return try await $current.withValue(work) {
            try await withTaskExecutorPreference(work) { try await body() }
        }
    }

    /// Called for each row or document of long work. It charges the work since the last call, and gives way if that is
    /// a lot.
    package static func step() { current?.meter?.step() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            let meter = Meter(of: user, processor)
            self.meter = meter
            job.runSynchronously(on: asUnownedTaskExecutor())
            // The next job of the task may have begun, with its own meter.
            meter.charge()
        }
    }
}
