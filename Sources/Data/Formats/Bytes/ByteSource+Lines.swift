import Foundation
import TodoDomain

extension ByteSource {
    /// The maximum length of a line in bytes.
    static let maximumLine = 4 * 1024 * 1024

    /// Reads one line and calls `body` with it, without its line break (LF or CRLF), which the last line may lack. A line
    /// that `body` refuses has been read; one that is too long has not.
    /// - Returns: what `body` returned; nil at the end of the file.
    mutating func nextLine<Result>(
        maximum: Int = ByteSource.maximumLine, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result? {
        guard let length = try lineLength(maximum: maximum) else { return nil }
        defer { consume(min(length + 1, end - start)) }
        return try buffer.withUnsafeBufferPointer { bytes in
            var line = bytes[start..<start + length]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return try body(UnsafeBufferPointer(rebasing: line))
        }
    }

    /// The number of bytes before the next line feed or the end; nil at the end.
    private mutating func lineLength(maximum: Int) throws -> Int? {
        guard try require(1) else { return nil }
        var searched = 0
        while true {
            let found = buffer.withUnsafeBytes { bytes -> Int? in
                guard let base = bytes.baseAddress, start + searched < end else { return nil }
                let from = base + start
                return memchr(from + searched, Int32(UInt8(ascii: "\n")), end - start - searched).map {
                    UnsafeRawPointer($0) - from
                }
            }
            let length = found ?? end - start
            guard length <= maximum else {
                throw InputError("the line has more than \(maximum) bytes")
            }
            if found != nil { return length }
            searched = length
            if try !readMore() { return length }
        }
    }
}
