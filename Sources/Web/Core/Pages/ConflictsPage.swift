import TodoKit

/// What lost against another device's edit: the three values, and a button to take it back.
enum ConflictsPage {
    /// How many are shown.
    static let most = 100

    static func content(_ context: PageContext) async throws -> PageContent {
        let found = try await context.store.sync.conflicts(limit: most + 1)
        let shown = found.prefix(most)
        let text = try await context.store.historyText(naming: Set(shown.flatMap(\.mentioned)))
        let rows = shown.map { conflict -> Fields in
            func fields(_ writing: SyncConflict.Writing) -> Fields {
                [
                    "value": text.writing(writing.value, to: conflict.field, of: conflict.record.kind),
                    "who": text.device(writing.device), "when": text.dueText.short(writing.date),
                ]
            }
            let owner = conflict.todo.map { " (comment on “\(text.names[RecordKey($0)] ?? $0.rawValue)”)" } ?? ""
            var row: Fields = [
                "id": conflict.id, "title": conflict.title,
                "field": HistoryText.word(for: conflict.field, of: conflict.record.kind) + owner,
                "lost": fields(conflict.lost), "kept": fields(conflict.kept),
            ]
            // Taking it back would write over what was edited since: that takes another button.
            let isEdited =
                conflict.now.map {
                    $0.value != conflict.lost.value
                        && ($0.device, $0.date) != (conflict.kept.device, conflict.kept.date)
                } ?? false
            row["edited"] = isEdited
            // So would bringing back what was deleted since.
            row["deleted"] = conflict.now == nil
            if isEdited, let now = conflict.now { row["now"] = fields(now) }
            let todo = conflict.record.kind == .todo ? conflict.record.id : conflict.todo?.rawValue
            if let todo { row["href"] = "/todos/\(todo)" }
            return row.completed(["now", "href"])
        }
        return PageContent(
            title: "Conflicts", template: "conflicts",
            fields: ["rows": Array(rows), "isEmpty": rows.isEmpty, "hasMore": found.count > most])
    }
}
