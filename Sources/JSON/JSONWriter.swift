/// Writes compact JSON (RFC 8259) into a buffer of bytes, and inserts the commas.
///
/// The caller opens and closes arrays and objects in pairs and gives each member its ``key(_:)``.
public struct JSONWriter: Sendable {
    /// The output so far: valid UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty writer with space for `capacity` bytes.
    public init(reservingCapacity capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// The output so far, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns and clears the output so far, to send a long text in pieces.
    public mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Clears the output but keeps the memory, to write the next document.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Opens an object: members follow, each with its ``key(_:)``.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Closes the open object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Opens an array: its elements follow.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Closes the open array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Begins a member of the open object; its value follows.
    public mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() { raw("null") }
    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
    /// Writes an integer of any width.
    public mutating func integer(_ value: some BinaryInteger) { raw(String(value)) }

    /// Writes a finite number in the shortest form that reads back as the same value. Writes an infinity or NaN as
    /// null, because JSON does not have them.
    public mutating func double(_ value: Double) { raw(value.isFinite ? value.description : "null") }

    /// Writes a string, escaping only what JSON requires.
    public mutating func string(_ value: String) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                if utf8.count - index >= 8 {
                    let word = UnsafeRawPointer(utf8.baseAddress.unsafelyUnwrapped)
                        .loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    let stops = ByteMask.stringStops(UInt64(littleEndian: word))
                    index += stops == 0 ? 8 : stops.trailingZeroBitCount >> 3
                    if stops == 0 { continue }
                }
                if Self.needsEscape(utf8[index]) {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                    escape(utf8[index])
                    start = index + 1
                }
                index += 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes any value, with the members of objects sorted by their keys' UTF-8 bytes.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .double(let value): double(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                self.key(key)
                self.value(value)
            }
            endObject()
        }
    }

    /// Writes a string of printable ASCII without quotes and backslashes, such as a number or a time; it is not
    /// validated.
    public mutating func plainString(_ ascii: UnsafeBufferPointer<UInt8>) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: ascii)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a value that is already JSON.
    public mutating func raw(_ json: String) {
        var json = json
        json.withUTF8 { raw($0) }
    }

    /// Writes a value that is already JSON; it is not validated.
    public mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
        comma()
        bytes.append(contentsOf: json)
        needsComma = true
    }
}

extension JSONWriter {
    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func open(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

extension JSONValue {
    /// Parses one JSON text.
    /// - Throws: ``JSONError`` if it is not valid JSON or nests deeper than ``JSONReader/maximumDepth``.
    public init<Bytes: Sequence>(parsing bytes: Bytes) throws where Bytes.Element == UInt8 {
        self = try JSONReader.read(bytes) { try $0.value() }
    }

    /// Parses one JSON text.
    /// - Throws: ``JSONError`` if it is not valid JSON or nests deeper than ``JSONReader/maximumDepth``.
    public init(parsing text: String) throws {
        try self.init(parsing: text.utf8)
    }

    /// The canonical text of the value: compact, keys in byte order. Equal values have equal texts.
    public var canonicalJSON: String {
        var writer = JSONWriter()
        writer.value(self)
        return writer.text
    }
}
