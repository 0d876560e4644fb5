import Foundation
import JSON
import TodoDomain

/// Recurring tasks. The parent of one is what repeats; its children that are done or deleted are settled occurrences, and one
/// that is pending is what it shows by itself.
///
/// Taskwarrior makes a task of each date, also of missed ones, so each is owed (`Recurrence.Mode.each`). Its `mask` has a
/// character for each date so far: those before the first that is pending are settled, whether their tasks are still there or not.
/// The attributes stay as they are, and are written again as long as they agree with what repeats.
///
/// A parent whose `recur` says nothing that is computed here is kept as it is: as a to-do that is done, because Taskwarrior shows
/// the tasks that it made of it, and not the parent.
enum TaskwarriorRecurrence {
    /// What they cannot say: `{"due", "recurrence"}`. It counts as long as the due date is that.
    static let own = "todorecurrence"
    /// The occurrence that a task settles: `{"occurrence", "series", "skipped"}`.
    static let settled = "todooccurrence"

    // MARK: Reading

    /// How a task repeats; nil if it does not, or in a way that is not computed here.
    static func recurrence(_ attributes: [String: JSONValue], due: Due?, in zone: TimeZone) -> Recurrence? {
        guard let due else { return nil }
        let kept = attributes.text(own).flatMap { try? JSONValue(parsing: $0) }
        if let kept, kept["due"]?.asDue?.sortKey == due.sortKey, let found = kept["recurrence"]?.asRecurrence {
            return found
        }
        guard attributes.text("status") == "recurring", let text = attributes.text("recur").flatMap(rule),
            var rule = try? RecurrenceRule(text).clamped(from: due.day)
        else { return nil }
        if let until = attributes.text("until") {
            guard let time = TimeText(basic: until) ?? TimeText(extended: until) else { return nil }
            let last: Day? =
                if case .day(let day) = time { day } else { time.date(in: zone).map { Day(containing: $0, in: zone) } }
            guard let last, let ended = try? rule.ending(.day(last)) else { return nil }
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

    /// The RRULE of a value of `recur`; nil for what counts in less than days, and for anything else.
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

    /// The occurrence that a task settles, as we write it.
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

    /// Writes how a to-do repeats: as a parent, if Taskwarrior can say it, with its current date as the first.
    static func write(_ todo: Todo, to attributes: inout [String: JSONValue], in zone: TimeZone) {
        if let series = todo.series, let occurrence = todo.occurrence {
            let value: JSONValue = [
                "occurrence": .occurrence(occurrence), "series": .string(series.rawValue),
                "skipped": .bool(todo.isSkipped),
            ]
            attributes[settled] = .string(value.canonicalJSON)
        }
        guard let recurrence = todo.recurrence, let due = todo.due, !todo.isDone else {
            // A parent that repeats no more.
            if todo.recurrence != nil || todo.isDone, attributes["status"] == "recurring",
                !isUnknownParent(attributes, due: todo.due, in: zone)
            {
                for name in ["recur", "mask", "rtype", "until"] { attributes[name] = nil }
                attributes["status"] = nil
            }
            return
        }
        guard self.recurrence(attributes, due: due, in: zone) != recurrence else { return }
        for name in ["recur", "mask", "until"] { attributes[name] = nil }
        let register: JSONValue = ["due": .due(due), "recurrence": .recurrence(recurrence)]
        attributes[own] = .string(register.canonicalJSON)
        guard let rule = try? RecurrenceRule(recurrence.rule), let recur = recur(rule, due.day) else {
            attributes["status"] = "pending"
            return
        }
        (attributes["status"], attributes["recur"]) = ("recurring", .string(recur))
        if let last = rule.dates(from: recurrence.base).end {
            attributes["until"] = .string(last.start(in: zone).iso8601Basic)
        }
    }

    /// The value of `recur` for a rule; nil for what Taskwarrior cannot say.
    private static func recur(_ rule: RecurrenceRule, _ day: Day) -> String? {
        let letters: [RecurrenceRule.Frequency: String] = [.daily: "d", .weekly: "w", .monthly: "mo", .yearly: "y"]
        guard let letter = letters[rule.frequency], let open = try? rule.ending(nil) else { return nil }
        if open.description == words["weekdays"] { return "weekdays" }
        guard let plain = try? RecurrenceRule(rule.frequency, interval: rule.interval),
            open == plain || open == plain.clamped(from: day)
        else { return nil }
        return "\(rule.interval)\(letter)"
    }
}
