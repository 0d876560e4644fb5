import JSON

/// The records of this device as one run of syncing needs them. Each method that writes is one transaction.
final class SyncStore {
    private let client: Client
    private let interrupt: (Int, Bool) throws -> Void
    private let didRestamp: ([RemoteDocument]) -> Void
    private var transactions = 0

    init(
        _ client: Client, interrupt: @escaping (Int, Bool) throws -> Void,
        didRestamp: @escaping ([RemoteDocument]) -> Void
    ) {
        (self.client, self.interrupt, self.didRestamp) = (client, interrupt, didRestamp)
    }

    var surroundings: Client.Surroundings { client.surroundings }

    private func write<T>(_ body: (inout Transaction) throws -> T) throws -> T {
        let number = transactions
        transactions += 1
        try interrupt(number, false)
        let result = try client.write(isSync: true, body)
        try interrupt(number, true)
        return result
    }

    func syncState() -> SyncState { client.database.state }

    func save(_ state: SyncState) throws { try write { $0.database.state = state } }

    // MARK: What arrives

    func apply(
        _ records: [IncomingRecord], unreadable: [RecordKey: String], state: SyncState
    ) throws -> ApplyOutcome {
        struct Rollback: Error {}
        do {
            return try write { transaction in
                var outcome = ApplyOutcome()
                let resync = state.resync?.number ?? 0
                for incoming in records {
                    outcome.add(transaction.apply(incoming, seen: resync))
                    transaction.release(RecordKey(incoming.record.kind, incoming.record.id), reason: .unreadable)
                }
                guard !outcome.sawRollback || state.resync?.reason == .rollback else { throw Rollback() }
                for key in unreadable.keys {
                    transaction.database.quarantine[key] = Database.Quarantine(revision: nil, reason: .unreadable)
                    if resync > 0, transaction.database.rows[key]?.base != nil {
                        transaction.database.rows[key]?.seen = resync
                    }
                }
                transaction.releaseSettled()
                transaction.database.state = state
                outcome.sawRollback = false
                return outcome
            }
        } catch is Rollback {
            var outcome = ApplyOutcome()
            outcome.sawRollback = true
            return outcome
        }
    }

    func finishPull(
        _ state: SyncState, ending resync: SyncState.Resync?, collectedHighest highest: Int64
    ) throws {
        try write { transaction in
            let before = transaction.database.state
            for kind in RecordKind.allCases {
                if let resync { transaction.settle(kind, unseenIn: resync, state, highest) }
                if state.collectedSequence > before.collectedSequence {
                    transaction.forgetDeletions(kind, upTo: state.collectedSequence, highest)
                }
            }
            transaction.database.state = state
        }
    }

    // MARK: What is to be sent

    func pendingRecords(limit: Int, excluding excluded: Set<RecordKey>) -> [PendingRecord] {
        client.database.pendingRecords(limit: limit, excluding: excluded)
    }

    func acknowledge(_ records: [PendingRecord], sequence: Int64, state: SyncState) throws {
        try write { transaction in
            for pending in records {
                guard var row = transaction.database.rows[pending.key] else { continue }
                row.base = RecordBase(pending.record, sequence: sequence)
                row.seen = state.resync?.number ?? 0
                if row.revision == pending.revision { row.isDirty = false }
                transaction.database.rows[pending.key] = row
            }
            transaction.releaseSettled()
            transaction.database.state = state
        }
    }

    func forgetBases(of keys: [RecordKey]) throws {
        try write { transaction in
            for key in keys {
                transaction.release(key, reason: .unreadable)
                transaction.forgetBase(key)
            }
        }
    }

    // MARK: What is set aside

    func quarantine(_ records: [PendingRecord], reason: QuarantineReason) throws {
        try write { transaction in
            for record in records {
                transaction.database.quarantine[record.key] = Database.Quarantine(
                    revision: record.revision, reason: reason)
            }
        }
    }

