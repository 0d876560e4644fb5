import Foundation
import JSON
import TodoDomain

/// The repetition of a VTODO. The rule is `RRULE`, counted from the due date. The remaining data are in a property of our own.
///
/// A `DTSTART` on an earlier day than the due date is the start of the occurrence. tasks.org and Evolution use it in this way,
/// and move both dates with each completion. RFC 5545 counts from that start, and each occurrence is due equally long after.
/// These are the same dates unless the rule names days. If it does, and these are the days of the start, the due date belongs
/// only to the first occurrence. Later occurrences are due on the day on which they start.
///
/// A `DTSTART` at an earlier time of the same day is not a start here, but its time is kept. Other programs compare it with
/// `EXDATE`, `UNTIL` and `RECURRENCE-ID`.
enum ICalendarRecurrence {
    /// The register and the values written beside it: `{"due", "key", "n", "recurrence", "rrule", "start"}`.
    static let own = "X-TODO-RECURRENCE"
    /// The occurrence that a to-do settles: `{"occurrence", "series", "skipped"}`.
    static let settled = "X-TODO-OCCURRENCE"
    /// KDE's property for the due date of the current occurrence. It is beside the due date of the first occurrence.
    private static let kde = "X-KDE-LIBKCAL-DTRECURRENCE"

    // MARK: Reading

    /// Reads the repetition of a to-do, and removes the properties that are expressed by it. nil if the to-do does not repeat,
    /// or if its repetition has to stay as it is: because it has other dates than those of the rule, or because the to-do is
    /// done. EXDATE stays, for other programs.
    static func take(
        from properties: inout [String: [ICalendarProperty]], of todo: inout Todo, in time: ICalendarTime
    ) -> SeriesInFile? {
        guard let rules = properties["RRULE"], rules.count == 1, rules[0].hasNoParameters, !todo.isDone,
            ["RECURRENCE-ID", "RDATE", "EXRULE"].allSatisfy({ properties[$0] == nil }),
            rules[0].value.utf8.count <= Limits.rule, !rules[0].value.isEmpty
        else { return nil }
        let start = properties["DTSTART"]?.first.flatMap(time.due).flatMap { try? Validation.due($0) }
        guard let written = todo.due ?? start, let valid = try? Validation.due(written) else { return nil }
        var (rule, due, key) = (rules[0].value, valid, valid.day)
        let isBegun = start.map { $0.day < due.day } ?? false
        if let start, isBegun, let computed = try? RecurrenceRule(rule), !computed.beginsOn(key),
            computed.beginsOn(start.day)
        {
            key = start.day
        }
        if let now = properties[kde]?.first.flatMap(time.due), let (day, left) = advanced(rule, key, to: now.day) {
            rule = left
            key = day
            due = due.on(day)
        }
        let zone = if case .instant(_, let name) = valid { name } else { time.timeZone.identifier }
        let kept = properties[own]?.first.flatMap { try? JSONValue(parsing: $0.text) }
            .flatMap { self.kept($0, due: written, rule: rules[0].value) }
        for name in ["RRULE", own, kde] { properties[name] = nil }
        let series = SeriesInFile(rule: rule, due: due, key: key, zone: zone, kept: kept?.register)
        todo.recurrence = series.recurrence
        todo.current = nil
        todo.start = isBegun ? start : nil
        if let kept {
            todo.start = kept.start.map { kept.register.recurrence.carrying(start: $0, to: series.recurrence) }
        }
        if let kept, kept.register.isUnchanged { todo.current = kept.register.current }
        todo.due = todo.current?.due ?? due
        return series
    }

    /// Our own data, written beside a rule and a date.
    private static func kept(
        _ value: JSONValue, due: Due, rule: String
    ) -> (register: SeriesInFile.Kept, start: Due?)? {
        guard let recurrence = value["recurrence"]?.asRecurrence, let shown = value["due"]?.asDue,
            let key = value["key"]?.string.flatMap(Day.init), let number = value["n"]?.integer
        else { return nil }
        let isFirst = key == recurrence.key && recurrence.usualDue.on(key).sortKey == shown.sortKey
        // The first occurrence may have been moved.
        let current = Recurrence.Current(
            key: key, due: isFirst ? recurrence.due : shown, number: Int(clamping: number))
        let isUnchanged = shown.sortKey == due.sortKey && value["rrule"]?.string == rule
        return (.init(recurrence, current: current, isUnchanged: isUnchanged), value["start"]?.asDue)
    }

