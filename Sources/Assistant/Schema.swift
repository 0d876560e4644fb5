import JSON

/// Pieces of JSON Schema.
enum Schema {
    static func text(_ description: String? = nil) -> JSONValue { typed("string", description) }
    static func optionalText(_ description: String? = nil) -> JSONValue { typed(["string", "null"], description) }
    static func flag(_ description: String? = nil) -> JSONValue { typed("boolean", description) }
    static func number(_ range: ClosedRange<Int>, _ description: String? = nil) -> JSONValue {
        with(
            description,
            [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ])
    }
    static func texts(_ description: String? = nil) -> JSONValue {
        with(description, ["type": "array", "items": ["type": "string"]])
    }
    static func choice(_ words: [String]) -> JSONValue { ["enum": .array(words.map(JSONValue.string))] }
    static func array(of schema: JSONValue) -> JSONValue { ["type": "array", "items": schema] }

    /// An object that has only these members.
    static func object(_ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
        var members: [String: JSONValue] = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        return .object(members)
    }

    /// An object that has these members, and perhaps more.
    static func open(_ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
        var members: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        return .object(members)
    }

    private static func typed(_ type: JSONValue, _ description: String?) -> JSONValue {
        with(description, ["type": type])
    }

    private static func with(_ description: String?, _ members: [String: JSONValue]) -> JSONValue {
        var members = members
        members["description"] = description.map(JSONValue.string)
        return .object(members)
    }
}
