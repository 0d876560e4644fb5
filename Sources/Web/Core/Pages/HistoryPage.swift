import TodoDomain
import TodoKit

/// The steps of the history, newest first, day by day.
enum HistoryPage {
    /// How many steps a page has.
    static let size = 40

    static func content(_ context: PageContext) async throws -> PageContent {
        let query = context.address.query
        let by = query.text("by")
        // One more, to know whether there are others.
        let steps = try await context.store.recentHistory(
            by: by, before: query.text("before").flatMap { HistoryToken($0) }, limit: size + 1)
        let shown = steps.prefix(size)
        let text = try await context.store.historyText(
            naming: shown.reduce(into: Set<RecordKey>()) { $0.formUnion($1.mentioned) })
        var days: [(day: Day, steps: [Fields])] = []
        for step in shown {
            var fields = HistoryRow.fields(step, text)
            fields["moment"] = "/past?at=\(step.date.milliseconds)"
            // Tags and places come with a to-do that names them first.
            let todos = step.records.filter { $0.kind == .todo }
            if let todo = todos.first, todos.count == 1 { fields["href"] = "/todos/\(todo.id)" }
            let day = Day(containing: step.date, in: context.zone)
            if days.last?.day != day { days.append((day, [])) }
            days[days.count - 1].steps.append(fields.completed(["href"]))
        }
        let programs = Set(try await context.store.programs.values).sorted()
        var fields: Fields = [
            "days": days.map { day, steps -> Fields in
                let title = context.dueText.short(.day(day))
                return ["title": title.prefix(1).uppercased() + title.dropFirst(), "steps": steps]
            },
            "isEmpty": shown.isEmpty, "hasWriters": !programs.isEmpty,
            "writers": [["name": "Everybody", "href": "/history", "current": by == nil] as Fields]
                + programs.map {
                    ["name": $0, "href": "/history?by=" + FormFields.encoded($0), "current": by == $0] as Fields
                },
        ]
        if steps.count > size, let last = shown.last {
            fields["next"] = context.address.with(["before": last.token.description])
        }
        return PageContent(title: "History", template: "history", fields: fields)
    }
}
