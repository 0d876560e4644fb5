import TodoKit

/// A step of the history in words.
enum HistoryRow {
    /// The fields of a step.
    /// - Parameter id: the to-do whose fields are shown; nil for all that the step changed.
    static func fields(_ step: HistoryTransaction, of id: Todo.ID? = nil, _ text: HistoryText) -> Fields {
        // What a conflict is about is on the page of conflicts.
        let changes = step.changes.filter { change in
            change.kind.isContent && (id == nil || change.kind == .todo && change.id == id?.rawValue)
        }
        var fields: Fields = [
            "token": step.token.rawValue, "action": id == nil ? text.action(step) : step.action,
            "when": text.dueText.short(step.date), "long": text.dueText.long(step.date),
            "who": step.client?.name ?? text.device(step.device), "author": step.author.rawValue,
            "synced": step.author == .sync,
        ]
        fields["changes"] = changes.prefix(40).compactMap { change -> Fields? in
            guard change.field != HistoryChange.created else { return nil }
            let (before, after) = (
                text.value(change.before, of: change.field, in: change.kind),
                text.value(change.after, of: change.field, in: change.kind)
            )
            return [
                "field": HistoryText.word(for: change.field, of: change.kind),
                // Another place among the same others reads the same.
                "before": before == after ? false : before.orNothing, "after": after.orNothing,
            ]
        }
        return fields
    }
}
