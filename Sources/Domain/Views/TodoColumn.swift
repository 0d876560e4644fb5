/// A column of a list of to-dos.
public enum TodoColumn: String, Hashable, Sendable, CaseIterable {
    /// The short id.
    case id
    /// The state: done, started or waiting.
    case state
    /// The priority.
    case priority
    /// The due date.
    case due
    /// The start date.
    case start
    /// The title.
    case title
    /// The number of done subtasks.
    case subtasks
    /// The tags.
    case tags
    /// The list.
    case list
    /// The place.
    case place
    /// The creation date.
    case created
    /// The date of the last edit.
    case updated
    /// The completion date.
    case completed

    /// Parses names with commas between them: `id, due, title`.
    /// - Throws: ``TodoError`` with code `usage` for an unknown column, and for a column that occurs twice.
    public static func list(_ text: String) throws -> [TodoColumn] {
        var columns: [TodoColumn] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let column = try TodoColumn(named: String(part).trimmed.lowercased())
            guard !columns.contains(column) else {
                throw TodoError(.usage, "The column “\(column.rawValue)” comes twice.")
            }
            columns.append(column)
        }
        return columns
    }
}

/// The property by which the to-dos of a list are grouped.
public enum TodoGrouping: String, Hashable, Sendable, CaseIterable {
    /// By the day on which they are due.
    case due
    /// By list.
    case list
    /// By place.
    case place
    /// By priority.
    case priority
    /// By tag. A to-do with several tags is in several groups.
    case tag
}
