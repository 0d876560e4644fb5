import TodoDomain
import TodoKit

/// A month as text.
enum CalendarText {
    private static let cellWidth = 9

    /// The name of the month, the names of the weekdays, and a line for each week.
    static func lines(_ month: CalendarMonth, today: Day, styles: Styles) -> [String] {
        let title = "\(CalendarNames.months[month.first.month - 1]) \(month.first.year)"
        let names = month.weekdays.map { padded(" " + CalendarNames.short(CalendarNames.weekdays[$0.rawValue - 1])) }
        let weeks = month.weeks.map { week in
            let days = week.days.map { $0.map { cell($0, today: today, styles: styles) } ?? padded("") }
            return styles(number(week.number), .dim) + " " + days.joined()
        }
        return [styles("    " + title, .bold), styles(trimmed("   " + names.joined()), .dim)] + weeks.map(trimmed)
    }

    /// `23 4 ✓2`
    private static func cell(_ cell: CalendarMonth.Cell, today: Day, styles: Styles) -> String {
        let counts = [cell.due > 0 ? "\(cell.due)" : nil, cell.done > 0 ? "✓\(cell.done)" : nil].compactMap(\.self)
        let day = number(cell.day.day)
        let text = " " + ([day] + counts).joined(separator: " ")
        let rest = String(padded(text).dropFirst(3))
        let style: Style = cell.day == today ? .bold : cell.isInMonth ? .plain : .dim
        let mark = cell.day == today ? ">" : " "
        return styles(mark + day, style) + styles(rest, cell.isInMonth ? .plain : .dim)
    }

    private static func number(_ number: Int) -> String { (number < 10 ? " " : "") + String(number) }

    private static func padded(_ text: String) -> String {
        text + String(repeating: " ", count: max(cellWidth - text.count, 0))
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
