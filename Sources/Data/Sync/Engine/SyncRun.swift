import TodoDomain

/// One run of the engine: head, pull, push. It is repeated if another device was faster.
struct SyncRun {
    let engine: SyncEngine
    let progress: @Sendable (SyncReport) -> Void
    /// The stored state.
    var state: SyncState
    var report = SyncReport() {
        didSet { progress(report) }
    }
    /// Asks for the first head of the run; nil if the remote is asked for this head alone.
    var poll: (@Sendable () async throws -> PolledHead)?
    /// The head that the next commit builds on, once pushing has begun.
    var head: RemoteHead?
    /// The current number of documents in a page and in a commit.
    var (pageSize, batchSize): (ExchangeSize, ExchangeSize)
    /// The records to send.
    var selection = PendingSelection.all
    /// Records that the remote refused in this run, and why.
    var suspects: [RecordKey: Suspect] = [:]
    /// The kinds with at least one record that the remote has accepted.
    var acceptedKinds: Set<RecordKind> = []
    /// The kinds whose last commit was not among the documents, although the head names it.
    var doubted: Set<RecordKind> = []
    /// Records that were sent out of turn, to see whether the remote accepts any record of their kind.
    var samples: Set<RecordKey> = []

    /// A record that was refused on its own.
    struct Suspect {
        let pending: PendingRecord
        let status: String
    }

    var store: any SyncStore { engine.store }
    var remote: any RemoteStore { engine.remote }
    var limits: SyncEngine.Limits { engine.limits }

    init(_ engine: SyncEngine, state: SyncState, progress: @escaping @Sendable (SyncReport) -> Void) {
        self.engine = engine
        self.state = state
        self.progress = progress
        pageSize = ExchangeSize(upTo: engine.limits.page)
        batchSize = ExchangeSize(upTo: engine.limits.batch)
    }

    mutating func perform(
        full wantsResync: Bool, pushing: Bool, preparing: @escaping @Sendable () async throws -> Void
    ) async throws -> SyncReport {
        var wantsResync = wantsResync
        var toPrepare = preparing
        var attempt = 1
        while true {
            try Task.checkCancellation()
            do {
                let prepare = toPrepare
                async let preparation: Void = prepare()
                let head = try await readHead()
                try await preparation
                toPrepare = {}
                let full = wantsResync
                // Once begun, the resync continues even if others were faster.
                wantsResync = false
                let followed = try await follow(head, full: full)
                // Before there is a head, the time in a reply is not trusted.
                report.clockDifference = remote.clockOffset.flatMap(ClockDifference.init(remoteAhead:))
                if let sharing = followed?.sharing, sharing.isClosed, engine.member != nil {
                    report.end = sharing.successor == nil ? .ended : .renewed
                }
                guard pushing, engine.maySend(to: followed) else { return report }
                try await readNewerAgain()
                let newHead = try await push(onto: followed)
                try await collect(onto: introduce(onto: newHead))
                return report
            } catch is CommitTooSlow {
                // The head shows whether the remote has the commit. This does not count as an attempt, because each
                // commit is smaller, down to one document.
                continue
            } catch let failure as RemoteFailure where failure.asksForHead {
                guard attempt < limits.attempts else {
                    throw failure.kind == .lostRace ? SyncError.tooBusy : failure as any Error
                }
                try await engine.pause(attempt)
                attempt += 1
            } catch let failure as RemoteFailure where failure.kind == .denied && engine.member != nil {
                // An owner may have removed this person meanwhile, which the head shows.
                _ = try await readHead()
                throw failure
            }
        }
    }

    /// A commit took too long, and the next one is smaller.
    struct CommitTooSlow: Error {}

    mutating func readHead() async throws -> RemoteHead? {
        let head: RemoteHead?
        if let poll {
            self.poll = nil
            let answer = try await poll()
            report.requests += answer.requests
            report.documentsRead += answer.documentsRead
            head = answer.head
        } else {
            report.requests += 1
            report.documentsRead += 1
            head = try await askHead()
        }
        if let offset = remote.clockOffset { try await store.correctClock(by: offset) }
        if let member = engine.member { try await note(head, of: member) }
        return head
    }

    /// The head as the remote has it now.
    private func askHead() async throws -> RemoteHead? {
        do {
            return try await remote.head()
        } catch let failure as RemoteFailure where failure.kind == .denied && engine.member != nil {
            throw NotAMember()
        }
    }

    /// Notes the members of a shared space.
    private func note(_ head: RemoteHead?, of member: String) async throws {
        guard let head else { throw NotAMember() }
        guard let members = head.sharing?.members else { throw SyncError.foreignSpace }
        guard let role = members[member] else { throw NotAMember() }
        try await store.note(members: members, role: role, of: member)
    }

    /// The remote's time in milliseconds since 1970; nil if it is not known.
    var remoteNow: Int64? {
        remote.clockOffset.map { offset in
            Limits.nearestTime(to: engine.environment.now().milliseconds.addingClamped(offset))
        }
    }

    /// Saves a state unless it is unchanged.
    mutating func keep(_ next: SyncState) async throws {
        guard next != state else { return }
        try await store.save(next)
        state = next
    }
}
