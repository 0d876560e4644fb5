/// The parameters that every method of Google's APIs has. They choose nothing that this API knows, and are passed over.
///
/// Source: <https://cloud.google.com/apis/docs/system-parameters>
package enum SystemParameter {
    private static let names: Set<String> = [
        "access_token", "alt", "callback", "fields", "key", "oauth_token", "prettyPrint", "quotaUser", "uploadType",
        "upload_protocol",
    ]

    /// Requires that `name` is one of them: each has a second name that begins with `$`, which no field of a message
    /// does.
    /// - Throws: ``Status`` INVALID_ARGUMENT that repeats the name.
    package static func require(_ name: String) throws(Status) {
        guard names.contains(name) || name.hasPrefix("$") else {
            throw Status(.invalidArgument, "The request has no parameter '\(name.prefix(100))'.")
        }
    }
}
