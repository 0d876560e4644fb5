package import TodoKit

/// To-dos as lines for programs: what `list` and `search` write if nobody looks.
///
/// One to-do a line, seven fields with a tab between them, an empty field if there is nothing:
///
/// 1. the id as short as it can be told apart now;
/// 2. `x` if it is done, `-` if it is open;
/// 3. `high`, `medium` or `low`;
/// 4. the due date: `2026-11-21` for a day, `2026-11-21T17:00:00.000Z` (RFC 3339, in UTC) for a moment;
/// 5. the title;
/// 6. the titles of its tags, with commas between them;
/// 7. the name of its place, or else `latitude,longitude`.
///
/// Neither colours nor ellipses, whatever the environment says. Fields may be added at the end of the line, and nothing
/// else ever changes. A tag whose title has a comma cannot be told from two: programs to which that matters use
/// `--json`.
package enum TodoLines {
    /// The line, without its line end.
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
