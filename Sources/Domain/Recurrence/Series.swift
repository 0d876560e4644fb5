/// The state of a series: which of its occurrences is the current one, derived from its register and the settled
/// occurrences.
///
/// Nothing is counted down and nothing rolls forward, so replicas with the same knowledge derive the same state. A
/// settled occurrence stays settled: deleting it does not bring its day back, and reopening it makes it an independent
/// to-do.
package struct Series {
    /// The current occurrence of a series.
    package typealias Current = Recurrence.Current

    /// The register. If a device that did not know about the repetition has moved the date since, it is the new stretch
    /// that this began.
    package let recurrence: Recurrence
    /// The occurrences that are taken.
    package let settled: any SettledOccurrences
    /// The rule; nil if it cannot be computed. Then there is only the first occurrence.
    package let rule: RecurrenceRule?
    /// The current occurrence; nil if the series has ended: no date is left, UNTIL has passed, or COUNT is reached.
    package let current: Current?

    /// The dates of the rule, ignoring its end.
    let dates: RecurrenceDates?
    /// The greatest key that was settled in an earlier stretch in the meantime. It also settles the first occurrence of
    /// this stretch.
    let older: Day?

    /// The series of a register.
    /// - Parameters:
    ///   - recurrence: the register `recurrence`.
    ///   - later: the register `due`, if its stamp is later than that of `recurrence`. A device that knows about the
    ///     repetition gives both the same stamp. So a different date here is a new anchor, set by a device that did not
    ///     know yet.
    ///   - frontier: with ``Recurrence/Mode/each``, a key before which no occurrence is open, so that the search can
    ///     begin there. The current key of the last derivation is one, unless an earlier key has become free or the
    ///     register has changed.
    package init(
        _ recurrence: Recurrence, dueIfLater later: Due? = nil, settled: any SettledOccurrences, frontier: Day? = nil
    ) {
        let isReanchored = later != nil && later != recurrence.due
        var begun = recurrence.withinLimits
        if let later, isReanchored { begun = recurrence.reanchored(at: later, after: settled.count) }
        let known = begun
        self.init(known, settled: settled) { rule, dates, older in
            Self.current(
                known, rule: rule, dates: dates, settled: settled, older: older,
                frontier: isReanchored ? nil : frontier)
        }
    }

    /// A series whose current occurrence is known.
    init(_ recurrence: Recurrence, settled: any SettledOccurrences, current: Current?) {
        self.init(recurrence.withinLimits, settled: settled) { _, _, _ in current }
    }

    private init(
        _ recurrence: Recurrence, settled: any SettledOccurrences,
        current: (RecurrenceRule?, RecurrenceDates?, _ older: Day?) -> Current?
    ) {
        self.recurrence = recurrence
        self.settled = settled
        rule = try? RecurrenceRule(recurrence.rule)
        dates = rule?.withoutEnd.dates(from: recurrence.base)
        older = settled.greatestKey(before: recurrence.stretch).flatMap { key in
            recurrence.after.map { key > $0 } ?? true ? key : nil
        }
        self.current = current(rule, dates, older)
    }

    /// Whether the rule's dates are computed.
    package var isComputed: Bool { rule != nil }

    /// The days after the current one, as of now, computed lazily.
    package func upcoming() -> some Sequence<Day> { recurrence.days(after: current) }
}

extension Recurrence {
    /// The stretch that began when a device that did not know about the repetition wrote another date.
    fileprivate func reanchored(at due: Due, after count: Int) -> Recurrence {
        // Occurrences that were settled before count as earlier ones.
        Recurrence(
            rule: rule, mode: mode, zone: zone, stretch: withinLimits.stretch + 1, base: due.day, key: due.day,
            due: due,
            number: min(count, Self.greatestNumber) + 1, after: .last)
    }

    /// The days of the occurrences after one, computed lazily; none if the rule cannot be computed.
    package func days(after current: Current?) -> some Sequence<Day> {
        let computed = try? RecurrenceRule(rule)
        // A series that counts from the completion continues as if the current occurrence were completed on its day.
        let isFixed = mode != .everyFromCompletion
        let dates = current.flatMap { current in
            isFixed
                ? computed?.withoutEnd.dates(from: base)
                : computed?.withoutEnd.clamped(from: current.key).dates(from: current.key)
        }
        let floor = isFixed ? max(base, key) : Day(daysSince1970: .min)
        var number = current?.number ?? 0
        return sequence(state: current?.key) { (key: inout Day?) -> Day? in
            number += 1
            guard let computed, let last = key, let next = dates?.first(after: max(last, floor)),
                computed.allows(next, number: number)
            else {
                key = nil
                return nil
            }
            key = next
            return next
        }
    }
}

extension Series {
    private static func current(
        _ recurrence: Recurrence, rule: RecurrenceRule?, dates: RecurrenceDates?, settled: any SettledOccurrences,
        older: Day?, frontier: Day?
    ) -> Current? {
        let stretch = recurrence.stretch
        let first = Current(key: recurrence.key, due: recurrence.due, number: recurrence.number)
        let start = max(recurrence.base, recurrence.key)
        let greatest = settled.greatestKey(from: stretch)
        let isFirstFree = older == nil && !settled.contains(recurrence.key, from: stretch)
        let key: Day?
        switch recurrence.mode {
        case .everyFromCompletion:
            let number = min(settled.count + 1, Recurrence.greatestNumber)
            let last = [greatest, older].compactMap(\.self).max()
            key =
                last.map { last in rule?.withoutEnd.clamped(from: last).dates(from: last).first(after: last) }
                ?? first.key
            guard let key, rule?.allows(key, number: number) ?? true else { return nil }
            return Current(key: key, due: last == nil ? first.due : recurrence.usualDue.on(key), number: number)
        case .every:
            let isFirst = isFirstFree && greatest.map { $0 < recurrence.key } ?? true
            key = isFirst ? first.key : dates?.first(after: [start, greatest].compactMap(\.self).max() ?? start)
        case .each:
            if isFirstFree {
                key = first.key
            } else {
                let from = frontier.map { max($0.adding(days: -1), start) } ?? start
                key = dates?.dates(from: from).first { $0 > start && !settled.contains($0, from: stretch) }
            }
        }
        guard let key else { return nil }
        var current = first
        if key != first.key, let dates {
            let (number, overflows) = first.number.addingReportingOverflow(dates.count(after: start, through: key))
            current = Current(key: key, due: recurrence.usualDue.on(key), number: overflows ? .max : number)
        }
        guard let rule else { return current }
        if case .count(let count)? = rule.end, settled.count >= count { return nil }
        return rule.allows(key, number: current.number) ? current : nil
    }
}

extension RecurrenceRule {
    /// Whether a date with this number lies within UNTIL and COUNT.
    func allows(_ day: Day, number: Int) -> Bool {
        if case .count(let count)? = end { return number <= count }
        return lastDay.map { day <= $0 } ?? true
    }
}
