/// A pull reader of JSON (RFC 8259) from bytes: the caller reads what it expects, or gets an error.
///
/// It is strict (no comments, no trailing commas, no lone surrogates, valid UTF-8 only) and bounded: nesting beyond
/// ``Limits/levels`` is refused, so that hostile input cannot exhaust the stack.
public struct JSONReader: ~Copyable {
    /// The maximum nesting depth of arrays and objects.
    public static let maximumDepth = 128

    let bytes: UnsafeBufferPointer<UInt8>
    private var depth = 0
    /// The position of the next byte to read, from 0.
    public internal(set) var offset = 0
    /// Whether readers of messages refuse unknown members. This reader itself knows no members.
    public var refusesUnknownMembers = false
    /// Whether a whole number beyond `Int64` is an error. Otherwise it becomes a double, which rounds it.
    public var refusesRounding = false
    /// How many more parts the message may have, of the kinds that take far more memory than their text.
    public var remainingParts = Int.max

    /// Reads `bytes`, which must outlive the reader.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Runs `body` with a reader of `bytes`, all of which it must read.
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

    /// Goes back to a value that was already read, to read it differently.
    public mutating func goBack(to offset: Int) { self.offset = offset }

    /// The kind of the next value.
    public enum Kind {
        /// JSON's null.
        case null
        /// True or false.
        case bool
        /// A number of any size and form.
        case number
        /// A string.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    /// Skips white space and returns the kind of the next value.
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

    /// Reads an object, calling `member` with each key; it must consume the member's value.
    public mutating func object(_ member: (String, inout JSONReader) throws -> Void) throws {
        try members { key, reader in try member(key.string, &reader) }
    }

    /// Reads an object, calling `member` with each key, without creating strings; it must consume the member's value.
    public mutating func members(_ member: (Key, inout JSONReader) throws -> Void) throws {
        try sequence(opening: UInt8(ascii: "{"), closing: UInt8(ascii: "}")) { reader in
            try reader.key { key, reader in
                guard try reader.nextByte() == UInt8(ascii: ":") else { throw reader.fault("expected a colon") }
                reader.offset += 1
                try member(key, &reader)
            }
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

    /// Reads and discards any value. It is validated like a value that is kept, except for duplicate keys.
    public mutating func skip() throws {
        switch try peek() {
        case .null: try null()
        case .bool: _ = try bool()
        case .number: _ = try double()
        case .string: try utf8 { _ in }
        case .array: try array { try $0.skip() }
        case .object: try members { _, reader in try reader.skip() }
        }
    }

    /// Throws unless only white space is left.
    public mutating func finish() throws {
        skipSpace()
        guard offset == bytes.count else { throw fault("unexpected text after the value") }
    }

    /// An error at the current position.
    public func fault(_ reason: String) -> JSONError { JSONError(reason, at: offset) }
}

extension JSONReader {
    @inline(__always)
    func peekByte() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    @inline(__always)
    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// Skips white space and returns the byte after it, without consuming it.
    @inline(__always)
    mutating func nextByte() throws -> UInt8 {
        skipSpace()
        guard offset < bytes.count else { throw fault("unexpected end") }
        return bytes[offset]
    }

    /// Consumes `text`. An error points to the first byte that differs, so that a premature end is recognized.
    private mutating func literal(_ text: StaticString) throws {
        let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for byte in expected {
            guard offset < bytes.count else { throw fault("unexpected end") }
            guard bytes[offset] == byte else { throw fault("unexpected character") }
            offset += 1
        }
    }

    @inline(__always)
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
}
