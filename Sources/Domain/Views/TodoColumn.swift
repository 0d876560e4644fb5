/// A column of a list of to-dos.
public enum TodoColumn: String, Hashable, Sendable, CaseIterable {
    /// The short id.
    case id
    /// Whether it is done, started or waiting.
    case state
    /// How much it matters.
    case priority
    /// When it is due.
    case due
    /// When it can be begun.
    case start
    /// The title.
    case title
    /// How many of its subtasks are done.
    case subtasks
    /// The tags.
    case tags
    /// The list.
    case list
    /// The place.
    case place
    /// When it was made.
    case created
    /// When it was last edited.
    case updated
    /// When it was done.
    case completed

    /// Parses names with commas between them: `id, due, title`.
    /// - Throws: ``TodoError`` with code `usage` for an unknown column and for one that comes twice.
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

/// What the to-dos of a list are grouped by.
public enum TodoGrouping: String, Hashable, Sendable, CaseIterable {
    /// By the day on which they are due.
    case due
    /// By list.
    case list
    /// By place.
    case place
    /// By priority.
    case priority
    /// By tag; one with several tags is in several groups.
    case tag
}
