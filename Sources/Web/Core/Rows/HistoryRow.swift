import TodoDomain
import TodoKit

/// A step of the history as a person tells it.
enum HistoryRow {
    /// How many changes of a step are shown at once; the others are folded.
    private static let (shown, most) = (3, 40)

    /// The fields of a step.
    /// - Parameter id: the to-do whose fields are shown; nil for all that the step changed.
    static func fields(_ step: HistoryTransaction, of id: Todo.ID? = nil, _ text: HistoryText) -> Fields {
        // The page of conflicts shows what a conflict is about.
        let changes = step.changes.filter { change in
            change.kind.isContent && (id == nil || change.kind == .todo && change.id == id?.rawValue)
        }
        let writer = text.writer(of: step)
        var fields: Fields = [
            "token": step.token.rawValue, "did": text.sentence(step), "time": text.dueText.clock(step.date),
            "when": text.dueText.short(step.date), "long": text.dueText.long(step.date), "who": writer.words,
            "synced": step.author == .sync, "assistant": false,
        ]
        if case .program = writer { fields["assistant"] = true }
        // The sentence says what was made.
        let made = Set(changes.filter { $0.field == HistoryChange.created }.map { RecordKey($0.kind, $0.id) })
        let rows = changes.filter { change in
            change.field != HistoryChange.created && change.field != HistoryChange.deleted
                && !(change.field.rawValue == "title" && made.contains(RecordKey(change.kind, change.id)))
        }.prefix(most).map { self.change($0, text) }
        fields["changes"] = Array(rows.prefix(shown))
        fields["folded"] =
            rows.count > shown ? ["count": rows.count - shown, "changes": Array(rows.dropFirst(shown))] : false
        return fields
    }

    /// A field with its value before and after, or the words that are different.
    private static func change(_ change: HistoryChange, _ text: HistoryText) -> Fields {
        let before = text.value(change.before, of: change.field, in: change.kind)
        let after = text.value(change.after, of: change.field, in: change.kind)
        var fields: Fields = [
            "field": HistoryText.word(for: change.field, of: change.kind),
            // Two positions in one list have the same words, so only the new one is shown.
            "before": before == after ? false : before.orNothing, "after": after.orNothing, "parts": false,
        ]
        if case .text(let old) = FieldContent(change.before, of: change.field, in: change.kind),
            case .text(let new) = FieldContent(change.after, of: change.field, in: change.kind)
        {
            fields["parts"] = WordDifference(from: old, to: new).shortened().parts.map { part -> Fields in
                ["text": part.text, "removed": part.kind == .removed, "added": part.kind == .added]
            }
        }
        return fields
    }
}
