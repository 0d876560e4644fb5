import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes lines to a file, a pipe or a terminal, in a thread of its own: whoever has something to say never waits for it.
///
/// What is not written in time is kept up to a bound. What comes beyond it, or cannot be written, is dropped and counted,
/// and the count is written as soon as something can be again.
///
/// It lives as long as the process. Unchecked: `condition` guards all that changes, but `isLineOpen`, which is the
/// thread's own.
package final class LogWriter: @unchecked Sendable {
    /// How much is kept, in bytes.
    private static let maximumBytes = 1 << 20

    private let descriptor: Int32
    private let note: @Sendable (_ dropped: Int) -> [UInt8]
    private let condition = NSCondition()
    private var waiting: [[UInt8]] = []
    private var waitingBytes = 0
    private var dropped = 0
    private var isWriting = false
    /// Whether the last line was written in part.
    private var isLineOpen = false

    /// - Parameters:
    ///   - descriptor: Where to; it is not closed.
    ///   - note: The line that says how many were dropped.
    package init(to descriptor: Int32, note: @escaping @Sendable (_ dropped: Int) -> [UInt8]) {
        self.descriptor = descriptor
        self.note = note
        // A reader that went away is an error of a write, and not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let thread = Thread { [self] in
            while true { write(next()) }
        }
        thread.name = "log"
        thread.start()
    }

    /// Takes over a line, with its end.
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

    /// Waits until all is written, for `time` at most: the process is about to end.
    package func flush(within time: Duration) {
        let end = Date(timeIntervalSinceNow: time / .seconds(1))
        condition.withLock {
            while !waiting.isEmpty || isWriting, condition.wait(until: end) {}
        }
    }

    /// The lines to write next, once there are some.
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
                // Somebody else who has it open made it so that writing does not wait.
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&readiness, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
