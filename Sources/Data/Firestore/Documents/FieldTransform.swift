package import JSON

/// A change of one field that the server computes.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/Write#FieldTransform>
package struct FieldTransform: Equatable, Sendable {
    /// The computation.
    package enum Operation: Equatable, Sendable {
        /// Sets the time at which the server processed the request, in milliseconds.
        case requestTime
        /// Adds a number to the field, or to 0 if the field is not a number.
        case increment(Value)
        /// Sets the greater of the field and a number.
        case maximum(Value)
        /// Sets the smaller of the field and a number.
        case minimum(Value)
        /// Appends the elements that are not in the array yet.
        case appendMissingElements([Value])
        /// Removes all elements that equal one of these from the array.
        case removeAllFromArray([Value])
    }

    /// The field to change.
    package var fieldPath: FieldPath
    /// The computation.
    package var operation: Operation

    /// A transform of the field at `fieldPath`.
    package init(_ fieldPath: FieldPath, _ operation: Operation) {
        self.fieldPath = fieldPath
        self.operation = operation
    }
}

/// `ServerValue`; `rawValue` is its name on the wire.
private enum ServerValue: String, WireEnum {
    case requestTime = "REQUEST_TIME"
}

extension FieldTransform: WireCodable {
    /// Reads a transform of exactly one kind.
    package init(from reader: inout JSONReader) throws {
        var path: FieldPath?
        var operation: Operation?
        try reader.message { key, reader in
            let read: Operation
            switch key {
            case "fieldPath", "field_path":
                path = try FieldPath(from: &reader)
                return
            case "setToServerValue", "set_to_server_value":
                let value: ServerValue = try reader.specified()
                switch value {
                case .requestTime: read = .requestTime
                }
            case "increment": read = .increment(try Self.number(from: &reader))
            case "maximum": read = .maximum(try Self.number(from: &reader))
            case "minimum": read = .minimum(try Self.number(from: &reader))
            case "appendMissingElements", "append_missing_elements":
                read = .appendMissingElements(try Value.elements(of: &reader))
            case "removeAllFromArray", "remove_all_from_array":
                read = .removeAllFromArray(try Value.elements(of: &reader))
            default: return try reader.unknownMember()
            }
            guard operation == nil else { throw reader.fault("a transform of two kinds") }
            operation = read
        }
        guard let path, let operation else { throw reader.fault("a transform without a path or an operation") }
        self.init(path, operation)
    }

    private static func number(from reader: inout JSONReader) throws -> Value {
        let value = try Value(from: &reader)
        switch value {
        case .integer, .double: return value
        default: throw reader.fault("a transform needs a number")
        }
    }

    /// Writes the transform.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("fieldPath", fieldPath)
            switch operation {
            case .requestTime: $0.member("setToServerValue", ServerValue.requestTime.rawValue)
            case .increment(let value): $0.member("increment", value)
            case .maximum(let value): $0.member("maximum", value)
            case .minimum(let value): $0.member("minimum", value)
            case .appendMissingElements(let elements):
                $0.key("appendMissingElements")
                Value.write(elements, to: &$0)
            case .removeAllFromArray(let elements):
                $0.key("removeAllFromArray")
                Value.write(elements, to: &$0)
            }
        }
    }
}
