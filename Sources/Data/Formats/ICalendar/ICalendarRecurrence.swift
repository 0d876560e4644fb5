import Foundation
import JSON
import TodoDomain

/// How a VTODO repeats. Its rule is `RRULE`, counted from its date; what that cannot say is in a property of our own.
enum ICalendarRecurrence {
    /// The register and what was written of it: `{"due", "recurrence", "rrule"}`. It counts as long as the date and the
    /// rule beside it are those.
    static let own = "X-TODO-RECURRENCE"
    /// The occurrence that a to-do settles: `{"occurrence", "series", "skipped"}`.
    static let settled = "X-TODO-OCCURRENCE"

    /// Reads the properties, and takes away what is said by the to-do; nil if it does not repeat, or in a way that has to
    /// stay as it is: beside other dates than those of the rule, of a to-do that is done, or with a start on another day than
    /// that of its date, from which such a rule cannot be counted. EXDATE stays, for other programs; its dates are skipped
    /// (``skipped(of:_:_:in:)``).
    static func take(
        from properties: inout [String: [ICalendarProperty]], of todo: Todo, in time: ICalendarTime
    ) -> Recurrence? {
        guard let rules = properties["RRULE"], rules.count == 1, rules[0].hasNoParameters, !todo.isDone,
            ["RECURRENCE-ID", "RDATE", "EXRULE"].allSatisfy({ properties[$0] == nil }),
            rules[0].value.utf8.count <= Limits.rule, !rules[0].value.isEmpty
        else { return nil }
        let start = properties["DTSTART"]?.first.flatMap(time.due)
        guard let due = todo.due ?? start, let valid = try? Validation.due(due),
            start.map({ $0.day == due.day }) ?? true
        else { return nil }
        let rule = rules[0].value
        let kept = properties[own]?.first.flatMap { try? JSONValue(parsing: $0.text) }
        (properties["RRULE"], properties[own]) = (nil, nil)
        if let kept, let recurrence = kept["recurrence"]?.asRecurrence, kept["rrule"]?.string == rule,
            kept["due"]?.asDue?.sortKey == due.sortKey
        {
            return recurrence
        }
        var zone = time.timeZone.identifier
        if case .instant(_, let name) = valid { zone = name }
        return Recurrence(rule: rule, mode: .every, zone: zone, base: due.day, key: due.day, due: valid)
    }

    /// The to-dos that settle the dates of EXDATE, which are left out of what repeats.
    static func skipped(
        of todo: Todo, _ properties: [ICalendarProperty], at date: Date, in time: ICalendarTime
    ) -> [Todo] {
        guard let recurrence = todo.recurrence, let rule = try? RecurrenceRule(recurrence.rule) else { return [] }
        let dates = rule.dates(from: recurrence.base)
        // More than anybody leaves out by hand; a file is read in bounded memory.
        let values = properties.flatMap { property in
            property.value.split(separator: ",").prefix(1000).compactMap { ICalendarProperty(property, value: $0) }
        }
        return values.prefix(1000).compactMap { time.due($0)?.day }.filter { dates.contains($0) }.map { key in
            let occurrence = Occurrence(stretch: recurrence.stretch, key: key)
            var skipped = Todo(
                id: occurrence.id(in: todo.id), title: todo.title, createdAt: date, completedAt: date,
                due: recurrence.due.on(key))
            (skipped.list, skipped.tags) = (todo.list, todo.tags)
            (skipped.series, skipped.occurrence, skipped.isSkipped) = (todo.id, occurrence, true)
            return skipped
        }
    }

    /// Takes an exception of what repeats for the occurrence that it settles, if it is done or cancelled. One that is still to
    /// be done stays a to-do of its own.
    static func settle(
        _ todo: Todo, _ properties: inout [String: [ICalendarProperty]], of masters: [String: (Todo.ID, Recurrence)],
        in time: ICalendarTime
    ) -> Todo {
        guard todo.isDone, let uid = properties["UID"]?.first?.value, let (series, recurrence) = masters[uid],
            let key = properties["RECURRENCE-ID"]?.first.flatMap(time.due)?.day
        else { return todo }
        let occurrence = Occurrence(stretch: recurrence.stretch, key: key)
        var settled = todo.settling(occurrence, of: series)
        let isSkipped = properties["STATUS"]?.first?.value.uppercased() == "CANCELLED"
        (settled.series, settled.occurrence, settled.isSkipped) = (series, occurrence, isSkipped)
        for name in ["UID", "RECURRENCE-ID", "RRULE"] { properties[name] = nil }
        return settled
    }

    /// The lines, by name. Other programs count from the current date on, so a COUNT is that of the remaining ones.
    static func lines(of todo: Todo) -> [String: String] {
        guard let recurrence = todo.recurrence, let due = todo.due else { return [:] }
        var rule = recurrence.rule
        if let computed = try? RecurrenceRule(rule), case .count(let count)? = computed.end,
            let number = todo.current?.number, number > 1, let left = try? computed.ending(.count(count - number + 1))
        {
            rule = left.description
        }
        let register: JSONValue = [
            "due": .due(due), "recurrence": .recurrence(recurrence), "rrule": .string(rule),
        ]
        return [
            "RRULE": "RRULE:\(rule)", "DTSTART": ICalendarTime.line("DTSTART", due),
            own: "\(own):\(ICalendarText.escaped(register.canonicalJSON))",
        ]
    }

    /// Reads which occurrence a to-do settles.
    static func takeSettled(from properties: inout [String: [ICalendarProperty]], into todo: inout Todo) {
        guard let value = properties[settled]?.first.flatMap({ try? JSONValue(parsing: $0.text) }),
            let occurrence = value["occurrence"]?.asOccurrence,
            let series = value["series"]?.string.flatMap({ Todo.ID($0) })
        else { return }
        properties[settled] = nil
        (todo.series, todo.occurrence, todo.isSkipped) = (series, occurrence, value["skipped"]?.bool ?? false)
    }

    /// The line that says which occurrence a to-do settles; nil for none.
    static func settledLine(of todo: Todo) -> String? {
        guard let series = todo.series, let occurrence = todo.occurrence else { return nil }
        let value: JSONValue = [
            "occurrence": .occurrence(occurrence), "series": .string(series.rawValue), "skipped": .bool(todo.isSkipped),
        ]
        return "\(settled):\(ICalendarText.escaped(value.canonicalJSON))"
    }
}
