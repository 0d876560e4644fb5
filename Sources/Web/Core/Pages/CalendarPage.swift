import Foundation
import TodoKit

/// A month with how much is due and was done on each day, and the to-dos of one day.
enum CalendarPage {
    static func content(_ context: PageContext) async throws -> PageContent {
        let selected = try context.address.query.text("day").map(day)
        let shown = try context.address.query.text("month").map { try day($0 + "-01") } ?? selected ?? context.today
        let month = try await context.store.calendar(of: shown, firstWeekday: context.settings.firstWeekday)
        let name = monthName(month.first)
        var fields: Fields = [
            "title": name, "weekdays": month.weekdays.map { String(describing: $0).prefix(3).capitalized },
            "weeks": month.weeks.map { week -> Fields in
                ["number": week.number, "days": week.days.map { cell($0, selected, context) }]
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

    private static func cell(_ cell: CalendarMonth.Cell?, _ selected: Day?, _ context: PageContext) -> Fields {
        guard let cell else { return ["empty": true] }
        var fields: Fields = [
            "number": cell.day.day, "href": "/calendar?day=\(cell.day)", "label": context.dueText.long(.day(cell.day)),
            "other": !cell.isInMonth, "today": cell.day == context.today, "selected": cell.day == selected,
        ]
        if cell.due > 0 { fields["due"] = cell.due }
        if cell.done > 0 { fields["done"] = cell.done }
        return fields.completed(["due", "done", "empty"])
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
