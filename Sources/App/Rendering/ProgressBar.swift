/// Shows the progress of a long task on standard error; only to a person, and only if it takes a while.
///
/// It is a value that its owner updates, from one task at a time. It draws at most ten times a second, clears its line
/// at the end, and writes nothing if the terminal cannot overwrite lines.
package struct ProgressBar {
    /// The unit of the count.
    package enum Unit: Hashable, Sendable { case items, bytes }

    private let label: String
    private let total: Int?
    private let unit: Unit
    private let terminal: Terminal
    private let elapsed: () -> Duration
    private let write: (String) -> Void
    private var nextDrawing = Self.interval
    private var isDrawn = false

    private static let interval = Duration.milliseconds(100)

    /// - Parameters:
    ///   - total: the total; nil if it is unknown, in which case a counter is shown.
    ///   - terminal: the standard error.
    ///   - elapsed: the time since some fixed moment.
    ///   - write: writes to the standard error immediately.
    package init(
        _ label: String, total: Int?, unit: Unit = .items, terminal: Terminal, elapsed: @escaping () -> Duration,
        write: @escaping (String) -> Void
    ) {
        self.label = Sanitized.line(label)
        self.total = total
        self.unit = unit
        self.terminal = terminal
        self.elapsed = elapsed
        self.write = write
        // A task that ends within the first interval needs no bar, which would only flicker.
        if terminal.rewritesLines { nextDrawing = elapsed() + Self.interval }
    }

    /// Sets the total amount of work done so far.
    package mutating func update(to count: Int) {
        if isDue() { draw(line(count)) }
    }

    /// Describes the progress in words, for a task without a useful count and total.
    package mutating func update(to words: String) {
        if isDue() { draw(DisplayWidth.truncated("\(label)  \(Sanitized.line(words))", to: terminal.width - 1)) }
    }

    /// Whether the line may be drawn again. If so, the interval until the next drawing begins.
    private mutating func isDue() -> Bool {
        guard terminal.rewritesLines else { return false }
        let now = elapsed()
        guard now >= nextDrawing else { return false }
        nextDrawing = now + Self.interval
        return true
    }

    private mutating func draw(_ line: String) {
        isDrawn = true
        write("\r\(line)\u{1B}[K")
    }

    /// Clears the line. Call it however the task ends.
    package mutating func finish() {
        guard isDrawn else { return }
        isDrawn = false
        write("\r\u{1B}[K")
    }

    /// `importing  [=====>    ]  52%  520 of 1000`, shortened to the width.
    private func line(_ count: Int) -> String {
        // A line that fills the last cell makes some terminals wrap.
        let width = terminal.width - 1
        guard let total, total > 0 else { return DisplayWidth.truncated("\(label)  \(amount(count))", to: width) }
        let fraction = min(1, max(0, Double(count) / Double(total)))
        let whole = amount(total)
        // Padded, so that the bar keeps its length while the numbers grow.
        let percent = padded("\(Int(fraction * 100))", to: 3)
        let figures = "\(percent)%  \(padded(amount(count), to: whole.count)) of \(whole)"
        let room = min(40, width - DisplayWidth.of(label) - figures.count - 6)
        guard room >= 5 else { return DisplayWidth.truncated("\(label)  \(figures)", to: width) }
        let filled = Int(fraction * Double(room))
        let bar = String(repeating: "=", count: filled) + (filled < room ? ">" : "")
        return "\(label)  [\(bar)\(String(repeating: " ", count: room - bar.count))]  \(figures)"
    }

    private func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func amount(_ count: Int) -> String {
        switch unit {
        case .items: "\(count)"
        case .bytes: ByteCount.text(count)
        }
    }
}

/// Formats amounts of data.
package enum ByteCount {
    /// `512 B`, `1.5 kB`, `3.0 MB`: decimal prefixes (IEC 80000-13), one digit after the point.
    package static func text(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var (tenths, prefix) = (bytes / 100, 0)
        let prefixes = ["k", "M", "G", "T", "P", "E"]
        while tenths >= 10_000, prefix < prefixes.count - 1 {
            tenths /= 1000
            prefix += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(prefixes[prefix])B"
    }
}
