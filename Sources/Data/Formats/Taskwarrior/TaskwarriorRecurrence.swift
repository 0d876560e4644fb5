import Foundation
import JSON
import TodoDomain

/// Recurring tasks. The parent is the repeating to-do. Its done or deleted children are settled occurrences, and its pending
/// child is the current one. Taskwarrior makes a task for every date, even for missed ones, so every date is owed
/// (`Recurrence.Mode.each`). Its `mask` has a character for each date so far. The dates before the first pending one are
/// settled, even if their tasks are gone. The attributes are kept, and written again as long as they agree with the to-do. A
/// parent whose `recur` is not computed here is kept as a done to-do, because Taskwarrior shows the children and not the
/// parent.
enum TaskwarriorRecurrence {
    /// The values that they cannot express: `{"due", "recur", "recurrence", "shown"}`, where `shown` is the due date of the
    /// current occurrence. They count as long as `due` and `recur` are unchanged.
    static let own = "todorecurrence"
    /// The occurrence that a task settles: `{"occurrence", "series", "skipped"}`.
    static let settled = "todooccurrence"

    // MARK: Reading

    /// The repetition of a task; nil if there is none, or it is not computed here.
    static func recurrence(_ attributes: [String: JSONValue], due: Due?, in zone: TimeZone) -> Recurrence? {
        guard let due else { return nil }
        if let kept = kept(attributes, due: due) { return kept.recurrence }
        guard attributes.text("status") == "recurring", let text = attributes.text("recur").flatMap(rule),
            var rule = try? RecurrenceRule(text).clamped(from: due.day)
        else { return nil }
        if let until = attributes.text("until") {
            guard let last = day(until, in: zone), let ended = try? rule.ending(.day(last)) else { return nil }
            rule = ended
        }
        let settled = (attributes.text("mask") ?? "").prefix { $0 == "+" || $0 == "X" }.count
        guard let key = settled == 0 ? due.day : rule.dates(from: due.day).date(number: settled + 1) else { return nil }
        let name = if case .instant(_, let name) = due { name } else { zone.identifier }
        return Recurrence(
            rule: rule.description, mode: .each, zone: name, base: due.day, key: key, due: due.on(key),
            number: settled + 1)
    }

    /// Whether these are the attributes of a parent that is not computed here.
    static func isUnknownParent(_ attributes: [String: JSONValue], due: Due?, in zone: TimeZone) -> Bool {
        attributes.text("status") == "recurring" && recurrence(attributes, due: due, in: zone) == nil
    }

    /// The register as our export wrote it, and the due date of the current occurrence at that time.
    static func kept(
        _ attributes: [String: JSONValue], due: Due?
    ) -> (recurrence: Recurrence, shown: Due?)? {
        guard let due, let kept = attributes.text(own).flatMap({ try? JSONValue(parsing: $0) }),
            kept["due"]?.asDue?.sortKey == due.sortKey, let recurrence = kept["recurrence"]?.asRecurrence,
            kept["recur"].map({ $0 == attributes["recur"] ?? .null }) ?? true
        else { return nil }
        return (recurrence, kept["shown"]?.asDue)
    }

    /// The day of an `until`.
    private static func day(_ until: String, in zone: TimeZone) -> Day? {
        guard let time = TimeText(basic: until) ?? TimeText(extended: until) else { return nil }
        if case .day(let day) = time { return day }
        return time.date(in: zone).map { Day(containing: $0, in: zone) }
    }

    /// The RRULE of a value of `recur`; nil for a period shorter than a day, and for anything else.
    static func rule(_ recur: String) -> String? {
        let text = recur.lowercased()
        if let known = words[text] { return known }
        let compact = text.hasPrefix("p") ? text.dropFirst() : text[...]
        let digits = compact.prefix { $0.isASCII && $0.isNumber }
        let unit = String(compact.dropFirst(digits.count)).trimmed
        guard digits.count <= 4, let frequency = units[unit], let count = digits.isEmpty ? 1 : Int(digits), count > 0
        else { return nil }
        return count == 1 ? "FREQ=\(frequency)" : "FREQ=\(frequency);INTERVAL=\(count)"
    }

