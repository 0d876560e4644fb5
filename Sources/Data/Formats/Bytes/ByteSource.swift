public import Foundation
import TodoDomain

/// The bytes of a file, read in chunks on demand and kept no longer than needed.
///
/// Skips a byte order mark at the start; after that of UTF-16, the text is turned into UTF-8. A source can only be read once, by a single reader.
public struct ByteSource {
    /// The number of bytes requested from the system at once.
    public static let chunkSize = 256 * 1024

    /// Fills the buffer with the next bytes and returns how many; 0 at the end.
    private let read: (UnsafeMutableRawBufferPointer) throws -> Int
    private let chunkSize: Int
    /// Bytes read ahead; those in `start..<end` have not been consumed.
    private(set) var buffer: [UInt8]
    private(set) var start = 0
    private(set) var end = 0
    private var isAtEnd = false
    private var isFresh = true
    /// Set after the byte order mark of UTF-16.
    private var utf16: UTF16Bytes?
    /// The number of bytes consumed, including the byte order mark; of those in UTF-8, if the file has others.
    package private(set) var bytesConsumed = 0

    /// The bytes that `read` delivers: it writes as many as it has into the buffer and returns how many, 0 at the end.
    public init(chunkSize: Int = ByteSource.chunkSize, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
        self.chunkSize = max(chunkSize, 1)
        self.read = read
        buffer = Array(repeating: 0, count: self.chunkSize)
    }

    /// The bytes of an open file from its current position; the caller closes it.
    public init(fileDescriptor: Int32) {
        self.init { target in
            while true {
                let count = Foundation.read(fileDescriptor, target.baseAddress, target.count)
                if count >= 0 { return count }
                let code = errno
                if code != EINTR {
                    throw TodoError(
                        .badInput, "The file cannot be read: \(String(cString: strerror(code))).",
                        underlying: POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO))
                }
            }
        }
    }

    /// The bytes of an open file from its current position; the source retains the handle.
    public init(_ handle: FileHandle) {
        let source = ByteSource(fileDescriptor: handle.fileDescriptor)
        self.init { target in try withExtendedLifetime(handle) { try source.read(target) } }
    }

    /// Bytes in memory, delivered in chunks of `chunkSize`.
    public init(_ bytes: some Sequence<UInt8>, chunkSize: Int = ByteSource.chunkSize) {
        let bytes = Array(bytes)
        var position = 0
        self.init(chunkSize: chunkSize) { target in
            let count = min(target.count, bytes.count - position)
            target.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
    }
}

extension ByteSource {
    /// Makes at least `count` bytes available in `start..<end`, or as many as there are.
    /// - Returns: whether there are that many.
    mutating func require(_ count: Int) throws -> Bool {
        while end - start < count {
            if try !readMore() { return false }
        }
        return true
    }

    /// Reads another chunk after the available bytes; `start` may move, with everything after it.
    /// - Returns: whether there was one.
    mutating func readMore() throws -> Bool {
        guard !isAtEnd else { return false }
        if start == end {
            start = 0
            end = 0
        } else if start > 0, buffer.count - end < chunkSize {
            buffer.withUnsafeMutableBytes { bytes in
                bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
            (start, end) = (0, end - start)
        }
        if buffer.count - end < chunkSize {
            // Doubles the buffer, so that on average an element of many chunks is copied at most twice. An array
            // is appended in one piece; a repeated element, one by one wherever the compiler does not optimize.
            buffer += [UInt8](repeating: 0, count: max(chunkSize, buffer.count))
        }
        let count = try buffer.withUnsafeMutableBytes { bytes in
            try read(UnsafeMutableRawBufferPointer(rebasing: bytes[end..<end + chunkSize]))
        }
        end += count
        isAtEnd = count == 0
        if utf16 != nil { decode(from: end - count) }
        if isFresh { try skipByteOrderMark() }
        return count > 0
    }

    private mutating func skipByteOrderMark() throws {
        isFresh = false
        if try require(3), buffer[start..<start + 3].elementsEqual([0xEF, 0xBB, 0xBF]) { return consume(3) }
        guard end - start >= 2, let order = UTF16Bytes(mark: buffer[start], buffer[start + 1]) else { return }
        consume(2)
        utf16 = order
        decode(from: start)
    }

    /// Turns the bytes from a position on into UTF-8.
    private mutating func decode(from position: Int) {
        let text = utf16?.decoded(buffer[position..<end], isLast: isAtEnd) ?? []
        buffer.replaceSubrange(position..<end, with: text)
        end = position + text.count
    }

    /// Consumes the next `count` bytes, which must be available.
    mutating func consume(_ count: Int) {
        start += count
        bytesConsumed += count
    }

    /// The next byte, without consuming it; nil at the end.
    mutating func peek() throws -> UInt8? {
        try start < end || require(1) ? buffer[start] : nil
    }

    /// Up to `count` bytes from the current position, without consuming them.
    mutating func peek(upTo count: Int) throws -> ArraySlice<UInt8> {
        _ = try require(count)
        return buffer[start..<min(end, start + count)]
    }
}
