import Foundation
import JSON
import TodoDomain

/// A to-do as another program says it.
struct ForeignTask {
    /// Its id, once it is known.
    var id: Todo.ID?
    var title: String
    var notes = ""
    var list: [String] = []
    var tags: [String] = []
    var parent: Todo.ID?
    var dependsOn: [Todo.ID] = []
    var priority: Priority?
    var due: Due?
    var start: Due?
    var createdAt: Date?
    var completedAt: Date?
    var modifiedAt: Date?
    var recurrence: Recurrence?
    /// Minutes.
    var estimate: Int?
    var alarms: [Alarm] = []
    /// The comments on it, and when they were made, if the file says that.
    var comments: [(text: String, date: Date?)] = []
    /// The values for which there is no field, by the name of the column or member.
    var others: [(name: String, value: JSONValue)] = []

    init(title: String) { self.title = title }

    /// The to-do.
    /// - Parameter prefix: with what the keys of its extras begin.
    func item(id: Todo.ID, prefix: String, _ context: ImportContext, _ tagMaker: inout TagMaker) throws -> ImportItem {
        let title = ForeignTitle(title)
        let modifiedAt = modifiedAt ?? completedAt
        let createdAt = createdAt ?? modifiedAt ?? context.now
        var todo = Todo(
            id: id, title: title.title, notes: title.notes(notes), createdAt: createdAt, updatedAt: modifiedAt,
            completedAt: completedAt, due: recurrence?.due ?? due, priority: priority, start: start,
            estimate: estimate,
            tags: try tagMaker.tags(titled: tags.map { ForeignTitle.tag($0) }, createdAt: createdAt),
            parent: parent == id ? nil : parent,
            dependsOn: dependsOn.filter { $0 != id }, recurrence: recurrence, alarms: alarms)
        let path = list.map { $0.replacing("/", with: "-") }.joined(separator: "/")
        todo.list = ImportedList(path: path)?.model(createdAt: createdAt)
        todo.comments = comments.enumerated().map { index, comment in
            let time = comment.date ?? Date(milliseconds: createdAt.milliseconds.addingClamped(Int64(index)))
            return Todo.Comment(listedAs: comment.text, at: time)
        }
        for (name, value) in others { todo.extras[prefix + name] = value }
        if !title.isExact { todo.extras[prefix + "title"] = .string(self.title) }
        if todo.list == nil, !path.isEmpty { todo.extras[prefix + "list"] = .string(path) }
        return .todo(try todo.validated(), modifiedAt: modifiedAt)
    }

    /// Takes the estimate. If it is too long or not a whole number of minutes, it is kept with the other values.
    /// - Parameters:
    ///   - amount: as the file has it; 0 for no estimate.
    ///   - unit: how many of the file's units are a minute.
    ///   - name: the name of its column or member.
    mutating func takeEstimate(_ amount: Int64, of unit: Int64, named name: String) {
        let (minutes, rest) = amount.quotientAndRemainder(dividingBy: unit)
        if rest == 0, Limits.estimate.contains(Int(clamping: minutes)) {
            estimate = Int(clamping: minutes)
        } else if amount != 0 {
            others.append((name, .integer(amount)))
        }
    }

    /// Takes how often it repeats in words, `every week when done`; false where there is no due date or the words are not
    /// understood.
    mutating func repeats(phrase: String, in zone: TimeZone? = nil, _ context: ImportContext) -> Bool {
        let zone = zone ?? context.timeZone
        guard let due, completedAt == nil else { return false }
        var words = phrase.trimmed
        let suffix = " when done"
        if words.lowercased().hasSuffix(suffix), words.lowercased().hasPrefix("every ") {
            words = "every! " + words.dropFirst("every ".count).dropLast(suffix.count)
        }
        let read = try? RepeatPhrase.parse(
            words, now: context.now, timeZone: zone, settings: context.phrases)
        guard let found = try? read?.recurrence(now: context.now, timeZone: zone, due: due) else {
            return false
        }
        recurrence = found
        return true
    }

    /// Takes an RRULE counted from the due date; false where there is none or it is more than is computed here.
    mutating func repeats(_ rule: String, in zone: TimeZone) -> Bool {
        let text = rule.uppercased().hasPrefix("RRULE:") ? String(rule.dropFirst(6)) : rule
        guard let due, completedAt == nil, let read = try? RecurrenceRule(text) else { return false }
        var name = zone.identifier
        if case .instant(_, let zone) = due { name = zone }
        recurrence = Recurrence(
            rule: read.description, mode: .every, zone: name, base: due.day, key: due.day, due: due)
        return true
    }
}
