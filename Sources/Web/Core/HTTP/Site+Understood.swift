import Hummingbird
import TodoKit

extension Site {
    /// What quick add understands of a line that is being typed, coloured by its places in the line.
    func understood(_ address: Address, _ visit: Visit) async throws -> Response {
        let line = address.query["line"] ?? ""
        var fields: Fields = [:]
        do {
            let settings = try readSettings()
            let draft = try await store.quickDraft(
                line, missing: settings.missingLists, settings: settings.phrases)
            fields["parts"] = Self.parts(of: line, draft.understood)
            fields["title"] = draft.title
            fields["chips"] = try await chips(of: draft)
            fields["hints"] = draft.hints.map { ["message": $0.message] as Fields }
        } catch let error as TodoError {
            fields["problem"] = error.message
            fields["parts"] = [["text": line] as Fields]
        }
        return html(templates.render("understood", fields), .ok, visit)
    }

    /// What the to-do will have beside its title.
    private func chips(of draft: QuickAdd.Draft) async throws -> [Fields] {
        let environment = store.stack.environment
        let text = DueText(now: environment.now(), timeZone: environment.timeZone)
        var chips: [Fields] = []
        func add(_ kind: QuickAdd.Understood.Kind, _ text: String?) {
            if let text { chips.append(["kind": kind.rawValue, "text": text]) }
        }
        add(.due, draft.due.map(text.short))
        add(.repeat, draft.recurrence?.words)
        add(.start, draft.start.map { "from " + text.short($0) })
        for reminder in draft.reminders { add(.remind, "⏰ " + reminder.words(in: environment.timeZone)) }
        add(.priority, draft.priority.map { "\($0.rawValue) priority" })
        if let list = draft.list { add(.list, try await store.lists.find(list).path) }
        if let path = draft.newList { add(.list, "\(path) (new)") }
        if let parent = draft.parent { add(.parent, "part of " + (try await store.todos.find(parent).title)) }
        if let place = draft.place { add(.place, "@" + TodoRow.name(of: try await store.locations.find(place))) }
        for tag in draft.tags { add(.tag, "#" + tag) }
        return chips
    }

    /// The line in pieces, in order, each with what it was understood as.
    private static func parts(of line: String, _ understood: [QuickAdd.Understood]) -> [Fields] {
        let utf8 = Array(line.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: utf8[range], as: UTF8.self) }
        var (parts, position) = ([Fields](), 0)
        for piece in understood.sorted(by: { $0.span.utf8.lowerBound < $1.span.utf8.lowerBound }) {
            let range = piece.span.utf8
            guard range.lowerBound >= position, range.upperBound <= utf8.count else { continue }
            if range.lowerBound > position { parts.append(["text": text(position..<range.lowerBound)]) }
            parts.append(["text": text(range), "kind": piece.kind.rawValue])
            position = range.upperBound
        }
        if position < utf8.count { parts.append(["text": text(position..<utf8.count)]) }
        return parts
    }
}
