import JSON

/// A detail of a status that tells programs the reason: `{"@type": "type.googleapis.com/google.rpc.ErrorInfo",
/// "reason": "NO_SPACE", "domain": "todo-server"}`.
///
/// Source: <https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto>
enum ErrorInfo {
    private static let type = "type.googleapis.com/google.rpc.ErrorInfo"
    /// The service that defines the reasons; other services use the same names differently.
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
