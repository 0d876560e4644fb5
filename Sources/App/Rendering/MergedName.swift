/// A name that was replaced by another one.
enum MergedName {
    /// The note about the replacement.
    static func note(_ name: String, into target: String) -> String {
        "“\(Sanitized.line(name))” was merged into “\(Sanitized.line(target))”, which is used."
    }
}