    /// The day of an occurrence, and the rule counted from that day; nil if the rule has no occurrence on that day.
    private static func advanced(_ rule: String, _ first: Day, to day: Day) -> (Day, String)? {
        guard day > first, let computed = try? RecurrenceRule(rule) else { return nil }
        let dates = computed.dates(from: first)
        guard dates.contains(day) else { return nil }
        guard case .count(let count)? = computed.end else { return (day, rule) }
        let left = try? computed.ending(.count(count - dates.count(through: day) + 1))
        return left.map { (day, $0.description) }
    }

    /// The occurrences of a series that a file leaves out, as to-dos without ids of their own.
    /// - Parameter length: see ``length(_:_:)``.
    static func skipped(
        of todo: Todo, _ properties: [ICalendarProperty], length: Int, at date: Date, in time: ICalendarTime
    ) -> [ImportItem] {
        // More than anybody leaves out by hand. The limit bounds the memory for a file.
        let values = properties.flatMap { property in
            property.value.split(separator: ",").prefix(1000).compactMap { ICalendarProperty(property, value: $0) }
        }
        return values.prefix(1000).compactMap(time.due).map { day in
            var skipped = Todo(
                id: .init(stored: ""), title: todo.title, createdAt: date, completedAt: date, due: day)
            // Its list is the list of the series.
            skipped.tags = todo.tags
            let occurrence = OccurrenceInFile(of: todo.id, on: days(day, length), isSkipped: true)
            return .occurrence(skipped, occurrence, modifiedAt: date)
        }
    }

    /// The number of days from the start of an occurrence to its due date. Files identify occurrences by their starts; here
    /// they are identified by their due dates.
    static func length(_ start: Due?, _ due: Due?) -> Int {
        guard let start, let due else { return 0 }
        return max(due.day.daysSince1970 - start.day.daysSince1970, 0)
    }

    /// The possible due days of an occurrence with a start.
    private static func days(_ start: Due, _ length: Int) -> [Due] {
        length > 0 ? [start.on(start.day.adding(days: length)), start] : [start]
    }

    /// The occurrence for which a component is an exception; nil if it is not an exception. For a VTODO with a rule that is
    /// done as a whole, it is the occurrence on the due date.
    static func exception(
        _ todo: Todo, _ properties: [String: [ICalendarProperty]], _ identities: Identities, in time: ICalendarTime
    ) -> OccurrenceInFile? {
        guard todo.series == nil, todo.recurrence == nil, let uid = properties["UID"]?.first?.value, !uid.isEmpty else {
            return nil
        }
        let isSkipped = properties["STATUS"]?.first?.value.uppercased() == "CANCELLED"
        guard let day = properties["RECURRENCE-ID"]?.first.flatMap(time.due) else {
            // A cancelled series has no further occurrences.
            guard properties["RRULE"] != nil, todo.isDone, !isSkipped else { return nil }
            return todo.due.map { OccurrenceInFile(of: todo.id, on: [$0], isSkipped: false) }
        }
        let series = ICalendarEncoder.id(uid: uid, recurrence: nil, identities)
        let length = length(properties["DTSTART"]?.first.flatMap(time.due), todo.due)
        return OccurrenceInFile(of: series, on: days(day, length), isSkipped: isSkipped)
    }

    /// Reads the property about the occurrence that a to-do settles.
    static func takeSettled(from properties: inout [String: [ICalendarProperty]], into todo: inout Todo) {
        guard let value = properties[settled]?.first.flatMap({ try? JSONValue(parsing: $0.text) }),
            let occurrence = value["occurrence"]?.asOccurrence,
            let series = value["series"]?.string.flatMap({ Todo.ID($0) })
        else { return }
        properties[settled] = nil
        todo = todo.settling(occurrence, of: series)
        todo.series = series
        todo.occurrence = occurrence
        todo.isSkipped = value["skipped"]?.bool ?? false
    }

    // MARK: Writing

