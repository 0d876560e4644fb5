import Basics
import JSON

extension JSONReader {
    /// Reads the members of a message, skipping those that are `null`, which means absent.
    @inline(__always)
    mutating func message(_ member: (Key, inout JSONReader) throws -> Void) throws {
        try members { key, reader in
            if try reader.peek() == .null { return try reader.null() }
            try member(key, &reader)
        }
    }

    /// Skips an unknown member, or refuses it if the reader is strict.
    mutating func unknownMember() throws {
        guard !refusesUnknownMembers else { throw fault("unknown member") }
        try skip()
    }

    /// Counts a part that takes far more memory than its text.
    mutating func countPart() throws {
        guard remainingParts > 0 else { throw fault("too many field paths and filters") }
        remainingParts -= 1
    }

    /// Reads an array of messages.
    /// - Throws: `JSONError` at the first element beyond `maximum`, before it is read.
    mutating func list<Element: WireCodable>(
        _: Element.Type = Element.self, atMost maximum: Int = .max
    ) throws -> [Element] {
        try list(atMost: maximum) { try Element(from: &$0) }
    }

    /// Reads an array of strings.
    /// - Throws: `JSONError` at the first element beyond `maximum`, before it is read.
    mutating func strings(atMost maximum: Int = .max) throws -> [String] {
        try list(atMost: maximum) { try $0.string() }
    }

    /// Reads an array with `element`.
    /// - Throws: `JSONError` at the first element beyond `maximum`, before it is read.
    mutating func list<Element>(
        atMost maximum: Int, _ element: (inout JSONReader) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try array { reader in
            guard elements.count < maximum else { throw reader.fault("more than \(maximum) elements") }
            elements.append(try element(&reader))
        }
        return elements
    }

    /// Reads a 64-bit integer: a string of digits or a number.
    mutating func int64() throws -> Int64 {
        guard try peek() == .string else { return try integer() }
        let start = offset
        let integer = try utf8 { text in
            // The slow path for a rare case: a string may contain any form of a number whose value is an integer.
            Self.decimal(text) ?? Self.number(text) { try $0.integer() }
        }
        guard let integer else { throw JSONError("expected an integer", at: start) }
        return integer
    }

    /// Reads a 32-bit integer: a number or a string of digits.
    mutating func int32() throws -> Int32 {
        let start = offset
        guard let integer = Int32(exactly: try int64()) else { throw JSONError("integer out of range", at: start) }
        return integer
    }

    /// Reads a double: a number, or a string with a number or with `NaN`, `Infinity`, `-Infinity`.
    mutating func wireDouble() throws -> Double {
        guard try peek() == .string else { return try double() }
        let start = offset
        let number: Double? = try utf8 { text in
            switch String(decoding: text, as: UTF8.self) {
            case "NaN": .nan
            case "Infinity": .infinity
            case "-Infinity": -.infinity
            // The grammar is JSON's, not that of Double's initializer, which also accepts hexadecimal and "inf".
            default: Self.number(text) { try $0.double() }
            }
        }
        guard let number else { throw JSONError("expected a number", at: start) }
        return number
    }

    /// Reads bytes in base64, standard or URL-safe, with or without padding.
    mutating func base64() throws -> [UInt8] {
        _ = try peek()
        let start = offset
        guard let bytes = try utf8(Base64.decode) else { throw JSONError("invalid base64", at: start) }
        return bytes
    }

    /// Parses `text` as a number, without surrounding white space; nil if it is not one.
    private static func number<T>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws -> T
    ) -> T? {
        guard let first = text.first, let last = text.last, !WireError.isSpace(first), !WireError.isSpace(last) else {
            return nil
        }
        return try? JSONReader.read(text, body)
    }

    private static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard !digits.isEmpty else { return nil }
        // Accumulated below zero, where there is room for Int64.min.
        var value: Int64 = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (difference, borrowed) = product.subtractingReportingOverflow(Int64(digit))
            guard !overflowed, !borrowed else { return nil }
            value = difference
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }
}
