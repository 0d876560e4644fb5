import Basics
public import TodoDomain

/// Brings this device and the remote together: docs/sync.md.
///
/// It may be stopped anywhere, by an error, a cancelled task or the end of the process; the next run goes on. Whoever
/// runs it sees to it that no two run at once on one store, which would be wasteful but not wrong.
public struct SyncEngine: Sendable {
    /// How much is done at a time.
    public struct Limits: Sendable, Hashable {
        /// How often a run starts over because another device was faster.
        public var attempts = 8
        /// Documents in a page that is pulled.
        public var page = 1000
        /// Documents in a commit. The remotes take 500.
        public var batch = 400
        /// Bytes of documents in a commit; the emulator takes 4 MiB of JSON.
        public var batchBytes = 3_500_000
        /// Bytes of one document.
        public var documentBytes = 1_000_000
        /// Whether the next page is asked for while one is being written. Off where the order of events must be the same
        /// in each run.
        public var overlaps = true
        /// How many days a deletion is kept for devices that were away.
        public var deletionDays: Int64 = 180

        /// How many days a conflict is kept for somebody to look after.
        public var conflictDays: Int64 = 90

        /// The usual ones.
        public init() {}
    }

    let store: any SyncStore
    let remote: any RemoteStore
    let environment: TodoEnvironment
    let limits: Limits
    let pause: @Sendable (Int) async throws -> Void

    /// An engine.
    /// - Parameter pause: waits before the attempt of the given number, so that devices that met do not meet again.
    public init(
        store: any SyncStore, remote: any RemoteStore, environment: TodoEnvironment, limits: Limits = Limits(),
        pause: @escaping @Sendable (Int) async throws -> Void = Self.randomPause
    ) {
        (self.store, self.remote, self.environment) = (store, remote, environment)
        (self.limits, self.pause) = (limits, pause)
    }

    /// Pulls what is new, and pushes what is.
    /// - Parameters:
    ///   - full: reads everything again.
    ///   - pushing: whether it pushes.
    ///   - progress: called after each step.
    /// - Throws: ``RemoteFailure``, ``SyncError``, or what the store throws. What was done until then stays.
    public func run(
        full: Bool = false, pushing: Bool = true, progress: @escaping @Sendable (SyncReport) -> Void = { _ in }
    ) async throws -> SyncReport {
        var run = try await SyncRun(self, state: store.syncState(), progress: progress)
        return try await run.perform(full: full, pushing: pushing)
    }

    /// Up to a second or two, by chance.
    public static let randomPause: @Sendable (Int) async throws -> Void = { attempt in
        try await Task.sleep(for: races.delay(after: attempt, asked: nil, chance: .random(in: -1...1)))
    }

    /// After a race that was lost: much of it is chance, as those who met would meet again.
    private static let races = RetryPolicy(
        initialDelay: .milliseconds(100), multiplier: 2, maximumDelay: .milliseconds(1600), jitter: 0.9)
}

/// What a run has done so far.
public struct SyncReport: Hashable, Sendable {
    /// Records that changed here.
    public var pulled = 0
    /// Records that were sent.
    public var pushed = 0
    /// Registers that were written here and elsewhere.
    public var conflicts = 0
    /// Records that the remote refused.
    public var refused = 0
    /// Documents that the remote had to read, as its owner is billed for them.
    public var documentsRead = 0
    /// Documents that the remote had to write.
    public var documentsWritten = 0
    /// Requests that were sent.
    public var requests = 0
    /// Why everything was read again; nil if it was not.
    public var resync: SyncState.ResyncReason?
    /// Whether the space is kept by a newer version of this program, which alone may write to it.
    public var needsUpdate = false

    /// Nothing yet.
    public init() {}
}

/// Why a run gave up, though the remote answers.
public enum SyncError: Error, Hashable, Sendable {
    /// Others were faster, each time.
    case tooBusy
    /// The remote refuses everything alike, so that it is not the records that are wrong.
    case refusesAll(status: String)
    /// What stands where the head should be is not one.
    case foreignSpace
    /// What the remote has of a record is not one that this program knows.
    case unreadable
}
