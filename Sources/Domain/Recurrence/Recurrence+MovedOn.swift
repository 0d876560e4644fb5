package import Foundation

extension Recurrence {
    /// The meaning of a later date that another program gives to a series.
    ///
    /// Many programs complete an occurrence by moving the series to its next date, so such a date is a completion. A date
    /// before the next one moves the occurrence.
    package enum MovedOn: Hashable, Sendable {
        /// The occurrences on these days are done, and the one on `next` is the current one. If the date is not on the
        /// rule, that one is moved to the date, just once.
        case done([Day], next: Day, isOnRule: Bool)
        /// The shown occurrence is moved, just once.
        case once
    }

    /// The maximum number of occurrences that one date completes.
    private static let mostPassed = 100

    /// Finds the meaning of a later date. The rule must not count from the completion, because its dates are not known then.
    /// - Parameters:
    ///   - shown: the occurrence that the program had before, and when it was due.
    ///   - due: the date that it has now.
    package func movedOn(from shown: Current, to due: Due) -> MovedOn {
        var (passed, next): ([Day], Day?) = ([shown.key], nil)
        // An occurrence that was moved just once may be moved on by as much.
        let shift = shown.due.day.daysSince1970 - shown.key.daysSince1970
        let wanted = [due.day, due.day.adding(days: -shift)]
        for day in days(after: shown).prefix(Self.mostPassed) {
            if day > max(wanted[0], wanted[1]) { break }
            if let next { passed.append(next) }
            next = day
        }
        guard let next, next <= due.day || wanted.contains(next) else { return .once }
        return .done(passed, next: next, isOnRule: wanted.contains(next))
    }
}

extension Series {
    /// The days of the occurrences that another program has completed by moving the series on to a date of its rule;
    /// empty if it has not. With the mode `each` they are all open ones before that date, otherwise the last of them,
    /// which settles those before it.
    /// - Parameter date: when the file was edited. A series that counts from its completion was completed then.
    package func completed(by file: SeriesInFile, at date: Date) -> [Day] {
        if let kept = file.kept, kept.isUnchanged || kept.recurrence != recurrence { return [] }
        guard let current, isSameRule(file.rule), let rule = try? RecurrenceRule(file.rule) else { return [] }
        let due = file.due.inZone(of: recurrence.usualDue)
        let key = file.key == file.due.day ? due.day : file.key
        guard key > current.key, due.sortKey > current.due.sortKey, rule.allows(key, number: 1) else { return [] }
        guard recurrence.mode != .everyFromCompletion else {
            let day = Day(containing: date, in: Due.zone(recurrence.zone))
            let done = Recurrence.Current(key: day, due: current.due.on(day), number: current.number)
            // Otherwise the date does not follow from a completion on that day.
            let next = recurrence.days(after: done).first { _ in true }
            return day < key && next.map { $0 >= key } ?? false ? [current.key] : []
        }
        guard case .done(let days, next: key, isOnRule: true) = recurrence.movedOn(from: current, to: due) else {
            return []
        }
        return recurrence.mode == .each ? days : days.suffix(1)
    }
}
