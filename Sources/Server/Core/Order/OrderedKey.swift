package import FirestoreWire

/// Bytes whose order (`memcmp`, SQLite's order for BLOBs) is Firestore's order of the appended values.
///
/// No encoding begins with another one. So keys can be concatenated, and the bytes of a part can be inverted to sort it
/// in descending order. `Value.compare` defines the order; a property test compares the two.
package struct OrderedKey {
    /// The bytes appended so far.
    package private(set) var bytes: [UInt8] = []

    /// An empty key.
    package init() {}

    /// Ends a list of parts; every part begins with a greater byte.
    private static let end: UInt8 = 0
    private static let part: UInt8 = 1

    /// Appends a value, inverted for descending order.
    package mutating func append(_ value: Value, descending: Bool = false) {
        let start = bytes.count
        append(value)
        guard descending else { return }
        for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }

    /// Appends one id of a name: numeric ids (`__id7__`) sort before all others.
    package mutating func append(id: some StringProtocol) {
        let id = Substring(id)
        if let number = ResourceName.numericID(id) {
            bytes.append(1)
            append(bigEndian: UInt64(bitPattern: number) ^ 1 << 63)
        } else {
            bytes.append(2)
            append(text: id.utf8)
        }
    }

    /// Appends a name's project, database and ids. A document's key is that of its collection followed by the key of
    /// its id.
    mutating func append(name: ResourceName) {
        append(id: name.database.projectID)
        append(id: name.database.databaseID)
        for segment in name.segments { append(id: segment) }
    }

    /// The id whose key begins `key`, and the length of that key; nil if there is none.
    package static func id(at key: some RandomAccessCollection<UInt8>) -> (id: String, count: Int)? {
        switch key.first {
        case 1 where key.count >= 9:
            let number = key.dropFirst().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ 1 << 63
            return ("__id\(Int64(bitPattern: number))__", 9)
        case 2:
            var text: [UInt8] = []
            var rest = key.dropFirst()
            while let byte = rest.popFirst() {
                guard byte == 0 else {
                    text.append(byte)
                    continue
                }
                guard rest.popFirst() == 0xFF else {
                    return (String(decoding: text, as: UTF8.self), key.count - rest.count)
                }
                text.append(0)
            }
            return nil
        default: return nil
        }
    }
}

extension OrderedKey {
    private mutating func append(_ value: Value) {
        switch value {
        case .null: bytes.append(1)
        case .boolean(let value): bytes += [2, value ? 1 : 0]
        case .integer(let value):
            bytes.append(3)
            append(integer: value)
        case .double(let value):
            bytes.append(3)
            append(double: value, remainder: 0)
        case .timestamp(let value):
            bytes.append(4)
            append(bigEndian: UInt64(bitPattern: value.seconds) ^ 1 << 63)
            append(bigEndian: UInt32(value.nanoseconds))
        case .string(let value):
            bytes.append(5)
            append(text: value.utf8)
        case .bytes(let value):
            bytes.append(6)
            append(text: value)
        case .reference(let name):
            bytes.append(7)
            for part in name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                append(id: Substring(part))
            }
            bytes.append(Self.end)
        case .geoPoint(let point):
            bytes.append(8)
            append(double: point.latitude, remainder: 0)
            append(double: point.longitude, remainder: 0)
        case .array(let elements):
            bytes.append(9)
            append(elements)
        case .map(let fields):
            if let vector = fields.vector {
                bytes.append(10)
                append(bigEndian: UInt32(vector.count))
                append(vector)
            } else {
                bytes.append(11)
                for field in fields {
                    bytes.append(Self.part)
                    append(text: field.name.utf8)
                    append(field.value)
                }
                bytes.append(Self.end)
            }
        }
    }

    private mutating func append(_ elements: [Value]) {
        for element in elements { append(element) }
        bytes.append(Self.end)
    }

    /// Appends the bytes with each zero followed by 0xFF, and then the end, which sorts before all of them.
    private mutating func append(text: some Sequence<UInt8>) {
        for byte in text {
            bytes.append(byte)
            if byte == 0 { bytes.append(0xFF) }
        }
        bytes += [0, 1]
    }

    /// The greatest double that does not exceed the integer, and the remainder, because doubles beyond 2^53 are not
    /// exact.
    private mutating func append(integer value: Int64) {
        var double = Double(value)
        if (Int64(exactly: double) ?? .max) > value || double >= 0x1p63 { double = double.nextDown }
        append(double: double, remainder: UInt16(value - Int64(double)))
    }

    /// A double as bits that sort like numbers, NaN before all others.
    private mutating func append(double: Double, remainder: UInt16) {
        if double.isNaN {
            append(bigEndian: UInt64(0))
        } else {
            let bits = (double == 0 ? 0 : double).bitPattern
            append(bigEndian: bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
        }
        append(bigEndian: remainder)
    }

    private mutating func append(bigEndian value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
