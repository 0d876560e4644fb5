import Foundation
import TodoKit

/// Reads lines from a descriptor, one for each call, on a thread that may block. `@unchecked`: only one line is read at a time,
/// and only that thread touches the buffer.
final class LineReader: @unchecked Sendable {
    /// A line, or the reason why it was not read.
    enum Line: Sendable {
        case text([UInt8])
        /// The line is longer than ``LineReader/maximum`` and was skipped.
        case tooLong
    }

    /// The maximum length of a line in bytes.
    static let maximum = 4 << 20

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "lines")
    private var buffer: [UInt8] = []
    private var isAtEnd = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line without its line feed; nil at the end.
    func next() async -> Line? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.read()) }
        }
    }

    private func read() -> Line? {
        var (searched, isTooLong) = (0, false)
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[..<end])
                buffer.removeFirst(end + 1)
                return isTooLong || line.count > Self.maximum ? .tooLong : .text(line)
            }
            if buffer.count > Self.maximum {
                buffer.removeAll()
                isTooLong = true
            }
            searched = buffer.count
            guard !isAtEnd else {
                defer { buffer = [] }
                return isTooLong ? .tooLong : buffer.isEmpty ? nil : .text(buffer)
            }
            readMore()
        }
    }

    private func readMore() {
        let size = 64 << 10
        let start = buffer.count
        buffer += [UInt8](repeating: 0, count: size)
        let count = buffer.withUnsafeMutableBytes { bytes in
            Foundation.read(descriptor, bytes.baseAddress.map { $0 + start }, size)
        }
        buffer.removeLast(size - max(0, count))
        // A signal only interrupts the wait. Any other error counts as the end of the input.
        isAtEnd = count == 0 || count < 0 && errno != EINTR
    }
}
