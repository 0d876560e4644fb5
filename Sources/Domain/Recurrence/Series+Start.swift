// Each occurrence can be begun the same number of days before its day: its lead. The register `start` has one date,
// which is never rolled forward. A date before the first occurrence of the stretch belongs to that occurrence. Any
// other date belongs to the first occurrence on or after it.

extension Recurrence {
    /// The date for the register `start` with another recurrence, so that each occurrence keeps its lead.
    package func carrying(start: Due, to next: Recurrence) -> Due {
        guard next != self else { return start }
        let occurrence = dateWritten(for: start.day) ?? max(key, start.day)
        let lead = occurrence.daysSince1970 - start.day.daysSince1970
        return start.on(next.key.adding(days: -lead))
    }

    /// The date for the register `start` of a to-do whose occurrence with a key can be begun on a date.
    package func register(forStart start: Due, ofOccurrenceOn key: Day) -> Due {
        let current = Current(key: key, due: due, number: number)
        return Series(self, settled: SettledSet([]), current: current).register(forStart: start)
    }

    /// The occurrence that a start on a day was written for; nil if that cannot be told.
    fileprivate func dateWritten(for start: Day) -> Day? {
        guard start > key else { return key }
        // A series that counts from its completion no longer knows its earlier dates.
        guard mode != .everyFromCompletion, let rule = try? RecurrenceRule(rule) else { return nil }
        return rule.withoutEnd.dates(from: base).first(from: max(start, base))
    }
}

extension Series {
    /// When the current occurrence can be begun.
    package func start(from register: Due) -> Due {
        guard let current else { return register }
        let written = recurrence.dateWritten(for: register.day) ?? current.key
        // A start after the current occurrence was written for that occurrence.
        let days = current.key.daysSince1970 - min(written, max(current.key, recurrence.key)).daysSince1970
        return days == 0 ? register : register.on(register.day.adding(days: days))
    }

    /// The date for the register `start` so that the current occurrence can be begun on a date, and each later one with
    /// the same lead. It is that date itself, unless an earlier occurrence lies between it and the current one.
    package func register(forStart start: Due) -> Due {
        guard let current else { return start }
        if recurrence.mode != .everyFromCompletion, self.start(from: start) == start { return start }
        let days = recurrence.key.daysSince1970 - current.key.daysSince1970
        let first = start.on(start.day.adding(days: days))
        return self.start(from: first) == start ? first : start
    }
}
