import TodoDomain
import TodoKit

/// Fields that two devices changed without knowing of each other: by to-do, with both versions beside each other.
enum ConflictsPage {
    /// How many are shown.
    static let most = 100

    static func content(_ context: PageContext) async throws -> PageContent {
        let found = try await context.store.sync.conflicts(limit: most + 1)
        let shown = found.prefix(most)
        let text = try await context.store.historyText(naming: Set(shown.flatMap(\.mentioned)))
        var groups: [(key: RecordKey, conflicts: [SyncConflict])] = []
        for conflict in shown {
            let key = conflict.todo.map { RecordKey($0) } ?? conflict.record
            if let index = groups.firstIndex(where: { $0.key == key }) {
                groups[index].conflicts.append(conflict)
            } else {
                groups.append((key, [conflict]))
            }
        }
        let kinds = Dictionary(grouping: shown) { HistoryText.word(for: $0.field, of: $0.record.kind) }
        return PageContent(
            title: "Conflicts", template: "conflicts",
            fields: [
                "groups": groups.map { group($0.key, $0.conflicts, text) }, "isEmpty": shown.isEmpty,
                "hasMore": found.count > most,
                "kinds": kinds.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map {
                    word, conflicts -> Fields in
                    [
                        "field": word, "count": conflicts.count, "ids": conflicts.map(\.id),
                        "simple": simple(conflicts),
                    ]
                },
            ])
    }

    /// The conflicts that one button can resolve together. Values edited or deleted since are decided one by one.
    private static func simple(_ conflicts: [SyncConflict]) -> Any {
        let ids = conflicts.filter { !isEdited($0) && $0.now != nil }.map(\.id)
        return ids.isEmpty ? false : ["ids": ids] as Fields
    }

    private static func group(_ key: RecordKey, _ conflicts: [SyncConflict], _ text: HistoryText) -> Fields {
        var fields: Fields = [
            "title": text.names[key] ?? conflicts.first?.title ?? key.id, "rows": conflicts.map { row($0, text) },
            "several": conflicts.count > 1 ? ["ids": conflicts.map(\.id)] as Fields : false,
        ]
        fields["href"] = key.kind == .todo ? "/todos/\(key.id)" : false
        return fields
    }

    private static func row(_ conflict: SyncConflict, _ text: HistoryText) -> Fields {
        func version(_ writing: SyncConflict.Writing) -> Fields {
            let who = text.device(writing.device)
            return [
                "value": text.writing(writing.value, to: conflict.field, of: conflict.record.kind),
                "who": who == "this device" ? who : "on \(who)", "when": text.dueText.short(writing.date),
            ]
        }
        let isEdited = isEdited(conflict)
        let field = HistoryText.word(for: conflict.field, of: conflict.record.kind)
        return [
            "id": conflict.id, "field": conflict.record.kind == .comment ? "comment" : field,
            "other": version(conflict.lost), "used": version(conflict.kept),
            // The button for the other version then overwrites what was edited, or brings back what was deleted.
            "edited": isEdited, "deleted": conflict.now == nil,
            "now": isEdited ? conflict.now.map(version) ?? false : false,
        ]
    }

    /// Whether the field was written again since the conflict was noticed.
    private static func isEdited(_ conflict: SyncConflict) -> Bool {
        conflict.now.map {
            $0.value != conflict.lost.value && ($0.device, $0.date) != (conflict.kept.device, conflict.kept.date)
        } ?? false
    }
}
