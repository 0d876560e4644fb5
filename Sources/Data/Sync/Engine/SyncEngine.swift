import Basics
public import TodoDomain

/// Synchronizes this device with the remote; see docs/sync.md.
///
/// A run may be interrupted anywhere, by an error, a cancelled task or the end of the process; the next run continues.
/// The caller makes sure that runs on one store do not overlap. Overlapping runs would waste work, but give correct
/// results.
package struct SyncEngine: Sendable {
    /// The limits of a run on sizes and times.
    package struct Limits: Sendable, Hashable {
        /// The maximum number of attempts while other devices are faster.
        package var attempts = 8
        /// Documents in a pulled page.
        package var page = 1000
        /// Documents in a commit. Remotes accept 500.
        package var batch = 400
        /// Bytes of documents in a commit. The emulator accepts 4 MiB of JSON.
        package var batchBytes = 3_500_000
        /// Bytes of one document.
        package var documentBytes = 1_000_000
        /// Whether the next page is requested while one is being written. Turn off for a reproducible order of events.
        package var overlaps = true
        /// How many days deletions are kept for devices that have been away.
        package var deletionDays: Int64 = 180

        /// How many days conflicts are kept for people to resolve.
        package var conflictDays: Int64 = 90

        /// The defaults.
        package init() {}
    }

    let store: any SyncStore
    let remote: any RemoteStore
    let environment: TodoEnvironment
    let limits: Limits
    /// The id of this person, as a member of the shared space that is synced; nil for the own space.
    let member: String?
    let pause: @Sendable (Int) async throws -> Void

    /// An engine for one space.
    /// - Parameters:
    ///   - member: the id of this person on the remote, if the space is a shared one; nil for the own space.
    ///   - pause: waits before the given attempt, so that devices that collided do not collide again.
    package init(
        store: any SyncStore, remote: any RemoteStore, environment: TodoEnvironment, limits: Limits = Limits(),
        member: String? = nil, pause: @escaping @Sendable (Int) async throws -> Void = Self.randomPause
    ) {
        self.store = store
        self.remote = remote
        self.environment = environment
        self.limits = limits
        self.member = member
        self.pause = pause
    }

    /// Pulls the remote's changes and pushes this device's changes.
    /// - Parameters:
    ///   - full: whether to read everything again.
    ///   - pushing: whether to push.
    ///   - progress: called after each step.
    ///   - polling: asks for the first head; nil asks the remote for the head of this space alone.
    ///   - preparing: work to do before any record changes, here or on the remote. It runs while the remote is asked for its
    ///     head. If it throws, the run ends.
    /// - Throws: ``RemoteFailure``, ``SyncError``, or the errors of the store. Everything done until then is kept.
    package func run(
        full: Bool = false, pushing: Bool = true, progress: @escaping @Sendable (SyncReport) -> Void = { _ in },
        polling: (@Sendable () async throws -> PolledHead)? = nil,
        preparing: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> SyncReport {
        var run = try await SyncRun(self, state: store.syncState(), progress: progress)
        run.poll = polling
        return try await run.perform(full: full, pushing: pushing, preparing: preparing)
    }

    /// The form of the documents of the space.
    var form: DocumentForm { member.map(DocumentForm.shared) ?? .own }

    /// The kinds of the records that the space may have, in the order in which they are sent and read.
    var kinds: [RecordKind] { member == nil ? RecordKind.inOrder : RecordKind.inOrder.filter(\.isShared) }

    /// The kinds that are read: in a shared space also what its members say about themselves.
    var pulledKinds: [RecordKind] { member == nil ? kinds : kinds + [.membership] }

    /// Whether only a newer version of this program may write to a space.
    func needsUpdate(for head: RemoteHead) -> Bool {
        head.schema > (member == nil ? RemoteHead.schema : RemoteHead.sharedSchema)
    }

    /// Whether this person may send edits to a space. Everybody may in the own space.
    func maySend(to head: RemoteHead?) -> Bool {
        guard let member else { return true }
        return head?.sharing?.letsEdit(member) ?? false
    }

    /// Whether this person may collect deletions. Otherwise any member could erase everything: devices that were away would
    /// drop the records as collected.
    func mayCollect(in head: RemoteHead) -> Bool { member.map { head.sharing?.members[$0] == .owner } ?? true }

    /// A random pause of up to a second or two.
    package static let randomPause: @Sendable (Int) async throws -> Void = { attempt in
        try await Task.sleep(for: races.delay(after: attempt, asked: nil, chance: .random(in: -1...1)))
    }

    /// The pauses after lost races. They are mostly random, so that the devices that collided do not collide again.
    private static let races = RetryPolicy(
        initialDelay: .milliseconds(100), multiplier: 2, maximumDelay: .milliseconds(1600), jitter: 0.9)
}

/// The results of a run so far.
public struct SyncReport: Hashable, Sendable {
    /// Records that changed here.
    public var pulled = 0
    /// Records that were sent.
    public var pushed = 0
    /// How many records there are to send, including those in ``pushed``; nil before the first is sent.
    public var toPush: Int?
    /// Whether the remote has not answered for some seconds. It is only set in the progress of
    /// `SyncEngine/run(full:pushing:progress:preparing:)` and its callers.
    public var isWaiting = false
    /// Registers that were written both here and elsewhere.
    public var conflicts = 0
    /// Records that the remote refused.
    public var refused = 0
    /// Documents that the remote read. Its owner is billed for them.
    public var documentsRead = 0
    /// Documents that the remote wrote.
    public var documentsWritten = 0
    /// Requests that were sent.
    public var requests = 0
    /// Why everything was read again; nil if it was not.
    public var resync: SyncState.ResyncReason?
    /// Whether a newer version of this program has taken over the space, so that this version may not write to it.
    public var needsUpdate = false
    /// The difference between the clocks of this device and the remote; nil if it is at most ten minutes or not known.
    public var clockDifference: ClockDifference?
    /// How the sharing of a shared space has ended; nil if it goes on.
    package var end: SpaceState?

    /// An empty report.
    public init() {}
}

/// The reason why a run gave up although the remote answers.
public enum SyncError: Error, Hashable, Sendable {
    /// Other devices were faster in every attempt.
    case tooBusy
    /// The remote refuses everything, so the records are not the cause.
    case refusesAll(status: String)
    /// The document in place of the head is not a head.
    case foreignSpace
    /// The remote's version of a record cannot be read by this program.
    case unreadable
}
