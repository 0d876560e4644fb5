/// The parameters of all methods of Google's APIs. They affect nothing that this API supports, and are ignored.
///
/// Source: <https://cloud.google.com/apis/docs/system-parameters>
package enum SystemParameter {
    private static let names: Set<String> = [
        "access_token", "alt", "callback", "fields", "key", "oauth_token", "prettyPrint", "quotaUser", "uploadType",
        "upload_protocol",
    ]

    /// Throws unless `name` is one of them: each has an alternative name that begins with `$`, unlike any field of a
    /// message.
    /// - Throws: ``Status`` INVALID_ARGUMENT that repeats the name.
    package static func require(_ name: String) throws(Status) {
        guard names.contains(name) || name.hasPrefix("$") else {
            throw Status(.invalidArgument, "The request has no parameter '\(name.prefix(100))'.")
        }
    }
}
