import Foundation
import TodoDomain
import TodoKit

/// A to-do as a row of a list shows it.
struct TodoRow {
    let context: PageContext
    /// Whether the page is about one list, which its rows need not repeat.
    var omitsList = false
    /// The to-do whose details are open beside the list.
    var open: Todo.ID?
    /// Whether rows can be put in another order.
    var isOrdered = false
    /// The beginning of the ids of its elements: a to-do can be in a list and in the details beside it.
    var prefix = "t"
    /// Whether a box selects each row, which pages have for browsers without JavaScript.
    private let isSelecting: Bool
    /// The rows that were selected in a refused form.
    private let selected: Set<String>
    /// The shared spaces of to-dos that name who is to do them.
    var spaces: [Space.ID: Space] = [:]
    /// The to-dos that the remote does not have yet, or refuses.
    var syncStates: [Todo.ID: RecordSyncState] = [:]
    /// The address of the page without details beside the list.
    private let closedAddress: String
    /// The same with the details of the to-do whose id follows.
    private let openingAddress: String

    init(
        context: PageContext, omitsList: Bool = false, open: Todo.ID? = nil, isOrdered: Bool = false,
        prefix: String = "t"
    ) {
        self.context = context
        self.omitsList = omitsList
        self.open = open
        self.isOrdered = isOrdered
        self.prefix = prefix
        isSelecting = context.isSelecting && prefix == "t"
        selected = Set(context.problem?.form.all("id") ?? [])
        closedAddress = context.address.with(["open": nil])
        openingAddress = closedAddress + (closedAddress.contains("?") ? "&open=" : "?open=")
    }

    /// How deep rows are indented; below that they stay there.
    static let deepest = 8

    /// The row as HTML; the parameters are those of ``fields(_:level:hiddenParents:starts:)``.
    func html(_ todo: Todo, level: Int = 0, hiddenParents: Int? = nil, starts: Bool = false) -> String {
        let text = context.dueText
        var shown = todo
        // A row does not show these, and they can be long.
        shown.notes = todo.notes.isEmpty ? "" : "≡"
        shown.comments = []
        shown.extras = [:]
        shown.updatedAt = todo.createdAt
        let source = Source(
            todo: shown, comments: todo.comments.count, level: level, hiddenParents: hiddenParents, starts: starts,
            closedAddress: closedAddress,
            isOpen: todo.id == open, omitsList: omitsList, isOrdered: isOrdered, prefix: prefix,
            isSelecting: isSelecting, isSelected: selected.contains(Self.selection(todo)),
            syncState: syncStates[todo.id], assignee: assignee(of: todo), today: context.today, zone: context.zone,
            isOverdue: text.isOverdue(todo),
            isWaiting: text.isWaiting(todo))
        return context.templates.part("row", of: source) {
            fields(todo, level: level, hiddenParents: hiddenParents, starts: starts)
        }
    }

    /// All that a row follows from.
    private struct Source: Hashable, Sendable {
        let todo: Todo
        let comments: Int
        let level: Int
        let hiddenParents: Int?
        let starts: Bool
        let closedAddress: String
        let isOpen: Bool
        let omitsList: Bool
        let isOrdered: Bool
        let prefix: String
        let isSelecting: Bool
        let isSelected: Bool
        let syncState: RecordSyncState?
        let assignee: String?
        let today: Day
        let zone: TimeZone
        let isOverdue: Bool
        let isWaiting: Bool
    }

