import Foundation

/// A progress bar that other threads update. `@unchecked` because its only state is guarded by the lock.
final class SharedProgressBar: @unchecked Sendable {
    private let lock = NSLock()
    private let label: String
    private let unit: ProgressBar.Unit
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private var bar: ProgressBar?

    init(_ label: String, unit: ProgressBar.Unit = .items, on terminal: Terminal) {
        (self.label, self.unit, self.terminal) = (label, unit, terminal)
    }

    /// Sets the progress.
    /// - Parameter total: the total, taken from the first call; nil if it is unknown.
    func update(to count: Int, of total: Int? = nil) {
        lock.withLock {
            if bar == nil { bar = makeBar(total: total) }
            bar?.update(to: count)
        }
    }

    /// Clears the line. Call it however the task ends.
    func finish() { lock.withLock { bar?.finish() } }

    private func makeBar(total: Int?) -> ProgressBar {
        let start = start
        return ProgressBar(
            label, total: total, unit: unit, terminal: terminal, elapsed: { ContinuousClock.now - start },
            write: StandardStreams.say)
    }
}
