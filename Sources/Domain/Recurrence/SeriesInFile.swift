package import Foundation

/// The description of a series in a file of another program: the rule, and which occurrence comes next.
///
/// Other programs count a rule from that occurrence on, and its COUNT is the number of remaining occurrences.
public struct SeriesInFile: Hashable, Sendable {
    /// The rule as the file has it.
    public let rule: String
    /// When the occurrence that comes next is due.
    public let due: Due
    /// The day of that occurrence by the rule.
    public let key: Day
    /// The IANA name of the time zone for parts of the file that do not name one.
    public let zone: String
    /// The data that this program once wrote beside it, if the file still has them.
    public let kept: Kept?

    /// A register beside a rule and a date, which another program may have changed since.
    public struct Kept: Hashable, Sendable {
        /// The register.
        public let recurrence: Recurrence
        /// The occurrence that came next when it was written.
        public let current: Recurrence.Current
        /// Whether the rule and the date are still the ones beside which it was written.
        public let isUnchanged: Bool

        /// A register of a file.
        package init(_ recurrence: Recurrence, current: Recurrence.Current, isUnchanged: Bool) {
            self.recurrence = recurrence
            self.current = current
            self.isUnchanged = isUnchanged
        }
    }

    /// A series from its parts in a file.
    /// - Parameter key: nil for the day of `due`.
    package init(rule: String, due: Due, key: Day? = nil, zone: String, kept: Kept? = nil) {
        self.rule = rule
        self.due = due
        self.key = key ?? due.day
        self.zone = zone
        self.kept = kept
    }

    /// The register of a series that is not known yet: the kept register with the later changes of the file, or a new
    /// one.
    public var recurrence: Recurrence {
        guard let kept else { return Recurrence(rule: rule, mode: .every, zone: zone, base: key, key: key, due: due) }
        return kept.isUnchanged ? kept.recurrence : Series(kept).takingChanges(of: self)
    }
}

/// The occurrence that a record of a file is about.
public struct OccurrenceInFile: Hashable, Sendable {
    /// The to-do that repeats, which need not be in the file.
    public let series: Todo.ID
    /// The days that the file may mean. The first of them on which the series has an occurrence counts.
    public let days: [Due]
    /// Whether it was left out or cancelled, rather than done.
    public let isSkipped: Bool

    /// An occurrence that a file names.
    package init(of series: Todo.ID, on days: [Due], isSkipped: Bool) {
        self.series = series
        self.days = days
        self.isSkipped = isSkipped
    }
}

extension Series {
    /// The register after reading a file of another program. If the file says nothing new, it is the present register,
    /// so that reading the file again changes nothing.
    ///
    /// Such a program advances the date with each completion, which ``completed(by:at:)`` finds and an import settles
    /// before this. Or it keeps a date that has been completed here since. So a date before the current one is ignored. A
    /// later date on which the rule has an occurrence moves the current occurrence there: open occurrences stay open, and
    /// the mode, the stretch and the whole COUNT stay. Any other date is a new anchor, and another rule begins a new
    /// stretch.
    package func taking(_ file: SeriesInFile) -> Recurrence {
        guard let kept = file.kept, kept.recurrence != recurrence, kept.recurrence.stretch >= recurrence.stretch else {
            return file.kept?.isUnchanged ?? false ? recurrence : takingChanges(of: file)
        }
        // It was edited elsewhere.
        return kept.isUnchanged
            ? kept.recurrence : Series(kept.recurrence, settled: settled).takingChanges(of: file)
    }

    /// The register with the date and the rule of a file, without its kept register.
    func takingChanges(of file: SeriesInFile) -> Recurrence {
        let due = file.due.inZone(of: recurrence.usualDue)
        let key = file.key == file.due.day ? due.day : file.key
        guard isSameRule(file.rule) else { return repeating(byRuleOf: file, due: due, key: key) }
        guard let current else {
            // Another program has moved the series on.
            let last = settled.greatestKey(from: 0)
            guard last.map({ key > $0 }) ?? true, key > recurrence.key else { return ended(as: file.rule, at: key) }
            return repeating(by: file.rule, mode: recurrence.mode, zone: recurrence.zone, first: due)
        }
        let isShown = [current.due, current.due.on(current.key), recurrence.usualDue.on(current.key)]
            .contains { due.sortKey == $0.sortKey }
        var next = ended(as: file.rule, at: isShown ? current.key : key, due: due)
        guard !isShown, due.sortKey > current.due.sortKey || due.day == current.due.day else { return next }
        let series = Series(next, settled: settled, current: current)
        let isOnRule = key > start && key > current.key && dates?.contains(key) ?? false
        // If the end is before the date, the file contradicts itself; the date then stays.
        if let moved = isOnRule ? try? series.moved(once: due) : try? series.beginning(at: due) {
            next = moved
            // The file uses this time for all occurrences; an occurrence with another time is an exception.
            next.usual = nil
        }
        return next
    }

