import JSON

// What arrives from the remote, and what becomes of it.
extension Transaction {
    /// Merges the remote's version of a record into the one here.
    mutating func apply(_ incoming: IncomingRecord, seen resync: Int64) -> ApplyOutcome {
        var outcome = ApplyOutcome()
        let record = incoming.record
        let key = RecordKey(record.kind, record.id)
        observe(record.highestStamp)
        guard let current = database.rows[key] else {
            insert(record, isDirty: false)
            database.rows[key]?.base = RecordBase(record, sequence: incoming.sequence)
            database.rows[key]?.seen = resync
            outcome.changed = 1
            return outcome
        }
        let known = current.base
        let mine = current.record
        let result = mine.reconciled(with: record, over: known, at: incoming.sequence)
        outcome.sawRollback = known.map { $0.sequence > incoming.sequence } ?? false
        if result.record != mine.normalized() {
            write(result.record, isDirty: result.isDirty)
            outcome.changed = 1
        } else {
            database.rows[key]?.isDirty = result.isDirty
        }
        database.rows[key]?.base = result.base
        database.rows[key]?.seen = resync
        for conflict in result.conflicts { database.conflicts.append((key, conflict)) }
        outcome.conflicts = result.conflicts.count
        return outcome
    }

    mutating func forgetBase(_ key: RecordKey) {
        database.rows[key]?.base = nil
        database.rows[key]?.isDirty = true
    }

    /// Takes a record out of quarantine if it is there for this reason.
    mutating func release(_ key: RecordKey, reason: QuarantineReason) {
        if database.quarantine[key]?.reason == reason { database.quarantine[key] = nil }
    }

    /// Takes out of quarantine what holds nothing any more that the remote does not have.
    mutating func releaseSettled() {
        let rows = database.rows
        database.quarantine = database.quarantine.filter { key, quarantine in
            quarantine.reason == .unreadable || rows[key].map(\.isDirty) ?? true
        }
    }

    // MARK: Resync and collection

    /// Settles what becomes of the records that the remote was once known to have and was not seen to have now.
    mutating func settle(
        _ kind: RecordKind, unseenIn resync: SyncState.Resync, _ state: SyncState, _ highest: Int64
    ) {
        for row in database.rows(of: kind) {
            guard let base = row.base, row.seen != resync.number else { continue }
            if resync.reason != .rollback, base.sequence <= state.collectedSequence, !row.isDirty,
                isCollected(row, highest)
            {
                drop(row.record)
            } else {
                forgetBase(RecordKey(kind, row.record.id))
            }
        }
    }

    /// Whether a record may have been among what the remote has collected, of which nothing was later than `highest`.
    private func isCollected(_ row: Database.Row, _ highest: Int64) -> Bool {
        row.record.highestStamp.milliseconds <= highest
            && row.editedAt.map { $0 <= now - 90 * 86_400_000 } ?? true
    }

    /// Deletes a record that the remote has forgotten and that nobody edited here.
    private mutating func drop(_ record: Record) {
        let key = RecordKey(record.kind, record.id)
        database.rows[key]?.base = nil
        guard !record.isDeleted else {
            database.rows[key] = nil
            return
        }
        var record = record
        var clock = HybridLogicalClock(device: .shared)
        record.deletion = Record.Register(.integer(now), clock.tick(now: 0, after: record.highestStamp))
        write(record, isDirty: false)
    }

    /// Removes the deleted records that the remote has collected. One that was edited since is sent whole.
    mutating func forgetDeletions(_ kind: RecordKind, upTo sequence: Int64, _ highest: Int64) {
        for row in database.rows(of: kind) {
            guard let base = row.base, base.isDeleted, base.sequence <= sequence,
                row.isDirty || row.record.highestStamp.milliseconds <= highest
            else { continue }
            let key = RecordKey(kind, row.record.id)
            if row.isDirty || !row.record.isDeleted { forgetBase(key) } else { database.rows[key] = nil }
        }
    }

    // MARK: A device whose clock was ahead

    /// Gives stamps of this device that lie beyond `limit`, and that the remote has never seen, the time `now`.
    mutating func restamp(beyond limit: Int64, to now: Int64) {
        var highest = Stamp(milliseconds: now, counter: 0, device: clock.device)
        for kind in RecordKind.allCases {
            for row in database.rows(of: kind)
            where row.isDirty && row.record.highestStamp.milliseconds > limit {
                guard let record = row.record.restamped(beyond: limit, to: now, by: clock.device, over: row.base)
                else { continue }
                highest = max(
                    highest, record.stamps(of: clock.device).filter { $0.milliseconds <= limit }.max() ?? highest)
                write(record)
            }
        }
        resetClock(to: highest)
    }
}

extension Record {
    /// The record with stamps of a device beyond `limit` brought back to `now`, in their order, where the remote has
    /// not seen them; nil where there are none. A stamp that has to stay later than what it replaced stays.
    fileprivate func restamped(beyond limit: Int64, to now: Int64, by device: DeviceID, over base: RecordBase?)
        -> Record?
    {
        let ahead = stamps(of: device).filter { $0.milliseconds > limit }.sorted()
        guard !ahead.isEmpty else { return nil }
        // Later than all that stays and than all that was replaced, so that what was written last is still last.
        let latest = (stamps() + (base?.allStamps ?? [])).filter { $0.milliseconds <= limit }.max()
        var clock = HybridLogicalClock(device: device, milliseconds: now)
        if let latest { clock.observe(latest, limit: limit) }
        var earlier: [Stamp: Stamp] = [:]
        for stamp in ahead where earlier[stamp] == nil { earlier[stamp] = clock.tick(now: now) }
        func corrected(_ stamp: Stamp, _ known: Stamp?) -> Stamp {
            guard stamp != known, let new = earlier[stamp], known.map({ $0 < new }) ?? true else { return stamp }
            return new
        }
        var record = self
        if base == nil {
            record.origin = earlier[origin] ?? origin
            if createdAt > limit { record.createdAt = now }
        }
        for (name, register) in registers {
            record.registers[name]?.stamp = register.stamp.map { corrected($0, base?.stamp(of: name)) }
        }
        for (id, element) in elements {
            record.elements[id]?.stamp = corrected(element.stamp, base?.elements[id])
        }
        record.deletion?.stamp = deletion?.stamp.map { corrected($0, base?.deletion) }
        return record == self ? nil : record
    }

    /// All stamps that a device gave, those of imports among them.
    fileprivate func stamps(of device: DeviceID) -> [Stamp] {
        stamps().filter { $0.device == device || $0.device == .shared }
    }

    private func stamps() -> [Stamp] {
        [origin] + registers.values.compactMap(\.stamp) + elements.values.map(\.stamp)
            + [deletion?.stamp].compactMap(\.self)
    }
}
