/// One run of the engine: head, pull, push; again where another device was faster.
struct SyncRun {
    let store: SyncStore
    let remote: any RemoteStore
    let limits: Limits
    /// What is kept.
    var state: SyncState
    var report = SyncReport()
    /// Records that the remote refused in this run, and why.
    var suspects: [RecordKey: Suspect] = [:]
    /// The kinds of which it took at least one.
    var acceptedKinds: Set<RecordKind> = []
    /// Records that were sent before their turn, to see whether the remote takes any of their kind.
    var samples: Set<RecordKey> = []

    /// A record that alone is refused.
    struct Suspect {
        let pending: PendingRecord
        let status: String
    }

    init(_ store: SyncStore, _ remote: any RemoteStore, limits: Limits) {
        (self.store, self.remote, self.limits, state) = (store, remote, limits, store.syncState())
    }

    mutating func perform() async throws -> SyncReport {
        for attempt in 1... {
            try Task.checkCancellation()
            do {
                let head = try await readHead()
                let followed = try await follow(head)
                let newHead = try await push(onto: followed)
                try await collect(onto: newHead)
                return report
            } catch let failure as RemoteFailure where failure.asksForHead {
                guard attempt < limits.attempts else {
                    throw failure.kind == .lostRace ? SyncError.tooBusy : failure as any Error
                }
            }
        }
        return report
    }

    mutating func readHead() async throws -> RemoteHead? {
        report.requests += 1
        report.documentsRead += 1
        let document = try await remote.head()
        let head = document.flatMap(RemoteHead.init)
        if document != nil, head == nil { throw SyncError.foreignSpace }
        if let offset = remote.clockOffset { try store.correctClock(by: offset) }
        return head
    }

    /// The remote's time, in milliseconds since 1970; nil where it has not said.
    var remoteNow: Int64? { remote.clockOffset.map { store.surroundings.now() + $0 } }

    /// Keeps a state, unless it is kept already.
    mutating func keep(_ next: SyncState) throws {
        guard next != state else { return }
        try store.save(next)
        state = next
    }
}

/// How much is done at a time.
public struct Limits: Sendable {
    /// How often a run starts over because another device was faster.
    var attempts = 8
    /// Documents in a page that is pulled.
    public var page = 1000
    /// Documents in a commit.
    public var batch = 400
    /// Bytes of documents in a commit.
    var batchBytes = 3_500_000
    /// Bytes of one document.
    var documentBytes = 1_000_000
    /// How many days a deletion is kept for devices that were away.
    var deletionDays: Int64 = 180

    /// The usual ones.
    public init() {}
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
    /// Documents that the remote had to read.
    public var documentsRead = 0
    /// Documents that the remote had to write.
    public var documentsWritten = 0
    /// Requests that were sent.
    public var requests = 0
    /// Whether everything was read again.
    public var isResync = false
    /// Whether the space is kept by a newer version of this program.
    public var needsUpdate = false
}

/// Why a run gave up, though the remote answers.
public enum SyncError: Error, Hashable, Sendable {
    /// Others were faster, each time.
    case tooBusy
    /// The remote refuses everything alike, so that it is not the records that are wrong.
    case refusesAll(status: String)
    /// What stands where the head should be is not one.
    case foreignSpace
}