    /// The lines, by name. DTSTART is the due date, because other programs count from it; so a COUNT is the number of
    /// remaining occurrences. The start of a file is a line of its own (``start(_:due:in:)``). A moved occurrence is an
    /// exception (``moved(_:)``).
    static func lines(of todo: Todo) -> [String: String] {
        guard let recurrence = todo.recurrence, let due = dueOnRule(todo) else { return [:] }
        var rule = recurrence.rule
        if let computed = try? RecurrenceRule(rule), case .count(let count)? = computed.end,
            let number = todo.current?.number, number > 1, let left = try? computed.ending(.count(count - number + 1))
        {
            rule = left.description
        }
        var register: [String: JSONValue] = [
            "due": .due(due), "recurrence": .recurrence(recurrence), "rrule": .string(rule),
        ]
        if let current = todo.current {
            register["key"] = .string("\(current.key)")
            register["n"] = .integer(Int64(current.number))
        }
        if let start = todo.startRegister { register["start"] = .due(start) }
        return [
            "RRULE": "RRULE:\(rule)", "DTSTART": ICalendarTime.line("DTSTART", due),
            "DUE": ICalendarTime.line("DUE", due),
            own: "\(own):\(ICalendarText.escaped(JSONValue.object(register).canonicalJSON))",
        ]
    }

    /// The line of the start from a file, at its time of day on the current due date; nil if it would be after the due date.
    static func start(_ kept: ICalendarProperty, due: Due, in time: ICalendarTime) -> String? {
        guard let start = time.due(kept)?.inZone(of: due), case let moved = start.on(due.day),
            moved.sortKey <= due.sortKey
        else { return nil }
        if moved == start { return kept.line }
        // The line stays in its own zone or without a zone, like the other dates of the file.
        return kept.value.hasSuffix("Z")
            ? ICalendarTime.line("DTSTART", moved)
            : ICalendarProperty(kept, value: Substring(due.day.iso8601Basic + kept.value.dropFirst(8)))?.line
    }

    /// The due date of a to-do. For a series, it is the date of the current occurrence according to the rule, even if the
    /// occurrence was moved.
    static func dueOnRule(_ todo: Todo) -> Due? {
        todo.current.flatMap { current in (usual(todo, current) ?? todo.due)?.on(current.key) } ?? todo.due
    }

    /// The current occurrence of a to-do, if it was moved, and the line with its date according to the rule.
    static func moved(_ todo: Todo) -> (todo: Todo, line: String)? {
        guard todo.recurrence != nil, let current = todo.current, let due = todo.due, let onRule = dueOnRule(todo),
            due.day != current.key || usual(todo, current) != nil
        else { return nil }
        var moved = todo
        moved.recurrence = nil
        moved.current = nil
        moved.start = due
        moved.comments = []
        moved.dependsOn = []
        moved.extras = todo.extras.filter { $0.key == ICalendar.prefix + "UID" }
        return (moved, ICalendarTime.line("RECURRENCE-ID", onRule))
    }

    /// The time of day of the current occurrence according to the rule, if the occurrence was moved to another time.
    private static func usual(_ todo: Todo, _ current: Recurrence.Current) -> Due? {
        current.key == todo.recurrence?.key ? todo.recurrence?.usual : nil
    }

    /// The line about the occurrence that a to-do settles; nil if there is none.
    static func settledLine(of todo: Todo) -> String? {
        guard let series = todo.series, let occurrence = todo.occurrence else { return nil }
        let value: JSONValue = [
            "occurrence": .occurrence(occurrence), "series": .string(series.rawValue), "skipped": .bool(todo.isSkipped),
        ]
        return "\(settled):\(ICalendarText.escaped(value.canonicalJSON))"
    }
}

extension RecurrenceRule {
    /// Whether a day is the first date of the rule when counted from that day.
    fileprivate func beginsOn(_ day: Day) -> Bool { withoutEnd.dates(from: day).contains(day) }
}

extension Recurrence {
    /// The position of an occurrence within the series.
    fileprivate func number(of key: Day) -> Int {
        guard key > self.key, let dates = (try? RecurrenceRule(rule))?.withoutEnd.dates(from: base) else {
            return number
        }
        return number + dates.count(after: max(base, self.key), through: key)
    }
}
