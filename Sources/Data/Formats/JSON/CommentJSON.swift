import Foundation
import JSON
import TodoDomain

extension [Todo.Comment] {
    /// Reads an array of comments in the form that `TodoJSON` writes; nil if one of them has another form.
    init?(_ value: JSONValue) {
        guard let elements = value.elements else { return nil }
        self.init()
        for element in elements {
            guard let text = element["text"]?.string, let at = element["at"]?.string.flatMap(Date.init(rfc3339:)) else {
                return nil
            }
            append(
                Todo.Comment(
                    listedAs: text, id: element["id"]?.string.flatMap { Todo.Comment.ID($0) } ?? .init(stored: ""),
                    at: at, editedAt: element["editedAt"]?.string.flatMap(Date.init(rfc3339:))))
        }
    }
}
