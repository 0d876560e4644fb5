import JSON
package import TodoKit

/// The position of an error in a filter: the underlying error of a refusal, with the typed text.
package struct FilterPlace: Error, Hashable {
    private let text: String
    private let problem: TodoFilter.Problem

    package init(_ problem: TodoFilter.Problem, in text: String) {
        self.problem = problem
        self.text = text
    }

    /// The part of the filter on one line, with carets below the error.
    var lines: [String] {
        let bytes = Array(text.utf8)
        let start = min(problem.offset, bytes.count)
        let end = min(start + problem.length, bytes.count)
        func line(_ range: Range<Int>) -> String { Sanitized.line(String(decoding: bytes[range], as: UTF8.self)) }
        // A filter may have thousands of bytes: only the surroundings of the error are shown.
        let before = Self.last(line(0..<start), width: 40)
        let wrong = DisplayWidth.truncated(line(start..<end), to: 30)
        let after = DisplayWidth.truncated(line(end..<bytes.count), to: 76 - 40 - DisplayWidth.of(wrong))
        let carets = String(repeating: "^", count: max(DisplayWidth.of(wrong), 1))
        return ["  " + before + wrong + after, "  " + String(repeating: " ", count: DisplayWidth.of(before)) + carets]
    }

    /// The end of a text, after an ellipsis if it is wider than `width`.
    private static func last(_ text: String, width: Int) -> String {
        var (used, start) = (0, text.endIndex)
        while start > text.startIndex {
            let previous = text.index(before: start)
            let next = used + DisplayWidth.of(text[previous])
            guard next < width else { return "…" + text[start...] }
            used = next
            start = previous
        }
        return text
    }

    /// Writes the additional members of an error in a filter, with the position in bytes of UTF-8.
    func write(to writer: inout JSONWriter) {
        writer.member("offset", .integer(Int64(problem.offset)))
        writer.member("length", .integer(Int64(problem.length)))
        writer.member("expected", .array(problem.expected.map(JSONValue.string)))
        writer.member("suggestion", problem.suggestion.map(JSONValue.string) ?? .null)
    }
}
