import TodoKit

/// What is overdue, due today, due in the next days and being worked on.
enum AgendaPage {
    static func content(_ context: PageContext) async throws -> PageContent {
        let agenda = try await context.store.agenda(days: Agenda.usualDays, rows: 100)
        let row = TodoRow(context: context, open: try Detail.open(context))
        func fields(_ title: String, _ name: String, _ entries: [Agenda.Entry], of all: Int) -> Fields? {
            guard !entries.isEmpty else { return nil }
            var fields: Fields = [
                "title": title, "name": name, "rows": entries.map { row.html($0.todo, starts: $0.isStart) },
            ]
            if all > entries.count { fields["hidden"] = all - entries.count }
            return fields
        }
        var sections: [Fields] = []
        sections += [
            fields("Overdue", "overdue", agenda.overdue, of: agenda.counts.overdue),
            fields("Today", "today", agenda.today, of: agenda.counts.today),
            fields("In progress", "started", agenda.started, of: agenda.counts.started),
        ].compactMap(\.self)
        for day in agenda.next {
            let title = context.dueText.short(.day(day.day))
            fields(title.prefix(1).uppercased() + title.dropFirst(), "next", day.entries, of: day.entries.count).map {
                sections.append($0)
            }
        }
        var fields: Fields = ["sections": sections, "date": context.dueText.long(.day(context.today))]
        if sections.isEmpty {
            let open = try await context.total(.all.open)
            fields["empty"] = ["open": open, "hasOpen": open > 0] as Fields
        }
        if let detail = try await Detail.fields(context) { fields["detail"] = detail }
        return PageContent(title: "Agenda", template: "agenda", fields: fields)
    }
}