    private static let words = [
        "daily": "FREQ=DAILY", "weekly": "FREQ=WEEKLY", "sennight": "FREQ=WEEKLY", "monthly": "FREQ=MONTHLY",
        "yearly": "FREQ=YEARLY", "annual": "FREQ=YEARLY", "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        "biweekly": "FREQ=WEEKLY;INTERVAL=2", "fortnight": "FREQ=WEEKLY;INTERVAL=2",
        "bimonthly": "FREQ=MONTHLY;INTERVAL=2", "quarterly": "FREQ=MONTHLY;INTERVAL=3",
        "semiannual": "FREQ=MONTHLY;INTERVAL=6", "biannual": "FREQ=YEARLY;INTERVAL=2",
        "biyearly": "FREQ=YEARLY;INTERVAL=2",
    ]
    private static let units = [
        "d": "DAILY", "day": "DAILY", "days": "DAILY", "w": "WEEKLY", "wk": "WEEKLY", "wks": "WEEKLY",
        "week": "WEEKLY", "weeks": "WEEKLY", "m": "MONTHLY", "mo": "MONTHLY", "mos": "MONTHLY", "mth": "MONTHLY",
        "month": "MONTHLY", "months": "MONTHLY", "y": "YEARLY", "yr": "YEARLY", "yrs": "YEARLY", "year": "YEARLY",
        "years": "YEARLY",
    ]

    /// The occurrence that a task settles, as our export writes it.
    static func settledOccurrence(
        _ attributes: [String: JSONValue]
    ) -> (series: Todo.ID, occurrence: Occurrence, isSkipped: Bool)? {
        guard let value = attributes.text(settled).flatMap({ try? JSONValue(parsing: $0) }),
            let occurrence = value["occurrence"]?.asOccurrence,
            let series = value["series"]?.string.flatMap({ Todo.ID($0) })
        else { return nil }
        return (series, occurrence, value["skipped"]?.bool ?? false)
    }

    // MARK: Writing

    /// A parent in Taskwarrior's terms. Its children are numbered from its first date on.
    struct Parent {
        fileprivate let dates: RecurrenceDates
        fileprivate let recur: String
        /// The due date of the first child.
        let due: Due
        /// The stretch of the series that is numbered in this way.
        fileprivate let stretch: Int
        /// The number of the current one, from 0.
        fileprivate let current: Int

        /// nil if Taskwarrior cannot express the rule, or does not count from its beginning.
        init?(_ todo: Todo, in zone: TimeZone) {
            guard let recurrence = todo.recurrence, recurrence.mode != .everyFromCompletion,
                let rule = try? RecurrenceRule(recurrence.rule),
                let recur = TaskwarriorRecurrence.recur(rule, recurrence.base)
            else { return nil }
            let (key, number) = todo.current.map { ($0.key, $0.number) } ?? (recurrence.key, recurrence.number)
            dates = rule.withoutEnd.dates(from: recurrence.base)
            self.recur = recur
            stretch = recurrence.stretch
            current = number - 1
            due = recurrence.usualDue.on(recurrence.base)
            // The mask has a character for each date.
            guard number <= 4096, dates.contains(recurrence.base), dates.contains(key),
                dates.count(through: key) == number,
                Taskwarrior.times.contains(due.moment(in: zone).milliseconds)
            else { return nil }
        }

        /// The mask: the dates before the current one are settled, and later characters stay as Taskwarrior wrote them.
        fileprivate func mask(after kept: String) -> String {
            let kept = stretch == 0 ? Array(kept) : []
            let settled = (0..<current).map { kept.count > $0 && kept[$0] == "X" ? "X" : "+" }
            return settled.joined() + String(kept.dropFirst(current))
        }
    }

