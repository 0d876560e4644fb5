/// A name in whose place another one is used.
enum MergedName {
    /// What is said of it.
    static func note(_ name: String, into target: String) -> String {
        "“\(Sanitized.line(name))” was merged into “\(Sanitized.line(target))”, which is used."
    }
}
