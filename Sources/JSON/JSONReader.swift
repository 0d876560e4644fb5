/// A pull reader of JSON (RFC 8259) over bytes: the caller asks for what it expects and gets it or an error.
///
/// It is strict (no comments, no trailing commas, no lone surrogates, valid UTF-8 only) and bounded: nesting beyond
/// ``maximumDepth`` is refused, so that hostile input cannot exhaust the stack.
public struct JSONReader: ~Copyable {
    /// How deep arrays and objects may nest.
    public static let maximumDepth = 128

    private let bytes: UnsafeBufferPointer<UInt8>
    private var depth = 0
    /// The position of the next byte to read, from 0.
    public private(set) var offset = 0

    /// Reads `bytes`, which must outlive the reader.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Runs `body` with a reader of `bytes` and requires that it reads all of them.
    public static func read<Bytes: Sequence, T>(
        _ bytes: Bytes, _ body: (inout JSONReader) throws -> T
    ) throws -> T where Bytes.Element == UInt8 {
        func run(_ buffer: UnsafeBufferPointer<UInt8>) throws -> T {
            var reader = JSONReader(buffer)
            let result = try body(&reader)
            try reader.finish()
            return result
        }
        if let result = try bytes.withContiguousStorageIfAvailable(run) { return result }
        return try Array(bytes).withUnsafeBufferPointer(run)
    }

    /// What the next value is, without consuming it.
    public enum Kind { case null, bool, number, string, array, object }

    /// Skips white space and tells what the next value is.
    public mutating func peek() throws -> Kind {
        switch try nextByte() {
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        default: throw fault("unexpected character")
        }
    }

    /// Reads a string.
    public mutating func string() throws -> String {
        guard try nextByte() == UInt8(ascii: "\"") else { throw fault("expected a string") }
        offset += 1
        let start = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let text = try utf8(UnsafeBufferPointer(rebasing: bytes[start..<offset]), at: start)
                offset += 1
                return text
            case UInt8(ascii: "\\"):
                return try escapedString(from: start)
            case 0..<0x20:
                throw fault("control character in a string")
            default:
                offset += 1
            }
        }
        throw fault("unterminated string")
    }

    /// Reads `true` or `false`.
    public mutating func bool() throws -> Bool {
        if try nextByte() == UInt8(ascii: "t") {
            try literal("true")
            return true
        }
        try literal("false")
        return false
    }

    /// Reads `null`.
    public mutating func null() throws {
        _ = try nextByte()
        try literal("null")
    }

    /// Reads a number: an integer where it is written as one and fits, a double otherwise.
    public mutating func number() throws -> JSONValue {
        _ = try nextByte()
        let start = offset
        var isInteger = true
        if peekByte() == UInt8(ascii: "-") { offset += 1 }
        let firstDigit = peekByte()
        let digits = skipDigits()
        guard digits > 0 else { throw fault("expected a number") }
        guard digits == 1 || firstDigit != UInt8(ascii: "0") else { throw fault("number with a leading zero") }
        if peekByte() == UInt8(ascii: ".") {
            isInteger = false
            offset += 1
            guard skipDigits() > 0 else { throw fault("number without a digit after its point") }
        }
        if let byte = peekByte(), byte | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            offset += 1
            if let sign = peekByte(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
            guard skipDigits() > 0 else { throw fault("number without a digit in its exponent") }
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw fault("number out of range") }
        return .double(double)
    }

    /// Reads an object, calling `member` with each key; it must consume the member's value.
    public mutating func object(_ member: (String, inout JSONReader) throws -> Void) throws {
        try sequence(opening: UInt8(ascii: "{"), closing: UInt8(ascii: "}")) { reader in
            let key = try reader.string()
            guard try reader.nextByte() == UInt8(ascii: ":") else { throw reader.fault("expected a colon") }
            reader.offset += 1
            try member(key, &reader)
        }
    }

    /// Reads an array, calling `element` for each element, which it must consume.
    public mutating func array(_ element: (inout JSONReader) throws -> Void) throws {
        try sequence(opening: UInt8(ascii: "["), closing: UInt8(ascii: "]"), element)
    }

    /// Reads any value.
    public mutating func value() throws -> JSONValue {
        switch try peek() {
        case .null:
            try null()
            return .null
        case .bool: return .bool(try bool())
        case .number: return try number()
        case .string: return .string(try string())
        case .array:
            var elements: [JSONValue] = []
            try array { elements.append(try $0.value()) }
            return .array(elements)
        case .object:
            var members: [String: JSONValue] = [:]
            try object { key, reader in
                guard members.updateValue(try reader.value(), forKey: key) == nil else {
                    throw reader.fault("repeated key in an object")
                }
            }
            return .object(members)
        }
    }

    /// Reads any value and forgets it.
    public mutating func skip() throws {
        switch try peek() {
        case .null: try null()
        case .bool: _ = try bool()
        case .number: _ = try number()
        case .string: _ = try string()
        case .array: try array { try $0.skip() }
        case .object: try object { _, reader in try reader.skip() }
        }
    }

    /// Requires that nothing but white space is left.
    public mutating func finish() throws {
        skipSpace()
        guard offset == bytes.count else { throw fault("unexpected text after the value") }
    }

    /// An error at the present position.
    public func fault(_ reason: String) -> JSONError { JSONError(reason, at: offset) }
}

extension JSONReader {
    private func peekByte() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    private mutating func nextByte() throws -> UInt8 {
        skipSpace()
        guard offset < bytes.count else { throw fault("unexpected end") }
        return bytes[offset]
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
        return offset - start
    }

    private mutating func literal(_ text: StaticString) throws {
        let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard bytes.count - offset >= expected.count,
            bytes[offset..<offset + expected.count].elementsEqual(expected)
        else { throw fault("unexpected character") }
        offset += expected.count
    }

    private mutating func sequence(
        opening: UInt8, closing: UInt8, _ element: (inout JSONReader) throws -> Void
    ) throws {
        guard try nextByte() == opening else {
            throw fault(opening == UInt8(ascii: "{") ? "expected an object" : "expected an array")
        }
        guard depth < Self.maximumDepth else { throw fault("nested too deeply") }
        depth += 1
        offset += 1
        if try nextByte() == closing {
            offset += 1
        } else {
            while true {
                try element(&self)
                let byte = try nextByte()
                guard byte == closing || byte == UInt8(ascii: ",") else { throw fault("expected a comma") }
                offset += 1
                if byte == closing { break }
            }
        }
        depth -= 1
    }

    private func utf8(_ slice: UnsafeBufferPointer<UInt8>, at start: Int) throws -> String {
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw JSONError("invalid UTF-8 in a string", at: start)
        }
        return text
    }

    /// The rest of a string whose first escape is at the present position.
    private mutating func escapedString(from start: Int) throws -> String {
        var unescaped = Array(bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                return try unescaped.withUnsafeBufferPointer { try utf8($0, at: start) }
            case UInt8(ascii: "\\"):
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
            case 0..<0x20: throw fault("control character in a string")
            default: unescaped.append(byte)
            }
        }
        throw fault("unterminated string")
    }

    private mutating func unicodeEscape() throws -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { throw fault("lone surrogate in a string") }
        offset += 2
        let second = try hexadecimal()
        guard 0xDC00..<0xE000 ~= second,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("lone surrogate in a string") }
        return scalar
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard bytes.count - offset >= 4 else { throw fault("unterminated string") }
        var value: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault("bad \\u escape") }
            value = value << 4 | UInt32(digit)
        }
        offset += 4
        return value
    }
}
