import Foundation
import TodoDomain

/// Comments as COMMENT lines (RFC 5545, section 3.8.1.4). These have no time, so ours is in a parameter.
enum ICalendarComments {
    private static let time = "X-TODO-AT"

    /// The comments in the lines of a to-do. nil if one of them contains more than we would write; all lines are then kept as
    /// they are.
    static func comments(_ properties: [ICalendarProperty], createdAt: Date) -> [Todo.Comment]? {
        var comments: [Todo.Comment] = []
        for (index, property) in properties.enumerated() {
            let made = property.parameter(time).flatMap { Date(rfc3339: $0) } ?? unknownTime(index, after: createdAt)
            let comment = Todo.Comment(listedAs: property.text, at: made)
            guard (try? comment.validated()) == comment, line(comment, index, after: createdAt) == property.line else {
                return nil
            }
            comments.append(comment)
        }
        return comments
    }

    /// The lines of a to-do's comments.
    static func lines(of todo: Todo) -> [String] {
        // The file has the creation date of the to-do only to the second.
        let second = todo.createdAt.milliseconds.dividedRoundingDown(by: 1000).quotient
        return todo.comments.enumerated().map { line($1, $0, after: Date(milliseconds: second * 1000)) }
    }

    private static func line(_ comment: Todo.Comment, _ index: Int, after createdAt: Date) -> String {
        let isKnown = comment.createdAt != unknownTime(index, after: createdAt)
        let parameter = isKnown ? ";\(time)=\"\(comment.createdAt.rfc3339)\"" : ""
        return "COMMENT\(parameter):\(ICalendarText.escaped(comment.text))"
    }

    /// The time of a comment in a file without times: the creation date of its to-do, in the order of the file.
    private static func unknownTime(_ index: Int, after createdAt: Date) -> Date {
        Date(milliseconds: createdAt.milliseconds.addingClamped(Int64(index)))
    }
}
