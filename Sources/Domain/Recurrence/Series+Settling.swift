package import Foundation

/// The writes that complete or skip an occurrence: a to-do with the id `occurrence.id(in: series)`, the registers
/// `series`, `occurrence` and `completion`, and a copy of the series as it is at that moment.
package struct Settlement: Hashable, Sendable {
    /// Whether it was done.
    package enum Kind: String, Hashable, Sendable {
        /// It was done.
        case done
        /// It was skipped.
        case skipped
    }

    /// The occurrence that it settles.
    package let occurrence: Occurrence
    /// Whether it was done.
    package let kind: Kind
    /// When it was due.
    package let due: Due
    /// The new register of the series, if the same step begins a new stretch.
    package let recurrence: Recurrence?
}

extension Series {
    /// The writes that complete or skip the current occurrence; nil if it is already settled or the series has ended.
    ///
    /// With ``Recurrence/Mode/every``, its key also settles all occurrences missed until `today`.
    /// - Parameters:
    ///   - today: the current day where it is done.
    ///   - shown: the key that was on the screen. If that occurrence was settled in the meantime, nothing is written,
    ///     which guards against a double tap.
    package func settling(_ kind: Settlement.Kind = .done, today: Day, shown: Day? = nil) -> Settlement? {
        guard let current else { return nil }
        let shown = shown ?? current.key
        guard !isSettled(shown) else { return nil }
        switch recurrence.mode {
        case .each: return settlement(kind, shown)
        case .every: return settlement(kind, max(shown, lastDate(through: today) ?? shown))
        case .everyFromCompletion: return settlementFromCompletion(kind, kind == .done ? today : max(today, shown))
        }
    }

    /// The writes that complete or skip the occurrence on a day. A series that counts from the completion can be
    /// completed on any day. nil if the occurrence is already settled or the series has ended.
    /// - Throws: ``TodoError`` with code `usage` for a day on which the series has no occurrence.
    package func settling(_ kind: Settlement.Kind = .done, on day: Day) throws -> Settlement? {
        guard recurrence.mode != .everyFromCompletion else {
            return current == nil ? nil : settlementFromCompletion(kind, day)
        }
        guard day == recurrence.key || day > start && dates?.contains(day) ?? false,
            rule?.allows(day, number: number(of: day)) ?? true
        else {
            throw TodoError(.usage, "\(day) is not a day on which this to-do repeats.")
        }
        let isFirstSettled = older != nil && day == recurrence.key
        guard current != nil, !isFirstSettled, !settled.contains(day, from: recurrence.stretch) else { return nil }
        return settlement(kind, day)
    }

    /// The writes that follow when a device that did not know about the repetition has completed the series itself. nil
    /// if the series has ended; then the completion is left alone.
    ///
    /// They are written together with an empty `completion`. All have the stamp returned here, just after that of the
    /// completion. So every device writes the same at any time, and later edits win.
    package func answering(completion: Date, stamp: Stamp) -> (settlement: Settlement, stamp: Stamp)? {
        guard current != nil else { return nil }
        let day = Day(containing: completion, in: TimeZone(identifier: recurrence.zone) ?? .gmt)
        // The same whichever occurrences a device knows to be settled.
        let key = recurrence.mode == .everyFromCompletion ? day : lastDate(through: day) ?? recurrence.key
        return (settlement(.done, key), stamp.next)
    }

    /// Whether the occurrence shown with this key is settled.
    private func isSettled(_ key: Day) -> Bool {
        if older != nil, key == recurrence.key { return true }
        switch recurrence.mode {
        case .every: return settled.greatestKey(from: recurrence.stretch).map { key <= $0 } ?? false
        case .each: return settled.contains(key, from: recurrence.stretch)
        // Its dates follow from the last completion, so each completion changes the shown date.
        case .everyFromCompletion: return key != current?.key
        }
    }

    private func settlement(_ kind: Settlement.Kind, _ key: Day) -> Settlement {
        Settlement(
            occurrence: Occurrence(stretch: recurrence.stretch, key: key), kind: kind,
            due: key == recurrence.key ? recurrence.due : recurrence.usualDue.on(key), recurrence: nil)
    }

    private func settlementFromCompletion(_ kind: Settlement.Kind, _ day: Day) -> Settlement? {
        guard let current else { return nil }
        let last = [settled.greatestKey(from: recurrence.stretch), older].compactMap(\.self).max()
        guard day != last else { return nil }
        guard let last, day < last else {
            return Settlement(
                occurrence: Occurrence(stretch: recurrence.stretch, key: day), kind: kind, due: current.due,
                recurrence: nil)
        }
        // A completion on a day before the last completion counts only in a new stretch.
        let next = stretch(base: day, key: day, due: current.due.on(day), number: current.number)
        return Settlement(
            occurrence: Occurrence(stretch: next.stretch, key: day), kind: kind, due: current.due, recurrence: next)
    }
}

extension Series {
    /// The day after which the dates of the rule follow the first occurrence.
    var start: Day { max(recurrence.base, recurrence.key) }

    /// The position of the date within the series.
    func number(of date: Day) -> Int {
        guard date != recurrence.key, let dates else { return recurrence.number }
        return recurrence.number + dates.count(after: start, through: date)
    }

    /// The last date of the stretch up to and including `day`, within UNTIL and COUNT; nil if there is none.
    func lastDate(through day: Day) -> Day? {
        guard let rule, let dates else { return nil }
        guard let date = dates.last(through: min(day, rule.lastDay ?? .last)), date > start else {
            return recurrence.key <= day ? recurrence.key : nil
        }
        guard case .count(let count)? = rule.end, number(of: date) > count else { return date }
        guard count > recurrence.number else { return recurrence.key }
        return dates.date(number: dates.count(through: start) + count - recurrence.number)
    }

    /// A new stretch, later than all known ones.
    func stretch(base: Day, key: Day, due: Due, number: Int) -> Recurrence {
        Recurrence(
            rule: recurrence.rule, mode: recurrence.mode, zone: recurrence.zone,
            stretch: min(max(recurrence.stretch, settled.greatestStretch ?? 0), Recurrence.greatestNumber) + 1,
            base: base, key: key, due: due,
            number: number, after: settled.greatestKey(from: 0))
    }
}
