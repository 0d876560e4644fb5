import TodoKit

/// What was done, newest first, field by field.
enum HistoryPage {
    /// How many steps a page has.
    static let size = 40

    static func content(_ context: PageContext) async throws -> PageContent {
        let before = context.address.query.text("before").flatMap { HistoryToken($0) }
        // One more, to know whether there are others.
        let steps = try await context.store.recentHistory(before: before, limit: size + 1)
        let shown = steps.prefix(size)
        let text = try await context.store.historyText(
            naming: shown.reduce(into: Set<RecordKey>()) { $0.formUnion($1.mentioned) })
        var fields: Fields = [
            "steps": shown.map { step -> Fields in
                var fields = HistoryRow.fields(step, text)
                fields["moment"] = "/past?at=\(step.date.milliseconds)"
                if let record = step.records.first(where: { $0.kind == .todo }), step.records.count == 1 {
                    fields["href"] = "/todos/\(record.id)"
                }
                return fields.completed(["href"])
            },
            "isEmpty": shown.isEmpty,
        ]
        if steps.count > size, let last = shown.last { fields["next"] = "/history?before=\(last.token)" }
        return PageContent(title: "History", template: "history", fields: fields)
    }
}
