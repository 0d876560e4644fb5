import Foundation
import TodoDomain
import TodoKit

/// A month or a week with what is due and was done on each day, and the to-dos of one day.
enum CalendarPage {
    /// How many titles a day of a month shows, and a day of a week.
    private static let (mostOfMonth, mostOfWeek) = (4, 40)

    static func content(_ context: PageContext) async throws -> PageContent {
        let query = context.address.query
        if let text = query.text("week") { return try await week(of: day(text), context) }
        let selected = try query.text("day").map(day)
        let shown = try query.text("month").map { try day($0 + "-01") } ?? selected ?? context.today
        let month = try await context.store.calendar(
            of: shown, firstWeekday: context.settings.firstWeekday, shown: mostOfMonth)
        let name = monthName(month.first)
        var fields: Fields = [
            "title": name, "isMonth": true, "present": "/calendar",
            "switch": [
                "title": "Week",
                "href": "/calendar?week=\(selected ?? (month.contains(context.today) ? context.today : month.first))",
            ] as Fields,
            "weekdays": month.weekdays.map { String(describing: $0).prefix(3).capitalized },
            "weeks": month.weeks.map { week -> Fields in
                let first = week.days.lazy.compactMap { $0?.day }.first ?? month.first
                return [
                    "number": week.number, "href": "/calendar?week=\(first)",
                    "days": week.days.map { cell($0, $0?.todos ?? [], selected, context) },
                ]
            },
        ]
        // At the ends of the calendar there is no other month.
        let (before, after) = (month.first.adding(days: -1), month.first.endOfMonth.adding(days: 1))
        if before < month.first { fields["before"] = link(before) }
        if after > month.first.endOfMonth { fields["after"] = link(after) }
        if let selected { fields["day"] = try await rows(of: selected, context) }
        if let detail = try await Detail.fields(context) { fields["detail"] = detail }
        return PageContent(
            title: name, template: "calendar", fields: fields, preset: selected.map { "due:\($0) " } ?? "")
    }

    /// Seven days beside each other, each with the times of what is due.
    private static func week(of day: Day, _ context: PageContext) async throws -> PageContent {
        let month = try await context.store.calendar(of: day, firstWeekday: context.settings.firstWeekday)
        guard let week = month.weeks.first(where: { $0.days.contains { $0?.day == day } }),
            let first = week.days.lazy.compactMap({ $0?.day }).first
        else { throw Pages.missing }
        var days: [Fields] = []
        for cell in week.days.compactMap(\.self) {
            let due = try await context.store.todos.fetch(
                .all.open.due(on: cell.day, in: context.zone).ascending(\.due).limit(mostOfWeek), source: .local)
            var fields = self.cell(cell, due.items, nil, context)
            let name = context.dueText.short(.day(cell.day))
            fields["name"] = name.prefix(1).uppercased() + name.dropFirst()
            days.append(fields)
        }
        let title = "Week \(week.number) from \(first.day) \(monthName(first))"
        var fields: Fields = [
            "title": title, "isMonth": false, "present": "/calendar?week=\(context.today)",
            "switch": ["title": "Month", "href": "/calendar?month=\(day.description.prefix(7))"] as Fields,
            "days": days,
        ]
        let (before, after) = (first.adding(days: -7), first.adding(days: 7))
        if before < first { fields["before"] = ["title": "Week before", "href": "/calendar?week=\(before)"] as Fields }
        if after > first { fields["after"] = ["title": "Week after", "href": "/calendar?week=\(after)"] as Fields }
        if let detail = try await Detail.fields(context) { fields["detail"] = detail }
        return PageContent(title: title, template: "calendar", fields: fields)
    }

    private static func rows(of day: Day, _ context: PageContext) async throws -> Fields {
        let row = TodoRow(context: context, open: try Detail.open(context))
        let due = try await context.store.todos.fetch(
            .all.open.due(on: day, in: context.zone).ascending(\.due).limit(200), source: .local)
        let done = try await context.store.todos.fetch(context.store.done(on: day).limit(200), source: .local)
        return [
            "title": context.dueText.long(.day(day)), "due": due.items.map { row.html($0) },
            "done": done.items.map { row.html($0) }, "hasDone": !done.items.isEmpty,
            "isEmpty": due.items.isEmpty && done.items.isEmpty,
        ]
    }

    private static func cell(
        _ cell: CalendarMonth.Cell?, _ todos: [Todo], _ selected: Day?, _ context: PageContext
    ) -> Fields {
        guard let cell else { return ["empty": true, "todos": false] }
        let open = context.address.query["open"]
        var fields: Fields = [
            "day": cell.day.description, "number": cell.day.day, "href": "/calendar?day=\(cell.day)",
            "label": context.dueText.long(.day(cell.day)), "other": !cell.isInMonth,
            "today": cell.day == context.today, "selected": cell.day == selected,
            "todos": todos.map { todo -> Fields in
                var fields: Fields = [
                    "id": todo.id.rawValue, "title": todo.title,
                    "href": context.address.with(["open": todo.id.rawValue]),
                    "priority": todo.priority?.rawValue ?? false, "overdue": context.dueText.isOverdue(todo),
                    "isOpen": todo.id.rawValue == open, "time": false, "repeats": todo.isRepeating,
                ]
                // `2026-11-21 17:00`, or a day alone.
                let date = todo.formPart(in: context.zone).values[.due]?.split(separator: " ") ?? []
                if date.count > 1 { fields["time"] = String(date[1]) }
                return fields
            },
        ]
        if cell.due > 0 { fields["due"] = cell.due }
        if cell.done > 0 { fields["done"] = cell.done }
        if cell.due > todos.count { fields["hidden"] = cell.due - todos.count }
        return fields.completed(["due", "done", "empty", "hidden"])
    }

    private static func link(_ day: Day) -> Fields {
        ["title": monthName(day), "href": "/calendar?month=\(day.description.prefix(7))"]
    }

    private static func monthName(_ day: Day) -> String {
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        return "\(names[day.month - 1]) \(day.year)"
    }

    private static func day(_ text: String) throws -> Day {
        guard let day = Day(text) else { throw TodoError(.notFound, "There is no day “\(text.prefix(40))”.") }
        return day
    }
}

extension CalendarMonth {
    fileprivate func contains(_ day: Day) -> Bool { (day.year, day.month) == (first.year, first.month) }
}
