package import TodoDomain

/// The replication state of the records of one space: received records, records to send, and how far the remote has been
/// followed. Each method is one transaction.
package final class ReplicationDAO: Sendable {
    let stack: LocalStack
    /// The space. The keys that come and go leave it out.
    package let space: SpaceID

    package init(_ stack: LocalStack, of space: SpaceID = .own) {
        self.stack = stack
        self.space = space
    }

    /// Runs a step of the history on behalf of other devices.
    func write<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
        try await write("sync", author: .sync, body)
    }

    /// Runs a step of the history.
    func write<T: Sendable>(
        _ action: String, author: Author = .user, _ body: @Sendable (WriteTransaction) throws -> T
    ) async throws -> T {
        try await stack.write(action, author: author) { [space] transaction in
            try transaction.within(space) { try body(transaction) }
        }
    }

    /// Reads in one snapshot.
    func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
        try await stack.read { [space] in try body($0.within(space)) }
    }

    // MARK: State

    /// How far this device has followed the remote.
    package func syncState() async throws -> SyncState { try await read { try $0.syncState() } }

    /// Saves the state and nothing else.
    package func save(_ state: SyncState) async throws { _ = try await write { try $0.save(state) } }

    /// Saves the state at the beginning or restart of a resync. Returns false if another process has ended the resync
    /// already.
    package func beginResync(_ state: SyncState) async throws -> Bool {
        try await write { transaction in
            guard try transaction.save(state) else { return false }
            if let resync = state.resync { try transaction.beginOver(resync) }
            return true
        }
    }

    /// Notes who the members of this shared space are, who of them this person is, and the role of this person, unless that is
    /// known.
    package func note(members: [String: SpaceRole], role: SpaceRole, of person: String) async throws {
        let known = try await stack.read { [space] in try $0.sharedSpaces()[space] }
        guard let known, known.members != members || known.role != role || known.me != person else { return }
        try await write { [space] in try $0.note(members: members, role: role, of: person, in: space) }
    }

    /// Notes what members of this shared space say about themselves, and saves the state.
    package func note(_ members: [MemberNote], state: SyncState) async throws {
        try await write { [space] transaction in
            try transaction.note(members, in: space)
            try transaction.save(state)
        }
    }

    /// The name and the devices of this person, if this person goes by a name in this shared space and the other members do not
    /// know all of it; nil otherwise.
    package func ownNote(of person: String) async throws -> MemberNote? {
        try await stack.read { [space] in try $0.ownNote(of: person, in: space) }
    }

    // MARK: Incoming records

    /// Merges received records, and saves the state. If a record is older than what was seen before, and no resync
    /// after a rollback is under way, nothing is saved: the resync needs to know the remote's former state.
    package func apply(
        _ records: [IncomingRecord], unreadable: [RecordKey: String], state: SyncState
    ) async throws -> ApplyOutcome {
        do {
            return try await merge(records, unreadable: unreadable, state: state)
        } catch is Rollback {
            var outcome = ApplyOutcome()
            outcome.sawRollback = true
            return outcome
        }
    }

    /// A record is older than what was seen before.
    private struct Rollback: Error {}

    private func merge(
        _ records: [IncomingRecord], unreadable: [RecordKey: String], state: SyncState
    ) async throws -> ApplyOutcome {
        try await write { transaction in
            var outcome = ApplyOutcome()
            let resync = state.resync?.number ?? 0
            let quarantined = try transaction.reading.quarantinedKeys(for: .unreadable)
            var unreadable = unreadable
            // A member of a shared space may have put anything there.
            for incoming in records where transaction.space == .own || incoming.record.kind.isShared {
                let key = RecordKey(incoming.record.kind, incoming.record.id)
                if let problem = incoming.problem, try transaction.reading.rowID(of: key) == nil {
                    unreadable[key] = problem
                    continue
                }
                outcome.add(try transaction.apply(incoming.record.kind.entity, incoming, seen: state.resync))
                if quarantined.contains(key) { try transaction.release(key, reason: .unreadable) }
            }
            guard !outcome.sawRollback || state.resync?.reason == .rollback else { throw Rollback() }
            outcome.conflicts += try transaction.noteCircles()
            for (key, problem) in unreadable {
                try transaction.quarantine(key, revision: nil, reason: .unreadable, status: problem)
                try transaction.markSeen(key, resync: resync)
            }
            try transaction.releaseSettled()
            try transaction.save(state)
            outcome.sawRollback = false
            return outcome
        }
    }

    /// Ends a pull and saves the state. Returns false, and changes nothing, if another process has begun another resync
    /// since, or ended this one: the two resyncs have seen different records.
    package func finishPull(
        _ state: SyncState, ending resync: SyncState.Resync?, collectedHighest highest: Int64
    ) async throws -> Bool {
        try await write { transaction in
            if let resync, try transaction.reading.hasEnded(resync) { return false }
            let before = try transaction.reading.syncState()
            try transaction.answerCompletions()
            for kind in RecordKind.allCases {
                if let resync { try transaction.settle(kind.entity, unseenIn: resync, state, highest) }
                if state.collectedSequence > before.collectedSequence {
                    try transaction.forgetDeletions(kind.entity, upTo: state.collectedSequence, highest)
                }
            }
            try transaction.save(state)
            return true
        }
    }

    // MARK: Outgoing records

    /// Records with changes that the remote does not have, except those in quarantine.
    package func pendingRecords(
        _ selection: PendingSelection = .all, limit: Int, excluding excluded: Set<RecordKey>
    ) async throws -> [PendingRecord] {
        try await read { transaction in
            var pending: [PendingRecord] = []
            for kind in selection.kinds where pending.count < limit {
                let ids = excluded.filter { $0.kind == kind }.map(\.id)
                pending += try transaction.pending(
                    kind.entity, onlyDeletions: selection.onlyDeletions, limit: limit - pending.count, excluding: ids)
            }
            return pending
        }
    }

    /// Notes that the remote has these records as they were sent.
    package func acknowledge(_ records: [PendingRecord], sequence: Int64, state: SyncState) async throws {
        try await write { transaction in
            for record in records {
                try transaction.acknowledge(record, sequence: sequence, seen: state.resync?.number ?? 0)
            }
            try transaction.releaseSettled()
            try transaction.save(state)
        }
    }

    /// Forgets the bases of these records, so that they are sent whole.
    package func forgetBases(of keys: [RecordKey]) async throws {
        try await write { transaction in
            for key in keys {
                try transaction.release(key, reason: .unreadable)
                guard let rowID = try transaction.reading.rowID(of: key) else { continue }
                try transaction.forgetBase(key.kind, rowID: rowID)
            }
        }
    }

    /// Quarantines records until they are edited.
    package func quarantine(
        _ records: [PendingRecord], reason: QuarantinedRecord.Reason, status: String
    ) async throws {
        try await write { transaction in
            for record in records {
                try transaction.quarantine(record.key, revision: record.revision, reason: reason, status: status)
            }
        }
    }

    // MARK: Collecting deletions

    /// The bases with the highest sequences on the remote, above a given one.
    package func newestBases(
        above sequence: Int64, seenIn resync: Int64?, limit: Int
    ) async throws -> [RecordKey: RecordBase] {
        try await read { transaction in
            var found: [(key: RecordKey, base: RecordBase)] = []
            for kind in RecordKind.allCases {
                found += try transaction.newestBases(kind, above: sequence, seenIn: resync, limit: limit)
            }
            let newest = found.sorted { $0.base.sequence > $1.base.sequence }.prefix(limit)
            return Dictionary(newest.map { ($0.key, $0.base) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Deletions that all devices have had time to learn of.
    package func collectibleRecords(deletedBefore date: Int64, limit: Int) async throws -> [CollectibleRecord] {
        try await read { transaction in
            var found: [CollectibleRecord] = []
            for kind in RecordKind.allCases where found.count < limit {
                found += try transaction.collectible(kind.entity, before: date, limit: limit - found.count)
            }
            return found
        }
    }

    /// Removes deletions that this device has collected on the remote, and saves the state.
    package func forget(_ records: [CollectibleRecord], state: SyncState) async throws {
        try await write { transaction in
            for record in records { try transaction.forget(record.key, in: record.key.kind.entity) }
            try transaction.save(state)
        }
    }

    // MARK: The clock

    /// Corrects this device's clock by the milliseconds that the remote's clock is ahead.
    package func correctClock(by offset: Int64) async throws {
        // Read first, since most of the time nothing has changed.
        let known = try await stack.read { [stack] in try Replica.offset(in: $0.database, of: stack.writer) }
        guard Replica.isNews(offset, known: known) else { return }
        try await write { transaction in
            try Replica.correct(
                by: offset, known: transaction.clockOffset, in: transaction.database,
                environment: transaction.environment)
        }
    }

    /// How far this device's clock was ahead of the remote's, in milliseconds, when the person was last told. nil if
    /// the person was not told since it was right.
    package func toldClockDifference() async throws -> Int64? {
        try await stack.read {
            try $0.integers("SELECT clockDifference FROM syncState WHERE space = 0 AND clockDifference IS NOT NULL")
                .first
        }
    }

    /// Notes that the person is told how far the clock is ahead, in milliseconds; nil if it is right again.
    package func tell(clockDifference milliseconds: Int64?) async throws {
        try await write {
            try $0.execute("UPDATE syncState SET clockDifference = \(StoredValue(milliseconds)) WHERE space = 0")
        }
    }

    /// Gives the time `now` to this device's stamps beyond `limit` that the remote has never seen. If there are none,
    /// notes that the clock is not ahead.
    package func restamp(beyond limit: Int64, to now: Int64) async throws {
        // The remote has refused stamps that had to be later than one from the future.
        let isAhead = try await read {
            try $0.clockMilliseconds() > limit || !$0.quarantinedKeys(for: .clock).isEmpty
        }
        if isAhead { return try await write { try $0.restamp(beyond: limit, to: now) } }
        guard try await read({ try $0.hasUnconfirmedReadings() }) else { return }
        try await write { $0.confirmClock() }
    }
}

extension ApplyOutcome {
    fileprivate mutating func add(_ other: ApplyOutcome) {
        changed += other.changed
        conflicts += other.conflicts
        sawRollback = sawRollback || other.sawRollback
    }
}
