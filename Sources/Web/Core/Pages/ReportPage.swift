import TodoKit

/// The to-dos that were made and done in each week, as a chart and as a table.
enum ReportPage {
    private static let choices = [4, 12, 26, 52]

    static func content(_ context: PageContext) async throws -> PageContent {
        let weeks = context.address.query.text("weeks").flatMap { Int($0) } ?? 12
        guard 1...520 ~= weeks else { throw TodoError(.notFound, "There is no report of \(weeks) weeks.") }
        let firstWeekday = context.settings.firstWeekday
        let start = context.today.adding(days: -7 * weeks + 1)
        let report = try await context.store.report(from: start, through: context.today, firstWeekday: firstWeekday)
        let most = max(report.weeks.map { max($0.created, $0.done) }.max() ?? 0, 1)
        let width = 640.0 / Double(max(report.weeks.count, 1))
        func tenth(_ value: Double) -> String { PlacesPage.round(value, 1) }
        func height(_ count: Int) -> Double { 160 * Double(count) / Double(most) }
        let bars = report.weeks.enumerated().map { index, week -> Fields in
            let left = 40 + width * Double(index)
            return [
                "made": week.created, "done": week.done, "open": week.open,
                "first": context.dueText.short(.day(week.first)), "x1": tenth(left + width * 0.12),
                "x2": tenth(left + width * 0.5), "width": tenth(width * 0.36), "y1": tenth(180 - height(week.created)),
                "h1": tenth(height(week.created)), "y2": tenth(180 - height(week.done)), "h2": tenth(height(week.done)),
            ]
        }
        let fields: Fields = [
            "summary": report.summary, "bars": bars, "most": most, "half": most > 1 ? "\(most / 2)" as Any : false,
            "halfY": tenth(180 - height(most / 2)),
            "choices": choices.map {
                ["title": "\($0) weeks", "href": "/report?weeks=\($0)", "current": $0 == weeks] as Fields
            },
        ]
        return PageContent(title: "What was done", template: "report", fields: fields)
    }
}
