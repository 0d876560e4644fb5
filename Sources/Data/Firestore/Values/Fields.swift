public import JSON

/// The fields of a document or of a map value: unique names with their values, sorted by the UTF-8 bytes of the names.
///
/// Names are distinguished by their bytes. A Swift `Dictionary` would take two spellings of an accent for the same key
/// and lose a field; it would also be slower than this sorted array at the sizes of documents.
public struct Fields: Sendable {
    /// A name and its value.
    public struct Field: Sendable {
        /// The name of the field, unquoted.
        public let name: String
        /// The value of the field.
        public fileprivate(set) var value: Value
    }

    private var entries: [Field] = []

    /// Fields from `entries` with unique and sorted names.
    init(sorted entries: [Field]) { self.entries = entries }

    /// No fields.
    public init() {}

    /// Fields from `pairs`; of duplicate names the last value is kept.
    public init(_ pairs: some Sequence<(String, Value)>) {
        for (name, value) in pairs { self[name] = value }
    }

    /// The value of the field `name`; nil if there is none. Setting nil removes the field.
    public subscript(name: String) -> Value? {
        get {
            let (index, isFound) = find(name)
            return isFound ? entries[index].value : nil
        }
        set {
            let (index, isFound) = find(name)
            switch newValue {
            case let value? where isFound: entries[index].value = value
            case let value?: entries.insert(Field(name: name, value: value), at: index)
            case nil where isFound: entries.remove(at: index)
            case nil: break
            }
        }
    }

    /// Calls `body` with the value of the field `name`, to change it in place without copying.
    mutating func update<T, E: Error>(_ name: String, _ body: (inout Value?) throws(E) -> T) throws(E) -> T {
        let (index, isFound) = find(name)
        var value: Value?
        // The value must not be referenced from here too, or the first change would copy its contents.
        if isFound {
            value = entries[index].value
            entries[index].value = .null
        }
        defer {
            switch value {
            case let value? where isFound: entries[index].value = value
            case let value?: entries.insert(Field(name: name, value: value), at: index)
            case nil where isFound: entries.remove(at: index)
            case nil: break
            }
        }
        return try body(&value)
    }

    /// The index of `name`, or where it belongs.
    private func find(_ name: String) -> (index: Int, isFound: Bool) {
        var range = 0..<entries.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            switch Ordering.bytes(name, entries[middle].name) {
            case .same: return (middle, true)
            case .before: range = range.lowerBound..<middle
            case .after: range = middle + 1..<range.upperBound
            }
        }
        return (range.lowerBound, false)
    }
}

extension Fields: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { 0 }
    /// The position after the last field.
    public var endIndex: Int { entries.count }
    /// The field at `position` in name order.
    public subscript(position: Int) -> Field { entries[position] }
}

extension Fields: Equatable, ExpressibleByDictionaryLiteral {
    /// Fields from a literal; of duplicate names the last value is kept.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }

    /// Whether both have the same names, byte for byte, and equal values.
    public static func == (left: Fields, right: Fields) -> Bool {
        left.entries.count == right.entries.count
            && zip(left.entries, right.entries).allSatisfy {
                Ordering.sameBytes($0.name, $1.name) && $0.value == $1.value
            }
    }
}

extension Fields: WireCodable {
    /// Reads an object of values; a duplicate name is an error.
    public init(from reader: inout JSONReader) throws {
        var isSorted = true
        var entries: [Field] = []
        try reader.members { key, reader in
            let name = key.string
            if isSorted, let last = entries.last { isSorted = Ordering.bytes(last.name, name) == .before }
            entries.append(Field(name: name, value: try Value(from: &reader)))
        }
        if !isSorted {
            entries.sort { Ordering.bytes($0.name, $1.name) == .before }
            for (left, right) in zip(entries, entries.dropFirst()) where Ordering.sameBytes(left.name, right.name) {
                throw reader.fault("repeated name of a field")
            }
        }
        self.entries = entries
    }

    /// Writes an object of values, sorted by name.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for field in entries {
            writer.key(field.name)
            field.value.write(to: &writer)
        }
        writer.endObject()
    }
}
