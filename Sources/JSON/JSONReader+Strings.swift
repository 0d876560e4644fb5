extension JSONReader {
    /// The key of a member: bytes of the text being read, valid only during the call that it is passed to.
    ///
    /// `switch key { case "name": ... }` compares bytes without allocating.
    public struct Key {
        @usableFromInline let utf8: UnsafeBufferPointer<UInt8>

        /// The key as text.
        public var string: String { String(decoding: utf8, as: UTF8.self) }

        /// Whether `key` is exactly these bytes.
        @inlinable
        public static func ~= (literal: StaticString, key: Key) -> Bool {
            guard literal.utf8CodeUnitCount == key.utf8.count else { return false }
            let expected = literal.utf8Start
            for index in 0..<key.utf8.count where expected[index] != key.utf8[index] { return false }
            return true
        }
    }

    /// Reads a string.
    public mutating func string() throws -> String {
        try openString()
        let start = offset
        let run = try plainRun()
        if run.endsString {
            let slice = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            if !run.isASCII { try validate(slice, at: start) }
            offset += 1
            return String(decoding: slice, as: UTF8.self)
        }
        return try unescaped(from: start).withUnsafeBufferPointer { buffer in
            try validate(buffer, at: start)
            return String(decoding: buffer, as: UTF8.self)
        }
    }

    /// Reads a string and passes its bytes, unescaped and valid UTF-8, to `body`; they are valid only during the call.
    public mutating func utf8<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) throws -> T {
        try openString()
        let start = offset
        let run = try plainRun()
        if run.endsString {
            let slice = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            if !run.isASCII { try validate(slice, at: start) }
            offset += 1
            return try body(slice)
        }
        return try unescaped(from: start).withUnsafeBufferPointer { buffer in
            try validate(buffer, at: start)
            return try body(buffer)
        }
    }

    /// Reads a key and calls `body` with it, after its closing quote.
    @inline(__always)
    mutating func key(_ body: (Key, inout JSONReader) throws -> Void) throws {
        try openString()
        let start = offset
        let run = try plainRun()
        if run.endsString {
            let slice = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            if !run.isASCII { try validate(slice, at: start) }
            offset += 1
            return try body(Key(utf8: slice), &self)
        }
        let text = try unescaped(from: start)
        try text.withUnsafeBufferPointer { buffer in
            try validate(buffer, at: start)
            try body(Key(utf8: buffer), &self)
        }
    }
}

extension JSONReader {
    @inline(__always)
    private mutating func openString() throws {
        guard try nextByte() == UInt8(ascii: "\"") else { throw fault("expected a string") }
        offset += 1
    }

    /// Advances to the first quote or backslash; `isASCII` may be false for an ASCII run, but never true for another.
    @inline(__always)
    private mutating func plainRun() throws -> (endsString: Bool, isASCII: Bool) {
        var seen: UInt64 = 0
        // Eight bytes at a time: most of a document is inside strings.
        while bytes.count - offset >= 8 {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
                    .loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            seen |= word
            let stops = ByteMask.stringStops(word)
            if stops != 0 {
                offset += stops.trailingZeroBitCount >> 3
                break
            }
            offset += 8
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""): return (true, seen & ByteMask.highBits == 0)
            case UInt8(ascii: "\\"): return (false, false)
            case 0..<0x20: throw fault("control character in a string")
            default:
                seen |= UInt64(byte)
                offset += 1
            }
        }
        throw fault("unterminated string")
    }

    private func validate(_ slice: UnsafeBufferPointer<UInt8>, at start: Int) throws {
        guard UTF8Validation.isValid(slice) else { throw JSONError("invalid UTF-8 in a string", at: start) }
    }

    /// The bytes of a string whose first escape is at the current position, up to and including its closing quote.
    private mutating func unescaped(from start: Int) throws -> [UInt8] {
        var unescaped = Array(bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return unescaped
            case UInt8(ascii: "\\"):
                offset += 1
                guard let escape = peekByte() else { throw fault("unterminated string") }
                offset += 1
                switch escape {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(escape)
                case UInt8(ascii: "b"): unescaped.append(0x08)
                case UInt8(ascii: "f"): unescaped.append(0x0C)
                case UInt8(ascii: "n"): unescaped.append(0x0A)
                case UInt8(ascii: "r"): unescaped.append(0x0D)
                case UInt8(ascii: "t"): unescaped.append(0x09)
                case UInt8(ascii: "u"): unescaped.append(contentsOf: UTF8.encode(try unicodeEscape()) ?? .init())
                default: throw fault("unknown escape in a string")
                }
            default:
                let run = offset
                _ = try plainRun()
                unescaped.append(contentsOf: bytes[run..<offset])
            }
        }
        throw fault("unterminated string")
    }

    private mutating func unicodeEscape() throws -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A high surrogate must be followed by `\u` and a low one.
        guard first < 0xDC00, try takes(UInt8(ascii: "\\")), try takes(UInt8(ascii: "u")) else {
            throw fault("lone surrogate in a string")
        }
        let second = try hexadecimal()
        guard 0xDC00..<0xE000 ~= second,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("lone surrogate in a string") }
        return scalar
    }

    private mutating func takes(_ expected: UInt8) throws -> Bool {
        guard let byte = peekByte() else { throw fault("unterminated string") }
        guard byte == expected else { return false }
        offset += 1
        return true
    }

    private mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peekByte() else { throw fault("unterminated string") }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw fault("bad \\u escape")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
