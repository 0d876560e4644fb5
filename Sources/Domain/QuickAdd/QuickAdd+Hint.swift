extension QuickAdd {
    /// A part of a line that looks like a date, a repetition or a word of quick add, and was left in the title.
    public struct Hint: Hashable, Sendable {
        /// Why it was left.
        public typealias Kind = HintKind

        /// Why it was left.
        public let kind: Kind
        /// How it was typed.
        public let text: String
        /// Where it is in the line. Spans are whole characters, in the order of the line.
        public let span: TextSpan
        /// Why it was left, in one sentence.
        public let reason: String
        /// What to type instead; empty where there is nothing better.
        public let fix: String

        /// A part of a line that was left.
        public init(kind: Kind, text: String, span: TextSpan, reason: String, fix: String) {
            (self.kind, self.text, self.span, self.reason, self.fix) = (kind, text, span, reason, fix)
        }

        /// What a person is told: `“3/11” was left in the title: 3 November or 11 March? Type 3 nov.`
        public var message: String {
            let advice = fix.isEmpty ? "" : " Type \(fix)."
            return "“\(text.excerpt)” was left in the title: \(reason)\(advice)"
        }
    }
}
