extension TodoFilter {
    /// The place of what is wrong with a filter, and what helps: the underlying error of a ``TodoError`` with the code
    /// `bad-filter`, or `not-found` for a name.
    public struct Problem: Error, Hashable {
        /// What is wrong; empty where something is missing.
        public let span: TextSpan
        /// What could stand there: fields with their colons, words, `condition`, `value`, `date`, or a character.
        public let expected: [String]
        /// The nearest that is known, to be put in the place of the span; nil if nothing is near.
        public let suggestion: String?

        /// How many bytes of UTF-8 are before it.
        public var offset: Int { span.utf8.lowerBound }
        /// How many bytes of UTF-8 it has; 0 where something is missing.
        public var length: Int { span.utf8.count }

        init(_ span: TextSpan, expected: [String] = [], suggestion: String? = nil) {
            (self.span, self.expected, self.suggestion) = (span, expected, suggestion)
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

/// What is wrong with a part of a filter, before its place is known.
struct FilterRefusal: Error {
    let code: TodoError.Code
    let sentence: String
    let expected: [String]
    let suggestion: String?

    init(
        _ sentence: String, expected: [String] = [], suggestion: String? = nil, code: TodoError.Code = .badFilter
    ) {
        (self.sentence, self.expected, self.suggestion, self.code) = (sentence, expected, suggestion, code)
    }

    /// A word that is none of those that are known.
    init(_ word: String, isNoneOf words: [String], of field: String) {
        let suggestion = NearestWord.to(word, among: words)
        self.init(
            "“\(word.excerpt)” is no value of \(field):, which takes \(words.joined(separator: ", ")).",
            expected: words, suggestion: suggestion)
    }

    func error(at span: TextSpan) -> TodoError {
        TodoError(
            code, sentence, underlying: TodoFilter.Problem(span, expected: expected, suggestion: suggestion))
    }

    /// Runs `body`; what it refuses is at the span.
    static func placed<T>(at span: TextSpan, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let refusal as FilterRefusal { throw refusal.error(at: span) }
    }
}
