import TodoKit

/// The to-dos that are overdue, due today or in the next days, or in progress.
enum AgendaPage {
    static func content(_ context: PageContext) async throws -> PageContent {
        let agenda = try await context.store.agenda(days: Agenda.usualDays, rows: 100)
        var row = TodoRow(context: context, open: try Detail.open(context))
        let entries = agenda.overdue + agenda.today + agenda.started + agenda.next.flatMap(\.entries)
        row.spaces = try await context.spaces(of: entries.lazy.map(\.todo))
        let (all, shown) = (agenda.counts, agenda.shown)
        var sections: [Fields] = []
        /// Adds a section, with a filter for what is left out of it.
        func add(_ title: String, _ name: String, _ entries: [Agenda.Entry], hidden: Int, _ filter: String) {
            guard !entries.isEmpty else { return }
            var fields: Fields = [
                "title": title, "name": name, "rows": entries.map { row.html($0.todo, starts: $0.isStart) }.joined(),
                "href": "/find?q=" + FormFields.encoded(filter),
            ]
            if hidden > 0 { fields["hidden"] = hidden }
            // A to-do that was due earlier today stays there.
            let earlier = DueWindow(from: nil, until: context.today, in: context.zone)
            fields["late"] = name == "overdue" && entries.contains { $0.todo.due.map(earlier.contains) ?? false }
            sections.append(fields)
        }
        add("Overdue", "overdue", agenda.overdue, hidden: all.overdue - shown.overdue, "is:overdue")
        add("Today", "today", agenda.today, hidden: all.today - shown.today, "due:today or start:today")
        add("In progress", "started", agenda.started, hidden: all.started - shown.started, "is:started")
        for day in agenda.next {
            let title = context.dueText.short(.day(day.day))
            // The last day says how many to-dos of all days are left out, because whole days may be missing.
            let hidden = day.day == agenda.next.last?.day ? all.next - shown.next : 0
            add(
                title.prefix(1).uppercased() + title.dropFirst(), "next", day.entries, hidden: hidden,
                "due:tomorrow.. or start:tomorrow..")
        }
        var fields: Fields = [
            "sections": sections, "selecting": sections.isEmpty ? false : context.selecting,
            "date": context.dueText.long(.day(context.today)),
        ]
        if sections.isEmpty {
            let open = try await context.total(.all.open)
            fields["empty"] = ["open": open, "hasOpen": open > 0] as Fields
        }
        if let detail = try await Detail.fields(context) { fields["detail"] = detail }
        return PageContent(title: "Agenda", template: "agenda", fields: fields)
    }
}