    /// Writes the repetition of a to-do: as a parent with a mask, if Taskwarrior can express it.
    /// - Parameters:
    ///   - parent: what recurs, if Taskwarrior counts it from its first date on.
    ///   - known: those that were written before.
    static func write(
        _ todo: Todo, as parent: Parent?, to attributes: inout [String: JSONValue], in zone: TimeZone,
        after known: [Todo.ID: Parent]
    ) {
        writeSettled(todo, to: &attributes, after: known)
        guard let recurrence = todo.recurrence, let due = todo.due, !todo.isDone else {
            // The parent no longer repeats.
            if todo.recurrence != nil || todo.isDone, attributes["status"] == "recurring",
                !isUnknownParent(attributes, due: todo.due, in: zone)
            {
                for name in ["recur", "mask", "rtype", "until"] { attributes[name] = nil }
                attributes["status"] = nil
            }
            return
        }
        let written = parent?.due ?? due
        if let parent, parent.current > 0 || attributes["mask"] != nil {
            attributes["mask"] = .string(parent.mask(after: attributes.text("mask") ?? ""))
        } else {
            attributes["mask"] = nil
        }
        guard self.recurrence(attributes, due: written, in: zone) != recurrence else { return }
        let (until, known) = (attributes.text("until"), attributes.text("recur"))
        for name in ["recur", "until"] { attributes[name] = nil }
        let rule = try? RecurrenceRule(recurrence.rule)
        let isSame =
            known.flatMap(self.rule).flatMap { try? RecurrenceRule($0).clamped(from: written.day) } == rule?.withoutEnd
        let recur = isSame && rule != nil ? known : rule.flatMap { self.recur($0, written.day) }
        (attributes["status"], attributes["recur"]) = (
            .string(recur == nil ? "pending" : "recurring"), recur.map(JSONValue.string)
        )
        let register: JSONValue = [
            "due": .due(written), "recur": attributes["recur"] ?? .null, "recurrence": .recurrence(recurrence),
            "shown": .due(due),
        ]
        attributes[own] = .string(register.canonicalJSON)
        guard recur != nil, let last = rule?.dates(from: recurrence.base).end else { return }
        // `until` must be after the occurrence on the last day.
        let end = Date(milliseconds: last.adding(days: 1).start(in: zone).milliseconds - 1000)
        attributes["until"] = .string(
            until.flatMap { day($0, in: zone) == last ? $0 : nil } ?? end.iso8601Basic)
    }

    /// Writes which occurrence a task settles.
    private static func writeSettled(
        _ todo: Todo, to attributes: inout [String: JSONValue], after known: [Todo.ID: Parent]
    ) {
        guard let series = todo.series, let occurrence = todo.occurrence else { return }
        let value: JSONValue = [
            "occurrence": .occurrence(occurrence), "series": .string(series.rawValue),
            "skipped": .bool(todo.isSkipped),
        ]
        attributes[settled] = .string(value.canonicalJSON)
        guard todo.isDone, attributes["parent"] == nil else { return }
        attributes["parent"] = .string(Taskwarrior.uuid(of: series, Identities(format: "taskwarrior")))
        guard let parent = known[series], parent.stretch == occurrence.stretch, parent.dates.contains(occurrence.key)
        else { return }
        attributes["imask"] = .integer(Int64(parent.dates.count(through: occurrence.key) - 1))
        attributes["recur"] = .string(parent.recur)
    }

    /// The value of `recur` for a rule; nil if Taskwarrior cannot express it.
    fileprivate static func recur(_ rule: RecurrenceRule, _ day: Day) -> String? {
        let letters: [RecurrenceRule.Frequency: String] = [.daily: "d", .weekly: "w", .monthly: "mo", .yearly: "y"]
        guard let letter = letters[rule.frequency], let open = try? rule.ending(nil) else { return nil }
        if open.description == words["weekdays"] { return "weekdays" }
        guard let plain = try? RecurrenceRule(rule.frequency, interval: rule.interval),
            open == plain || open == plain.clamped(from: day)
        else { return nil }
        return "\(rule.interval)\(letter)"
    }
}