    /// The key of the occurrence that a record of a file is about. nil if the series has no occurrence on these days,
    /// or had it before its present stretch began.
    /// - Parameter date: when it was done. In a series that counts from its completion, that day identifies the
    ///   occurrence.
    package func key(of file: OccurrenceInFile, doneAt date: Date?) -> Day? {
        let days = file.days.map { $0.inZone(of: recurrence.usualDue).day }
        guard recurrence.mode == .everyFromCompletion else {
            return days.first { day in
                settled.contains(day, from: 0) || day == recurrence.key || day > start && dates?.contains(day) ?? false
            }
        }
        guard let day = days.max(), day >= recurrence.key else { return nil }
        guard let date, !file.isSkipped else { return current?.key }
        return Day(containing: date, in: Due.zone(recurrence.zone))
    }

    /// Whether it is the rule of the series, but for its end.
    func isSameRule(_ text: String) -> Bool {
        guard let rule, let other = try? RecurrenceRule(text) else {
            return text.uppercased() == recurrence.rule.uppercased()
        }
        return rule.withoutEnd == other.withoutEnd
    }

    /// A stretch by another rule. If its date has been settled here since, it begins after that date.
    private func repeating(byRuleOf file: SeriesInFile, due: Due, key: Day) -> Recurrence {
        let rule = try? RecurrenceRule(file.rule)
        let isPlain =
            rule.map { (try? RecurrenceRule($0.frequency, interval: $0.interval, end: $0.end)) == $0 } ?? false
        let mode = recurrence.mode == .everyFromCompletion && !isPlain ? .every : recurrence.mode
        var (first, day) = (due, key)
        let earliest = max(current?.key ?? key, settled.greatestKey(from: 0)?.adding(days: 1) ?? key)
        if key < earliest, let next = rule?.withoutEnd.dates(from: key).first(from: earliest) {
            first = due.on(next)
            day = next
        }
        var next = repeating(by: file.rule, mode: mode, zone: recurrence.zone, first: first)
        next.base = key
        next.key = day
        return next
    }

    /// The register with the end of a rule that counts from the occurrence on a day. Its text stays unchanged if it
    /// means the same.
    private func ended(as text: String, at key: Day, due: Due? = nil) -> Recurrence {
        guard let rule, let other = try? RecurrenceRule(text), text != recurrence.rule else { return recurrence }
        var end = other.end
        if case .count(let count)? = end {
            guard let number = numberInFile(of: key, due) else { return recurrence }
            end = .count(min(number - 1 + count, RecurrenceRule.greatestNumber))
        }
        guard end != rule.end, let ended = try? rule.ending(end) else { return recurrence }
        var next = recurrence
        next.rule = ended.description
        return next
    }

    /// The position of the occurrence that a file shows on a day; nil if it belongs to an earlier stretch.
    private func numberInFile(of key: Day, _ due: Due?) -> Int? {
        let isFixed = recurrence.mode != .everyFromCompletion
        if let current, key == current.key { return current.number }
        if isFixed, key == recurrence.key || key > start && dates?.contains(key) ?? false { return number(of: key) }
        return current.flatMap { current in due.flatMap { $0.sortKey > current.due.sortKey ? current.number : nil } }
    }

    /// The state in the file: everything before its current occurrence is settled.
    fileprivate init(_ kept: SeriesInFile.Kept) {
        let before = kept.current.key.adding(days: -1)
        self.init(
            kept.recurrence,
            settled: SettledBefore(
                stretch: kept.recurrence.stretch, key: kept.recurrence.after.map { max($0, before) } ?? before,
                count: kept.current.number - 1),
            current: kept.current)
    }
}

/// The other occurrences of a file that has only the current one: all earlier ones are settled.
private struct SettledBefore: SettledOccurrences {
    let stretch: Int
    let key: Day
    let count: Int

    func greatestKey(from stretch: Int) -> Day? { key }
    func greatestKey(before stretch: Int) -> Day? { nil }
    func contains(_ key: Day, from stretch: Int) -> Bool { key <= self.key }
    var greatestStretch: Int? { stretch }
}

extension Due {
    /// The same instant in the zone of another one, if it is given in UTC: programs convert instants when they exchange
    /// them.
    package func inZone(of other: Due) -> Due {
        guard case .instant(let date, let zone) = self, case .instant(_, let known) = other,
            ["UTC", "GMT"].contains(zone)
        else { return self }
        return .instant(date, zone: known)
    }
}
