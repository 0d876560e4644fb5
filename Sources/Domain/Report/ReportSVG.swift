extension Report {
    /// The report as a picture. Above are the to-dos created and done, per day or, for a long report, per week. Below
    /// is the number of open to-dos at the end of each day. The same report gives the same bytes.
    ///
    /// It is one SVG document without scripts, links or embedded fonts. It has a title and a description for people who
    /// do not see it, and colours for light and dark surroundings.
    /// - Parameter title: the subject of the report; any text.
    public func svg(title: String) -> String {
        let periods = days.count > 35 ? weeks : days
        var picture = ReportPicture(title: title, summary: summary)
        picture.drawBars(periods, heading: "made (outlined) and done (filled) per \(days.count > 35 ? "week" : "day")")
        picture.drawLine(openBefore, days, heading: "open at the end of each day")
        return picture.finished
    }

    /// The report in a few sentences.
    public var summary: String {
        guard let first = days.first?.first, let last = days.last?.last else { return "" }
        let made = created == 1 ? "1 to-do was" : "\(created) to-dos were"
        return """
            From \(first) to \(last), \(made) made and \(done) \(done == 1 ? "was" : "were") done. \
            The number of open ones went from \(openBefore) to \(open).
            """
    }
}

/// Draws a report. Coordinates have at most one decimal, so that their text is the same everywhere.
private struct ReportPicture {
    private var body = ""

    private static let (left, right) = (48.0, 704.0)
    private static let bars = (top: 48.0, bottom: 184.0)
    private static let line = (top: 240.0, bottom: 376.0)
    /// The width of the text of a day.
    private static let dayWidth = 68.0

    init(title: String, summary: String) {
        body = """
            <svg xmlns="http://www.w3.org/2000/svg" width="720" height="420" viewBox="0 0 720 420" role="img" \
            aria-labelledby="title desc" lang="en">
            <title id="title">\(SVGText.escaped(title))</title>
            <desc id="desc">\(SVGText.escaped(summary))</desc>
            <style>
            .page{fill:#fff}text{font:12px system-ui,sans-serif;fill:#333}.end{text-anchor:end}.grid{stroke:#ddd}
            .made{fill:none;stroke:#57606a}.done{fill:#1a7f37}.open{fill:none;stroke:#0550ae;stroke-width:2}
            @media(prefers-color-scheme:dark){.page{fill:#16181d}text{fill:#d5d9de}.grid{stroke:#3a3f47}
            .made{stroke:#9aa4af}.done{fill:#3fb950}.open{stroke:#6cb0ff}}
            </style>
            <rect class="page" width="720" height="420"/>

            """
    }

    var finished: String { body + "</svg>\n" }

    /// Two bars for each period: an outline for the created to-dos, and a full one for the done ones.
    mutating func drawBars(_ periods: [Report.Period], heading: String) {
        let top = Scale(periods.map { max($0.created, $0.done) }.max() ?? 0)
        drawAxes(top, Self.bars, periods.map(\.first), heading: heading)
        let step = (Self.right - Self.left) / Double(max(periods.count, 1))
        let width = step * 0.4
        for (index, period) in periods.enumerated() {
            let x = Self.left + step * (Double(index) + 0.1)
            drawBar("made", period.created, top, x: x, width: width)
            drawBar("done", period.done, top, x: x + width, width: width)
        }
    }

    private mutating func drawBar(_ kind: String, _ value: Int, _ top: Scale, x: Double, width: Double) {
        guard value > 0 else { return }
        let y = top.place(value, in: Self.bars)
        body += #"<rect class="\#(kind)" x="\#(tenths(x))" y="\#(tenths(y))" width="\#(tenths(width))" "#
        body += #"height="\#(tenths(Self.bars.bottom - y))"/>"# + "\n"
    }

    /// A line from the number before the first day through those at the end of each day.
    mutating func drawLine(_ before: Int, _ days: [Report.Period], heading: String) {
        let values = [before] + days.map(\.open)
        let top = Scale(values.max() ?? 0)
        drawAxes(top, Self.line, days.map(\.first), heading: heading)
        let step = (Self.right - Self.left) / Double(max(days.count, 1))
        let points = values.enumerated().map { index, value in
            tenths(Self.left + step * Double(index)) + "," + tenths(top.place(value, in: Self.line))
        }
        body += #"<polyline class="open" points="\#(points.joined(separator: " "))"/>"# + "\n"
    }

    /// The heading, lines at round numbers, and some of the days.
    private mutating func drawAxes(
        _ top: Scale, _ area: (top: Double, bottom: Double), _ days: [Day], heading: String
    ) {
        write(heading, x: Self.left, y: area.top - 16)
        for value in stride(from: 0, through: top.greatest, by: top.step) {
            let y = tenths(top.place(value, in: area))
            body += #"<line class="grid" x1="\#(tenths(Self.left))" y1="\#(y)" "#
            body += #"x2="\#(tenths(Self.right))" y2="\#(y)"/>"# + "\n"
            write(String(value), x: Self.left - 6, y: top.place(value, in: area) + 4, isEnd: true)
        }
        let step = (Self.right - Self.left) / Double(max(days.count, 1))
        for index in stride(from: 0, to: days.count, by: max((days.count + 7) / 8, 1)) {
            let x = Self.left + step * Double(index)
            // The label would not fit before the right edge.
            guard x <= Self.right - Self.dayWidth else { break }
            write(days[index].description, x: x, y: area.bottom + 18)
        }
    }

    private mutating func write(_ text: String, x: Double, y: Double, isEnd: Bool = false) {
        let kind = isEnd ? #" class="end""# : ""
        body += #"<text\#(kind) x="\#(tenths(x))" y="\#(tenths(y))">\#(SVGText.escaped(text))</text>"# + "\n"
    }

    private func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

/// The round numbers of an axis: at most five, and 0.
private struct Scale {
    let step: Int
    let greatest: Int

    init(_ value: Int) {
        // Rounds up to 1, 2, 5, 10, 20, 50, …; a billion is enough.
        let value = min(max(value, 1), 1_000_000_000)
        var step = 1
        while step * 5 < value {
            let power = step.leadingPowerOfTen
            step = step == power ? 2 * power : step == 2 * power ? 5 * power : 10 * power
        }
        self.step = step
        greatest = (value + step - 1) / step * step
    }

    /// The height at which a number is drawn.
    func place(_ value: Int, in area: (top: Double, bottom: Double)) -> Double {
        area.bottom - (area.bottom - area.top) * min(Double(value) / Double(greatest), 1)
    }
}

extension Int {
    fileprivate var leadingPowerOfTen: Int {
        var power = 1
        while power <= self / 10 { power *= 10 }
        return power
    }
}

/// Text within a document of XML.
enum SVGText {
    /// The text as content or as the value of an attribute. Characters with a meaning in XML become references.
    /// Characters that XML cannot contain become the replacement character.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let reference = scalar.markupReference {
                escaped.append(contentsOf: reference.unicodeScalars)
            } else {
                let isForbidden = scalar.isControl || scalar.value == 0xFFFE || scalar.value == 0xFFFF
                escaped.append(isForbidden ? "\u{FFFD}" : scalar)
            }
        }
        return String(escaped)
    }
}
