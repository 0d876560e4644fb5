extension TodoFilter {
    /// The position of a mistake in a filter, with advice. It is the underlying error of a ``TodoError`` with the code
    /// `bad-filter`, or `not-found` for a name.
    public struct Problem: Error, Hashable {
        /// The span of the mistake; empty if something is missing.
        public let span: TextSpan
        /// The possible texts at this position: fields with their colons, words, `condition`, `value`, `date`, or a character.
        public let expected: [String]
        /// The nearest known text, to replace the span; nil if there is no similar one.
        public let suggestion: String?

        /// The number of UTF-8 bytes before the mistake.
        public var offset: Int { span.utf8.lowerBound }
        /// The number of UTF-8 bytes of the mistake; 0 if something is missing.
        public var length: Int { span.utf8.count }

        init(_ span: TextSpan, expected: [String] = [], suggestion: String? = nil) {
            self.span = span
            self.expected = expected
            self.suggestion = suggestion
        }

        static func tooLong(_ text: String) -> TodoError {
            let end = text.unicodeScalars.index(
                before: text.utf8.index(text.startIndex, offsetBy: longestText + 1))
            let (utf8, utf16) = (text.utf8, text.utf16)
            let span = TextSpan(
                utf8: utf8.distance(from: utf8.startIndex, to: end)..<utf8.count,
                utf16: utf16.distance(from: utf16.startIndex, to: end)..<utf16.count)
            return FilterRefusal("A filter has at most \(longestText) bytes.").error(at: span)
        }
    }
}

/// A mistake in a part of a filter, before its position is known.
struct FilterRefusal: Error {
    let code: TodoError.Code
    let sentence: String
    let expected: [String]
    let suggestion: String?

    init(
        _ sentence: String, expected: [String] = [], suggestion: String? = nil, code: TodoError.Code = .badFilter
    ) {
        self.sentence = sentence
        self.expected = expected
        self.suggestion = suggestion
        self.code = code
    }

    /// Creates the refusal of an unknown word.
    init(_ word: String, isNoneOf words: [String], of field: String) {
        let suggestion = NearestWord.to(word, among: words)
        self.init(
            "“\(word.excerpt)” is not a value of \(field):, which takes \(words.joined(separator: ", ")).",
            expected: words, suggestion: suggestion)
    }

    func error(at span: TextSpan) -> TodoError {
        TodoError(
            code, sentence, underlying: TodoFilter.Problem(span, expected: expected, suggestion: suggestion))
    }

    /// Runs `body`, and gives its refusal the position of the span.
    static func placed<T>(at span: TextSpan, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let refusal as FilterRefusal { throw refusal.error(at: span) }
    }
}
