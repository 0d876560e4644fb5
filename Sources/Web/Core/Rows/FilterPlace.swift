import TodoKit

/// Where in a filter something is wrong.
enum FilterPlace {
    /// The text before the place, the place itself and the text after it, and what could stand there.
    static func fields(_ problem: TodoFilter.Problem, in text: String) -> Fields {
        let utf8 = Array(text.utf8)
        let start = min(max(problem.span.utf8.lowerBound, 0), utf8.count)
        let end = min(max(problem.span.utf8.upperBound, start), utf8.count)
        func part(_ range: Range<Int>) -> String { String(decoding: utf8[range], as: UTF8.self) }
        var fields: Fields = [
            "before": part(0..<start), "wrong": start == end ? " " : part(start..<end),
            "after": part(end..<utf8.count),
        ]
        if let suggestion = problem.suggestion {
            fields["suggestion"] =
                [
                    "text": suggestion,
                    "href": "/find?q=" + FormFields.encoded(part(0..<start) + suggestion + part(end..<utf8.count)),
                ] as Fields
        } else if !problem.expected.isEmpty {
            fields["expected"] = problem.expected.prefix(12).joined(separator: ", ")
        }
        return fields
    }
}
