import Basics

/// A progress bar that other threads update.
final class SharedProgressBar: Sendable {
    private let label: String
    private let unit: ProgressBar.Unit
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private let bar = Locked<ProgressBar?>(nil)

    init(_ label: String, unit: ProgressBar.Unit = .items, on terminal: Terminal) {
        self.label = label
        self.unit = unit
        self.terminal = terminal
    }

    /// Sets the progress.
    /// - Parameter total: the total, taken from the first call; nil if it is unknown.
    func update(to count: Int, of total: Int? = nil) {
        bar.withLock { bar in
            if bar == nil { bar = makeBar(total: total) }
            bar?.update(to: count)
        }
    }

    /// Describes the progress in words.
    func update(to words: String) {
        bar.withLock { bar in
            if bar == nil { bar = makeBar(total: nil) }
            bar?.update(to: words)
        }
    }

    /// Clears the line. Call it however the task ends.
    func finish() { bar.withLock { $0?.finish() } }

    private func makeBar(total: Int?) -> ProgressBar {
        let start = start
        return ProgressBar(
            label, total: total, unit: unit, terminal: terminal, elapsed: { ContinuousClock.now - start },
            write: StandardStreams.draw)
    }
}
