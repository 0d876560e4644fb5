public import JSON

extension Value: WireCodable {
    /// Reads a value of exactly one kind.
    public init(from reader: inout JSONReader) throws {
        var value: Value?
        try reader.members { key, reader in
            guard let read = try Self.member(key, of: &reader) else { return }
            guard value == nil else { throw reader.fault("a value of two kinds") }
            value = read
        }
        guard let value else { throw reader.fault("a value of no known kind") }
        self = value
    }

    /// The value in the member `key`; nil if it is absent or unknown. The most common kinds come first.
    private static func member(_ key: JSONReader.Key, of reader: inout JSONReader) throws -> Value? {
        if try reader.peek() == .null {
            try reader.null()
            switch key {
            case "nullValue", "null_value": return .null
            default: return nil
            }
        }
        switch key {
        case "stringValue", "string_value": return .string(try reader.string())
        case "integerValue", "integer_value": return .integer(try reader.int64())
        case "mapValue", "map_value": return .map(try Self.fields(of: &reader))
        case "booleanValue", "boolean_value": return .boolean(try reader.bool())
        case "timestampValue", "timestamp_value": return .timestamp(try Timestamp(from: &reader))
        case "arrayValue", "array_value": return .array(try Self.elements(of: &reader))
        case "doubleValue", "double_value": return .double(try reader.wireDouble())
        case "nullValue", "null_value":
            try Self.readNull(from: &reader)
            return .null
        case "referenceValue", "reference_value": return .reference(try reader.string())
        case "geoPointValue", "geo_point_value": return .geoPoint(try GeoPoint(from: &reader))
        case "bytesValue", "bytes_value": return .bytes(try reader.base64())
        default:
            try reader.unknownMember()
            return nil
        }
    }

    /// `NullValue` is an enum with one case: `"NULL_VALUE"`, or 0 if enums are numbers.
    private static func readNull(from reader: inout JSONReader) throws {
        let start = reader.offset
        let isNull =
            switch try reader.peek() {
            case .string: try reader.string() == "NULL_VALUE"
            case .number: try reader.integer() == 0
            default: false
            }
        guard isNull else { throw JSONError("expected NULL_VALUE", at: start) }
    }

    /// Reads an `ArrayValue`.
    static func elements(of reader: inout JSONReader) throws -> [Value] {
        var elements: [Value] = []
        try reader.message { key, reader in
            switch key {
            case "values": elements = try reader.list()
            default: try reader.unknownMember()
            }
        }
        return elements
    }

    /// Reads a `MapValue`.
    private static func fields(of reader: inout JSONReader) throws -> Fields {
        var fields = Fields()
        try reader.message { key, reader in
            switch key {
            case "fields": fields = try Fields(from: &reader)
            default: try reader.unknownMember()
            }
        }
        return fields
    }

    /// Writes an object with one member, named after the kind.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .null:
            writer.key("nullValue")
            writer.null()
        case .boolean(let value):
            writer.key("booleanValue")
            writer.bool(value)
        case .integer(let value):
            writer.key("integerValue")
            writer.int64(value)
        case .double(let value):
            writer.key("doubleValue")
            writer.wireDouble(value)
        case .timestamp(let value):
            writer.key("timestampValue")
            value.write(to: &writer)
        case .string(let value):
            writer.key("stringValue")
            writer.string(value)
        case .bytes(let value):
            writer.key("bytesValue")
            writer.base64(value)
        case .reference(let value):
            writer.key("referenceValue")
            writer.string(value)
        case .geoPoint(let value):
            writer.key("geoPointValue")
            value.write(to: &writer)
        case .array(let elements):
            writer.key("arrayValue")
            Self.write(elements, to: &writer)
        case .map(let fields):
            writer.key("mapValue")
            writer.beginObject()
            if !fields.isEmpty { writer.member("fields", fields) }
            writer.endObject()
        }
        writer.endObject()
    }

    /// Writes an `ArrayValue`, an empty one as `{}`.
    static func write(_ elements: [Value], to writer: inout JSONWriter) {
        writer.message { $0.member("values", elements) }
    }
}
