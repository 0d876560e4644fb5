/// Numbers as horizontal bars of text, one line each.
package struct BarChart: Hashable, Sendable {
    /// A line of the chart.
    package struct Bar: Hashable, Sendable {
        /// The text before the bar; each character takes one column.
        package let label: String
        /// The number, from 0.
        package let value: Int

        /// Creates a line of a chart. A number below 0 counts as 0.
        package init(_ label: String, _ value: Int) {
            self.label = label
            self.value = max(value, 0)
        }
    }

    /// The lines.
    package let bars: [Bar]

    /// Creates a chart of these bars.
    package init(_ bars: [Bar]) { self.bars = bars }

    /// Creates a chart of one number for each day or week. A bar is labelled with the first day.
    package init(_ periods: [Report.Period], _ number: (Report.Period) -> Int) {
        bars = periods.map { Bar($0.first.description, number($0)) }
    }

    /// The lines: label, bar and number. No line is wider than `width` columns. Without room for bars, they are left
    /// out; then the labels are cut. The greatest number has the longest bar, and every number except 0 has a visible
    /// bar.
    /// - Parameter isASCII: whether bars are made of `#`. Otherwise they are blocks, which are exact to an eighth of a
    ///   column.
    package func lines(width: Int, isASCII: Bool = false) -> [String] {
        let width = min(max(width, 1), 1_000)
        let greatest = bars.map(\.value).max() ?? 0
        let labels = bars.map(\.label.count).max() ?? 0
        let numbers = String(greatest).count
        let room = width - labels - numbers - 2
        return bars.map { bar in
            let number = String(bar.value)
            guard room > 0 else {
                let label = bar.label.prefix(max(width - number.count - 1, 0))
                return String((label.isEmpty ? number : "\(label) \(number)").prefix(width))
            }
            let drawn = Self.bar(bar.value, of: greatest, columns: room, isASCII: isASCII)
            let label = bar.label + String(repeating: " ", count: labels - bar.label.count)
            return drawn.isEmpty ? "\(label) \(number)" : "\(label) \(drawn) \(number)"
        }
    }

    private static func bar(_ value: Int, of greatest: Int, columns: Int, isASCII: Bool) -> String {
        guard value > 0 else { return "" }
        let parts = isASCII ? 1 : 8
        let length = Int((Double(value) / Double(greatest) * Double(columns * parts)).rounded())
        let (full, rest) = max(length, 1).quotientAndRemainder(dividingBy: parts)
        if isASCII { return String(repeating: "#", count: full) }
        return String(repeating: "█", count: full) + (rest == 0 ? "" : String(eighths[rest - 1]))
    }

    private static let eighths = Array("▏▎▍▌▋▊▉")
}