    /// The fields of the template `row`.
    /// - Parameters:
    ///   - level: how many to-dos above it are in the same list.
    ///   - hiddenParents: how many right above it are not; nil for all.
    ///   - starts: whether to show when it can be begun instead of when it is due.
    func fields(
        _ todo: Todo, level: Int = 0, hiddenParents: Int? = nil, starts: Bool = false
    ) -> Fields {
        let text = context.dueText
        let isOpen = todo.id == open
        let level = min(level, Self.deepest)
        let id = FormFields.encoded(todo.id.rawValue)
        let (act, word) = todo.isDone ? ("reopen", "Reopen") : ("done", "Done")
        var fields: Fields = [
            "id": todo.id.rawValue, "title": todo.title, "done": todo.isDone, "level": level,
            "classes": classes(todo, level: level), "label": "\(word): \(todo.title)",
            "act": "\(act)?id=\(id)" + (todo.current.map { "&key=\($0.key)" } ?? ""),
            "href": isOpen ? closedAddress : openingAddress + id, "draggable": isOrdered, "prefix": prefix,
            "pick": isSelecting
                ? ["value": Self.selection(todo), "checked": selected.contains(Self.selection(todo))] as Fields : false,
        ]
        if let priority = todo.priority { fields["priority"] = priority.rawValue }
        if todo.isStarted { fields["started"] = true }
        if todo.isBlocked { fields["blocked"] = true }
        if todo.isSkipped { fields["skipped"] = true }
        if text.isWaiting(todo), let start = todo.start { fields["waiting"] = text.short(start) }
        if todo.isDone, let completedAt = todo.completedAt {
            fields["completed"] = text.short(completedAt)
        } else if starts, let start = todo.start {
            fields["isDue"] = true
            fields["due"] = "starts " + text.short(start)
        } else if let due = todo.due {
            let isOverdue = text.isOverdue(todo)
            fields["isDue"] = true
            fields["due"] = text.short(due)
            fields["overdue"] = isOverdue
            fields["dueClass"] = isOverdue ? "overdue" : text.isDueToday(todo) ? "today" : ""
        }
        if let recurrence = todo.recurrence {
            fields["repeats"] = recurrence.isComputed ? recurrence.words : "repeats, not computed"
        }
        if let estimate = todo.estimate { fields["estimate"] = EstimatePhrase.text(of: estimate) }
        if !todo.alarms.isEmpty { fields["reminds"] = todo.alarms.count }
        if !todo.notes.isEmpty { fields["notes"] = true }
        if !todo.comments.isEmpty { fields["comments"] = todo.comments.count }
        if todo.subtasks.all > 0 {
            fields["subtasks"] = ["done": todo.subtasks.done, "all": todo.subtasks.all] as Fields
        }
        if !todo.tags.isEmpty { fields["tags"] = todo.tags.map(Self.fields) }
        if let name = assignee(of: todo) { fields["assignee"] = name }
        if let place = todo.location {
            fields["place"] = ["name": Self.name(of: place), "href": "/places/\(place.id)"] as Fields
        }
        if !omitsList, let list = todo.list {
            var link: Fields = ["path": list.path, "href": "/lists/\(list.id)"]
            link["color"] = Self.color(list.color) ?? false
            fields["list"] = link
        }
        let parents = todo.ancestors.suffix(hiddenParents ?? todo.ancestors.count)
        if !parents.isEmpty { fields["path"] = parents.map(\.title).joined(separator: " › ") }
        if let state = syncStates[todo.id], state.isUnsent || state.refusal != nil {
            fields["unsent"] = state.refusal == nil ? "Not on the server yet" : "The server refuses it"
        }
        for (group, names) in Self.groups { fields[group] = names.contains { fields[$0] != nil } }
        return fields
    }

    /// Fields that few rows have, by the section of the template in which they are: looking for each takes time.
    private static let groups = ["state", "more"].map { ($0, Templates.sections(in: $0, of: "row")) }

    /// Who is to do it, in a shared list; nil for nobody. Somebody who is no longer a member does nothing.
    private func assignee(of todo: Todo) -> String? {
        let member = todo.space.flatMap { spaces[$0] }?.members.first { $0.id == todo.assignee }
        return member.map { $0.isMe ? "you" : $0.label }
    }

    /// The fields of the template, for templates in which something else surrounds them.
    static let names = Templates.names(in: "row")

    /// The value of a selected row in a form: its id, and the occurrence that it shows.
    private static func selection(_ todo: Todo) -> String {
        todo.id.rawValue + (todo.current.map { " \($0.key)" } ?? "")
    }

    private func classes(_ todo: Todo, level: Int) -> String {
        var classes = "level-\(level)"
        if todo.isDone { classes += " is-done" }
        if let priority = todo.priority { classes += " p-\(priority.rawValue)" }
        if todo.id == open { classes += " is-open" }
        if todo.isBlocked { classes += " is-blocked" }
        if todo.isStarted { classes += " is-started" }
        return classes
    }

    /// A tag as a link.
    static func fields(_ tag: Tag) -> Fields {
        var fields: Fields = ["title": tag.title, "href": "/tags/\(tag.id)"]
        fields["color"] = color(tag.color) ?? false
        return fields
    }

    /// The name of a place, or otherwise its position.
    static func name(of place: Location) -> String { place.placeName ?? "\(place.latitude), \(place.longitude)" }

    /// A colour that a drawing can have: `#rrggbb`, or a name such as `red`. Anything else is left out.
    static func color(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 20 else { return nil }
        let isCode = text.hasPrefix("#") && [4, 7].contains(text.count) && text.dropFirst().allSatisfy(\.isHexDigit)
        return isCode || text.allSatisfy({ $0.isASCII && $0.isLetter }) ? text : nil
    }
}
