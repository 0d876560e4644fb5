/// A confidential text: a token, a password, an API key.
///
/// Printing, reflecting or dumping it results in `<redacted>`; only the code that sends it can read it.
public struct Secret: Sendable, Hashable {
    /// The text itself. Each use is a potential leak.
    package let revealed: String

    /// Hides `text`.
    public init(_ text: String) { revealed = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same.
    public var description: String { "<redacted>" }
    /// Always the same.
    public var debugDescription: String { description }
    /// Without children, so that `dump` finds nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
