extension Document {
    /// The maximum size of a document, in bytes as counted by ``storageSize``.
    package static let maximumStorageSize = 1 << 20

    /// The maximum length of a string or bytes value in bytes: 1 MiB minus 89.
    package static let maximumValueSize = 1_048_487

    /// The maximum nesting depth of maps and arrays in a document.
    package static let maximumDepth = FieldPath.maximumDepth

    /// The size of the document in bytes as Firestore counts it: its name, its fields, and 32 bytes.
    ///
    /// Google's documentation says that a map counts "the same way as document size". But the enforced size, measured
    /// to the byte on Google's emulator, is that of its names and values without the 32 bytes.
    ///
    /// Source: <https://firebase.google.com/docs/firestore/storage-size>
    package var storageSize: Int { Self.nameSize(name) + fields.storageSize + 32 }

    /// The nesting depth of maps and arrays in the document; 0 if there are none.
    public var depth: Int { fields.depth }

    /// The ids after `documents`, plus one byte for each, and 16 bytes; a numeric id counts 8.
    fileprivate static func nameSize(_ name: String) -> Int {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.dropFirst(5).reduce(16) { size, part in
            size + (ResourceName.numericID(Substring(part)) == nil ? part.count + 1 : 8)
        }
    }
}

extension Fields {
    /// The names, plus one byte for each, and the values.
    fileprivate var storageSize: Int {
        reduce(0) { $0 + $1.name.utf8.count + 1 + $1.value.storageSize }
    }

    package var depth: Int { reduce(0) { Swift.max($0, $1.value.depth) } }
}

extension Value {
    /// The size of the value in bytes as Firestore counts it.
    package var storageSize: Int {
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
