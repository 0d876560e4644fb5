import Foundation
import JSON

/// Reads a JSON text with only one element in memory at a time.
extension ByteSource {
    /// The maximum size of an element in bytes.
    static let maximumElement = 4 * 1024 * 1024

    /// Skips white space and returns the next byte without consuming it; nil at the end.
    mutating func nextSignificant() throws -> UInt8? {
        while let byte = try peek() {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: consume(1)
            default: return byte
            }
        }
        return nil
    }

    /// Skips white space, and then `character` if it is next.
    mutating func skipSignificant(_ character: Unicode.Scalar) throws -> Bool {
        guard try nextSignificant() == UInt8(ascii: character) else { return false }
        consume(1)
        return true
    }

    /// Reads the next value by calling `body` with a reader of its bytes, all of which it must read.
    mutating func nextElement<Result>(_ body: (inout JSONReader) throws -> Result) throws -> Result {
        let length = try elementLength()
        let result = try buffer.withUnsafeBufferPointer { bytes in
            try JSONReader.read(UnsafeBufferPointer(rebasing: bytes[start..<start + length]), body)
        }
        consume(length)
        return result
    }

    /// The length of the next value in bytes. Only brackets and quotes are matched here, so that nesting costs nothing. The
    /// reader of the value validates it.
    private mutating func elementLength() throws -> Int {
        _ = try nextSignificant()
        var boundary = ElementBoundary()
        var searched = 0
        while true {
            let length = buffer.withUnsafeBufferPointer { bytes in
                boundary.search(UnsafeBufferPointer(rebasing: bytes[start + searched..<end]))
            }
            if let length { return searched + length }
            searched = end - start
            guard searched <= Self.maximumElement else {
                throw InputError("the element has more than \(Self.maximumElement) bytes")
            }
            if try !readMore() { return searched }
        }
    }
}

/// Finds the end of a JSON value in pieces of text.
private struct ElementBoundary {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The number of bytes of `bytes` that belong to the value; nil if it continues after them.
    mutating func search(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for (index, byte) in bytes.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if depth == 0 { return index + 1 }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // A bracket that closes the enclosing value ends a number or a word.
                if depth == 0 { return index }
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }
}
