import Foundation
import TodoKit

/// The progress bar of a copy, which another thread moves. `@unchecked`: its only state is touched under the lock.
final class CopyBar: @unchecked Sendable {
    private let lock = NSLock()
    private let label: String
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private var bar: ProgressBar?

    init(_ label: String, on terminal: Terminal) { (self.label, self.terminal) = (label, terminal) }

    /// Says how far it has come.
    func update(_ progress: CopyProgress) {
        lock.withLock {
            if bar == nil { bar = makeBar(total: progress.total) }
            bar?.update(to: progress.completed)
        }
    }

    /// Clears the line; to be called however the copy ends.
    func finish() { lock.withLock { bar?.finish() } }

    private func makeBar(total: Int) -> ProgressBar {
        let start = start
        return ProgressBar(
            label, total: total, unit: .bytes, terminal: terminal, elapsed: { ContinuousClock.now - start },
            write: StandardStreams.say)
    }
}
