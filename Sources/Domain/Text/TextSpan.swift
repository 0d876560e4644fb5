/// A part of a text, in the two units in which front ends count.
public struct TextSpan: Hashable, Sendable {
    /// The part in bytes of UTF-8.
    public let utf8: Range<Int>
    /// The part in UTF-16 code units, as JavaScript and the text views of Apple's platforms count.
    public let utf16: Range<Int>

    /// A part of a text.
    public init(utf8: Range<Int>, utf16: Range<Int>) {
        self.utf8 = utf8
        self.utf16 = utf16
    }

    /// The empty part at the beginning.
    public static let none = TextSpan(utf8: 0..<0, utf16: 0..<0)
}
