import Foundation

/// Threads for ``LargeWork``, as many as there is work at the same time.
///
/// Dispatch has none whose priority can be lowered: on Linux a thread may lower its own, but nobody may raise it again. So
/// a thread that has given way ends with its job.
///
/// Unchecked: the lock protects the fields.
final class WorkThreads: @unchecked Sendable {
    static let shared = WorkThreads()

    /// By how much a thread that gives way is nicer than others. It gets a third of the time that another gets where both
    /// want it, and never delays one that has waited.
    private static let niceness: Int32 = 5
    /// How long a thread waits for work.
    private static let patience: TimeInterval = 10

    private let lock = NSCondition()
    private var jobs: [@Sendable () -> Void] = []
    private var idle = 0

    /// Runs `job` on a thread, at once.
    func run(_ job: @escaping @Sendable () -> Void) {
        lock.lock()
        jobs.append(job)
        let isEnough = jobs.count <= idle
        if isEnough { lock.signal() }
        lock.unlock()
        if !isEnough { Thread.detachNewThread { self.work() } }
    }

    /// Lowers the priority of the calling thread, which must be one of these, until its job has ended.
    static func giveWay() {
        #if os(Linux)
            let usual = usualPriority
            if getpriority(ofThread, 0) == usual { setpriority(ofThread, 0, usual + niceness) }
        #endif
    }

    private static var hasGivenWay: Bool {
        #if os(Linux)
            getpriority(ofThread, 0) != usualPriority
        #else
            false
        #endif
    }

    #if os(Linux)
        /// The priority of the process: that of its first thread.
        private static let usualPriority = getpriority(ofThread, id_t(getpid()))
        /// On Linux `PRIO_PROCESS` means a thread; 0 is the calling one.
        #if canImport(Glibc)
            private static let ofThread = __priority_which_t(PRIO_PROCESS.rawValue)
        #else
            private static let ofThread = PRIO_PROCESS
        #endif
    #endif

    private func work() {
        while let job = next() {
            job()
            if Self.hasGivenWay { return }
        }
    }

    /// The next job; nil if none comes for a while.
    private func next() -> (@Sendable () -> Void)? {
        lock.lock()
        defer { lock.unlock() }
        idle += 1
        defer { idle -= 1 }
        let end = Date(timeIntervalSinceNow: Self.patience)
        while jobs.isEmpty {
            guard lock.wait(until: end) else { break }
        }
        return jobs.isEmpty ? nil : jobs.removeFirst()
    }
}
