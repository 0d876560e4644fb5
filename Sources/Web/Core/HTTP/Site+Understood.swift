import Hummingbird
import TodoKit

extension Site {
    /// What quick add understands of a line that is being typed, coloured by its places in the line.
    func understood(_ address: Address, _ visit: Visit) async throws -> Response {
        let line = address.query["line"] ?? ""
        var fields: Fields = [:]
        do {
            let draft = try await store.quickDraft(line, settings: try readSettings().phrases)
            fields["parts"] = Self.parts(of: line, draft.understood)
            fields["title"] = draft.title
            let environment = store.stack.environment
            let text = DueText(now: environment.now(), timeZone: environment.timeZone)
            var chips: [Fields] = []
            if let due = draft.due { chips.append(["kind": "due", "text": text.short(due)]) }
            if let recurrence = draft.recurrence { chips.append(["kind": "repeat", "text": recurrence.words]) }
            if let start = draft.start { chips.append(["kind": "start", "text": "from " + text.short(start)]) }
            if let list = draft.list {
                chips.append(["kind": "list", "text": try await store.lists.find(list).path])
            }
            chips += draft.tags.map { ["kind": "tag", "text": $0] as Fields }
            fields["chips"] = chips
        } catch let error as TodoError {
            fields["problem"] = error.message
            fields["parts"] = [["text": line] as Fields]
        }
        return html(templates.render("understood", fields), .ok, visit)
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