    func release(upTo limit: Int64) throws {
        let due = client.database.quarantine.filter { key, quarantine in
            quarantine.reason == .clock
                && client.database.rows[key].map { $0.record.highestStamp.milliseconds <= limit } ?? true
        }
        guard !due.isEmpty else { return }
        try write { transaction in for key in due.keys { transaction.database.quarantine[key] = nil } }
    }

    func unreadableKeys() -> [RecordKey] {
        let keys = client.database.quarantine.filter { $1.reason == .unreadable }.keys
        return keys.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
    }

    // MARK: The clock

    func restamp(beyond limit: Int64, to now: Int64) throws {
        guard client.database.clock.milliseconds > limit else { return }
        try write { transaction in
            transaction.restamp(beyond: limit, to: now)
            didRestamp(transaction.written.compactMap { transaction.database.rows[$0]?.document })
        }
    }

    func correctClock(by offset: Int64) throws {
        let known = client.database.offset(client.surroundings)
        let correction = abs(offset) > Database.tolerance ? offset : 0
        guard abs(correction - known) > Database.tolerance || correction == 0 && known != 0 else { return }
        try write { transaction in
            let uptime = surroundings.uptime()
            transaction.database.correction = Database.Correction(
                offset: correction, start: surroundings.now() - uptime.milliseconds, bootID: uptime.bootID)
        }
    }

    // MARK: What is to be forgotten

    func newestBases(above sequence: Int64, limit: Int) -> [RecordKey: Int64] {
        let found = client.database.rows.filter { $1.base.map { $0.sequence > sequence } ?? false }
        let newest = found.sorted {
            let (left, right) = ($0.value.base?.sequence ?? 0, $1.value.base?.sequence ?? 0)
            return left != right ? left > right : $0.value.number < $1.value.number
        }
        return Dictionary(
            newest.prefix(limit).map { ($0.key, $0.value.base?.sequence ?? 0) }, uniquingKeysWith: { first, _ in first }
        )
    }

    func collectibleRecords(deletedBefore date: Int64, limit: Int) -> [CollectibleRecord] {
        var found: [CollectibleRecord] = []
        for kind in RecordKind.allCases {
            let deleted = client.database.rows(of: kind).filter {
                $0.base?.isDeleted == true && !$0.isDirty && $0.record.isDeleted
                    && $0.record.deletion?.value.integer.map { $0 < date } ?? false
            }
            found += deleted.map {
                CollectibleRecord(
                    key: RecordKey(kind, $0.record.id), sequence: $0.base?.sequence ?? 0,
                    highest: $0.record.highestStamp.milliseconds)
            }
        }
        return Array(found.prefix(limit))
    }

    func forget(_ records: [CollectibleRecord], state: SyncState) throws {
        try write { transaction in
            for record in records {
                guard let row = transaction.database.rows[record.key] else { continue }
                if row.isDirty || !row.record.isDeleted {
                    transaction.forgetBase(record.key)
                } else {
                    transaction.database.rows[record.key] = nil
                }
            }
            transaction.database.state = state
        }
    }
}

extension ApplyOutcome {
    fileprivate mutating func add(_ other: ApplyOutcome) {
        changed += other.changed
        conflicts += other.conflicts
        sawRollback = sawRollback || other.sawRollback
    }
}

extension Database {
    func pendingRecords(limit: Int, excluding excluded: Set<RecordKey>) -> [PendingRecord] {
        let kinds: [RecordKind] = [.tag, .location, .todo]
        let pending = kinds.flatMap(rows(of:)).filter { row in
            let key = RecordKey(row.record.kind, row.record.id)
            guard row.isDirty, !excluded.contains(key) else { return false }
            guard let quarantine = quarantine[key] else { return true }
            return quarantine.revision.map { $0 < row.revision } ?? false
        }
        return pending.prefix(limit).map { PendingRecord($0.record, base: $0.base, revision: $0.revision) }
    }
}
