extension Recurrence {
    /// The date for the register `start` of a to-do whose occurrence with a key can be begun on a date.
    package func register(forStart start: Due, ofOccurrenceOn key: Day) -> Due {
        let current = Current(key: key, due: due, number: number)
        return Series(self, settled: SettledSet([]), current: current).register(forStart: start)
    }
}

extension Series {
    /// When the current occurrence can be begun: as many days before its day as the date in the register `start` is before
    /// the occurrence for which it was written.
    ///
    /// The register is never rolled forward. The occurrence for which it was written is the first one of the stretch on or after
    /// that date; where the series counts from its completion, the first one of the stretch, or else the current one.
    package func start(from register: Due) -> Due {
        guard let current else { return register }
        let days = current.key.daysSince1970 - occurrence(startingOn: register.day, current).daysSince1970
        return days == 0 ? register : register.on(register.day.adding(days: days))
    }

    /// The date for the register `start` with which the current occurrence, and each later one, can be begun as long before its
    /// day as on this date. It is the date itself, unless an earlier occurrence lies between it and the current one.
    package func register(forStart start: Due) -> Due {
        guard let current else { return start }
        if recurrence.mode != .everyFromCompletion, self.start(from: start) == start { return start }
        let days = recurrence.key.daysSince1970 - current.key.daysSince1970
        let first = start.on(start.day.adding(days: days))
        return self.start(from: first) == start ? first : start
    }

    private func occurrence(startingOn day: Day, _ current: Current) -> Day {
        guard day > recurrence.key else { return recurrence.key }
        guard recurrence.mode != .everyFromCompletion, let next = dates?.first(from: max(day, start)) else {
            return current.key
        }
        return min(next, current.key)
    }
}
