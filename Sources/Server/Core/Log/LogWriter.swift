import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes lines to a file, a pipe or a terminal on a separate thread, so that logging never waits.
///
/// Lines that cannot be written yet are buffered up to a limit. Further lines, and lines whose writing fails, are
/// dropped and counted. The count is written as soon as possible.
///
/// Lives as long as the process. Unchecked: `condition` guards all variables except `isLineOpen`, which belongs to the
/// thread.
package final class LogWriter: @unchecked Sendable {
    /// The maximum size of the buffer in bytes.
    private static let maximumBytes = 1 << 20

    private let descriptor: Int32
    private let note: @Sendable (_ dropped: Int) -> [UInt8]
    // Not a Locked value: the thread waits for lines, and a flush waits for the thread.
    private let condition = NSCondition()
    private var waiting: [[UInt8]] = []
    private var waitingBytes = 0
    private var dropped = 0
    private var isWriting = false
    /// Whether the last line was only partly written.
    private var isLineOpen = false

    /// - Parameters:
    ///   - descriptor: The file to write to; it is not closed.
    ///   - note: The line that reports the number of dropped lines.
    package init(to descriptor: Int32, note: @escaping @Sendable (_ dropped: Int) -> [UInt8]) {
        self.descriptor = descriptor
        self.note = note
        // A closed pipe should be a write error, not end the process.
        signal(SIGPIPE, SIG_IGN)
        let thread = Thread { [self] in
            while true { write(next()) }
        }
        thread.name = "log"
        thread.start()
    }

    /// Takes over a line, including its line break.
    package func write(_ line: [UInt8]) {
        condition.withLock {
            guard waitingBytes + line.count <= Self.maximumBytes else {
                dropped += 1
                return
            }
            waiting.append(line)
            waitingBytes += line.count
            condition.signal()
        }
    }

    /// Waits until everything is written, at most for `time`. Called before the process ends.
    package func flush(within time: Duration) {
        let end = Date(timeIntervalSinceNow: time / .seconds(1))
        condition.withLock {
            while !waiting.isEmpty || isWriting, condition.wait(until: end) {}
        }
    }

    /// The lines to write next; waits until there are some.
    private func next() -> [[UInt8]] {
        condition.withLock {
            isWriting = false
            condition.broadcast()
            while waiting.isEmpty { condition.wait() }
            isWriting = true
            defer { (waiting, waitingBytes) = ([], 0) }
            return waiting
        }
    }

    private func write(_ lines: [[UInt8]]) {
        for line in lines where !send(line) { condition.withLock { dropped += 1 } }
        let lost = condition.withLock { dropped }
        guard lost > 0, send(note(lost)) else { return }
        condition.withLock { dropped -= lost }
    }

    private func send(_ line: [UInt8]) -> Bool {
        var rest = (isLineOpen ? [UInt8(ascii: "\n")] : []) + line
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest, rest.count)
            if count > 0 {
                rest.removeFirst(count)
                isLineOpen = !rest.isEmpty
            } else if errno == EAGAIN {
                // Another process that shares the descriptor has made it non-blocking.
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&readiness, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
