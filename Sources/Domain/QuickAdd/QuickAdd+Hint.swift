extension QuickAdd {
    /// A part of a line that looks like a date, a repetition or a word of quick add, and was left in the title.
    public struct Hint: Hashable, Sendable {
        /// The reasons for leaving a part in the title.
        public typealias Kind = HintKind

        /// The reason as a kind.
        public let kind: Kind
        /// The part as it was typed.
        public let text: String
        /// The position of the part in the line. Spans are whole characters, in the order of the line.
        public let span: TextSpan
        /// The reason, in one sentence.
        public let reason: String
        /// The text to type instead; empty if there is nothing better.
        public let fix: String

        /// Creates a hint about a part that was left in the title.
        public init(kind: Kind, text: String, span: TextSpan, reason: String, fix: String) {
            self.kind = kind
            self.text = text
            self.span = span
            self.reason = reason
            self.fix = fix
        }

        /// The message to show: `“3/11” was left in the title: 3 November or 11 March? Type 3 nov.`
        public var message: String {
            let advice = fix.isEmpty ? "" : " Type \(fix)."
            return "“\(text.excerpt)” was left in the title: \(reason)\(advice)"
        }
    }
}
