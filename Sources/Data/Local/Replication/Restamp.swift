import JSON
import SQLite
import TodoDomain

extension ReadTransaction {
    /// The last reading of this device's clock, in milliseconds since 1970.
    func clockMilliseconds() throws -> Int64 { try integer("SELECT clockMilliseconds FROM replica") }

    /// Whether the clock has given readings that the remote has not confirmed.
    func hasUnconfirmedReadings() throws -> Bool { try integer("SELECT firstReading FROM replica") != 0 }
}

// After a clock was ahead, stamps that no other device has seen get a plausible time. They need not be this device's
// own: a copied or restored database contains unsent edits of the device that it was copied from.
extension WriteTransaction {
    /// Gives the time `now` to stamps beyond `limit` that the remote has never seen. If the clock is ahead, it goes
    /// back, and does not make the same stamps again.
    func restamp(beyond limit: Int64, to now: Int64) throws {
        let former = clock.device
        let programs = try reading.clients(on: former)
        if clock.milliseconds > limit { try setClockBack(beyond: limit, to: now) }
        // Continues after every stamp that was given so far, which may have come up to the limit.
        let start = clock
        let before = Stamp(milliseconds: clock.milliseconds, counter: clock.counter, device: clock.device)
        var highest = before
        // The edits of a program stay its own, even if the database gets a new id.
        let writers = Dictionary(uniqueKeysWithValues: programs.map { ($0, clock.device.acting(as: $1.content.name)) })
        for kind in RecordKind.allCases {
            try restamp(kind.entity, beyond: limit, from: start, as: writers, highest: &highest)
        }
        if highest != before { resetClock(to: highest) }
        if clock.device != former {
            try keepDeviceName(of: former)
            for (program, writer) in writers {
                guard let name = programs[program]?.content.name else { continue }
                try introduce(HistoryClient(name: name, conversation: ""), as: writer)
            }
        }
    }

    private func restamp<Entity: RecordEntity>(
        _ type: Entity.Type, beyond limit: Int64, from start: HybridLogicalClock, as writers: [DeviceID: DeviceID],
        highest: inout Stamp
    ) throws {
        let own = Set(writers.values).union([clock.device])
        let rows = try reading.entities(type, where: "isDirty = 1")
        for row in rows where row.asRecord.highestStamp.milliseconds > limit {
            let base = try reading.base(Entity.kind, rowID: row.record.rowID)
            let corrected = row.asRecord.restamped(beyond: limit, from: start, as: writers, over: base)
            guard let record = corrected else { continue }
            // A stamp that has to be later than the one that it replaced stays ahead.
            let given = record.stamps.filter { own.contains($0.device) && $0.milliseconds <= limit }
            highest = given.map { $0.of(clock.device) }.reduce(highest, max)
            _ = try write(row.holding(record), over: row, before: [:], after: [:])
        }
    }
}

extension Record {
    /// The record with the stamps beyond `limit` that the remote has not seen moved back to the next readings of a clock,
    /// in order; nil if there are none. A stamp that has to be later than the one it replaced stays.
    /// - Parameter writers: the ids of this device's programs, as they were and as they are.
    fileprivate func restamped(
        beyond limit: Int64, from start: HybridLogicalClock, as writers: [DeviceID: DeviceID], over base: RecordBase?
    ) -> Record? {
        let ahead = Set(stamps).filter { $0.milliseconds > limit }.sorted()
        guard !ahead.isEmpty else { return nil }
        // Later than all remaining and all replaced stamps, so that the last write stays the last.
        let latest = (stamps + (base?.allStamps ?? [])).filter { $0.milliseconds <= limit }.max()
        var clock = start
        if let latest { clock.observe(latest, limit: limit) }
        var earlier: [Stamp: Stamp] = [:]
        for stamp in ahead {
            earlier[stamp] = clock.tick(now: start.milliseconds).of(writers[stamp.device] ?? start.device)
        }
        func corrected(_ stamp: Stamp, _ known: Stamp?) -> Stamp {
            guard stamp != known, let new = earlier[stamp], known.map({ $0 < new }) ?? true else { return stamp }
            return new
        }
        var record = self
        if base == nil {
            record.origin = earlier[origin] ?? origin
        }
        for (name, register) in registers {
            record.registers[name]?.stamp = register.stamp.map { corrected($0, base?.stamp(of: name)) }
        }
        for (id, element) in elements {
            record.elements[id]?.stamp = corrected(element.stamp, base?.elements[id])
        }
        record.deletion?.stamp = deletion?.stamp.map { corrected($0, base?.deletion) }
        // The remote forgets a deletion by the age of this time, and not by that of the stamp.
        if record.deletion?.stamp != deletion?.stamp, let at = deletion?.value.integer, at > limit {
            record.deletion?.value = .integer(start.milliseconds)
        }
        return record == self ? nil : record
    }

    /// Every stamp in it.
    fileprivate var stamps: [Stamp] {
        [origin] + registers.values.compactMap(\.stamp) + elements.values.map(\.stamp)
            + [deletion?.stamp].compactMap(\.self)
    }
}
