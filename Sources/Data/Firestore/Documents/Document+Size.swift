extension Document {
    /// How large a document may be, in bytes as ``storageSize`` counts them.
    public static let maximumStorageSize = 1 << 20

    /// How long one string or bytes value may be, in bytes: 1 MiB less 89 bytes.
    public static let maximumValueSize = 1_048_487

    /// How deep maps and arrays may nest in a document.
    public static let maximumDepth = FieldPath.maximumDepth

    /// The size in bytes that Firestore counts for the document: its name, its fields, and 32 bytes.
    ///
    /// Google's page says that a map counts "the same way as document size"; what is enforced (measured on Google's
    /// emulator, to the byte) counts its names and values without the 32 bytes.
    ///
    /// Source: <https://firebase.google.com/docs/firestore/storage-size>
    public var storageSize: Int { Self.nameSize(name) + fields.storageSize + 32 }

    /// How deep maps and arrays nest in the document: 0 if there are none.
    public var depth: Int { fields.depth }

    /// The ids behind `documents`, each with a byte of its own, and 16 bytes; a numeric id counts 8.
    fileprivate static func nameSize(_ name: String) -> Int {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.dropFirst(5).reduce(16) { size, part in
            size + (ResourceName.numericID(Substring(part)) == nil ? part.count + 1 : 8)
        }
    }
}

extension Fields {
    /// Each name with a byte of its own, and each value.
    fileprivate var storageSize: Int {
        reduce(0) { $0 + $1.name.utf8.count + 1 + $1.value.storageSize }
    }

    package var depth: Int { reduce(0) { Swift.max($0, $1.value.depth) } }
}

extension Value {
    /// The size in bytes that Firestore counts for the value.
    public var storageSize: Int {
        switch self {
        case .null, .boolean: 1
        case .integer, .double, .timestamp: 8
        case .string(let text): text.utf8.count + 1
        case .bytes(let bytes): bytes.count
        case .reference(let name): Document.nameSize(name)
        case .geoPoint: 16
        case .array(let elements): elements.reduce(0) { $0 + $1.storageSize }
        case .map(let fields): fields.vector.map { $0.count * 8 } ?? fields.storageSize
        }
    }

    fileprivate var depth: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { max($0, $1.depth) } + 1
        case .map(let fields): fields.depth + 1
        default: 0
        }
    }
}
