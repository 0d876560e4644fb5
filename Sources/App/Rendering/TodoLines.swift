package import TodoKit

/// To-dos as lines for programs, as `list` and `search` write them into a pipe.
///
/// One to-do a line, seven fields separated by tabs, empty fields for missing values:
///
/// 1. the shortest prefix of the id that is unique at present;
/// 2. `x` if it is done, `-` if it is open;
/// 3. `high`, `medium` or `low`;
/// 4. the due date: `2026-11-21` for a day, `2026-11-21T17:00:00.000Z` (RFC 3339, in UTC) for an instant;
/// 5. the title;
/// 6. the titles of its tags, separated by commas;
/// 7. the name of its location, or `latitude,longitude`.
///
/// There are never colours or ellipses. Fields may be added at the end of the line; nothing else ever changes. A tag
/// whose title contains a comma looks like two: programs for which that matters should use `--json`.
package enum TodoLines {
    /// The line, without a line break.
    package static func line(_ todo: Todo, shortID: (Todo.ID) -> String) -> String {
        let fields = [
            shortID(todo.id), todo.isDone ? "x" : "-", todo.priority?.rawValue ?? "", todo.due.map(text) ?? "",
            todo.title, todo.tags.map(\.title).joined(separator: ","), todo.location.map(TodoTable.name) ?? "",
        ]
        return fields.map(Sanitized.field).joined(separator: "\t")
    }

    private static func text(_ due: Due) -> String {
        switch due {
        case .day(let day): day.description
        case .instant(let date, _): date.rfc3339
        }
    }
}
