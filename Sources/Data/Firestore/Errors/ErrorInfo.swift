import JSON

/// A detail of a status that says the reason to programs: `{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason":
/// "NO_SPACE", "domain": "todo-server"}`.
///
/// Source: <https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto>
enum ErrorInfo {
    private static let type = "type.googleapis.com/google.rpc.ErrorInfo"
    /// Whose reasons they are; those of others mean something else.
    private static let domain = "todo-server"

    static func detail(_ reason: String) -> JSONValue {
        ["@type": .string(type), "reason": .string(reason), "domain": .string(domain)]
    }

    /// The reason in `detail`; nil if it is another detail, or another service's.
    static func reason(_ detail: JSONValue) -> String? {
        guard detail["@type"]?.string == type, detail["domain"]?.string == domain else { return nil }
        return detail["reason"]?.string
    }
}
