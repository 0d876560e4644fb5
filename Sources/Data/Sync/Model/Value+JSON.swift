import FirestoreWire
import JSON

// Register values on the wire. Types that JSON does not have can only come from newer versions. They are stored under
// names that Firestore reserves (`__…__`), and sent back unchanged.
extension Value {
    private static let typeKey = "__type__"
    private static let valueKey = "__value__"

    /// Creates the wire value of a register's value.
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let bool): self = .boolean(bool)
        case .integer(let integer): self = .integer(integer)
        case .double(let double): self = .double(double)
        case .string(let string): self = .string(string)
        case .array(let elements): self = .array(elements.map(Value.init))
        case .object(let members):
            if members[Self.typeKey] != nil, let text = members[Self.valueKey]?.string,
                let value = try? Value(json: Array(text.utf8))
            {
                self = value
            } else {
                self = .map(Fields(members.map { ($0.key, Value($0.value)) }))
            }
        }
    }

    /// The value as a register stores it.
    var registerValue: JSONValue {
        switch self {
        case .null: .null
        case .boolean(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .double(let double) where double.isFinite: .double(double)
        case .string(let string): .string(string)
        case .array(let elements): .array(elements.map(\.registerValue))
        case .map(let fields):
            .object(Dictionary(fields.map { ($0.name, $0.value.registerValue) }, uniquingKeysWith: { _, last in last }))
        case .double, .timestamp, .bytes, .reference, .geoPoint:
            [Self.typeKey: "wire", Self.valueKey: .string(String(decoding: json, as: UTF8.self))]
        }
    }
}
