import Foundation
import TodoDomain
import TodoFormats

/// The creation dates of to-dos that a file says no date of: with one date for all, they would stand in the order of their ids.
///
/// The last one is made now and each before it a millisecond earlier, so that none lies in the future.
struct CreationDates: Sendable {
    /// How many records are still to come.
    private var left: Int64

    /// - Parameter count: how many records there are.
    init(count: Int) { left = Int64(count) }

    /// The creation date of the next record; nil if it is the one in the file.
    /// - Parameter undated: the date that the file's records have if they have none.
    mutating func date(of item: ImportItem, undated: Date?) -> Date? {
        left = max(left - 1, 0)
        guard case .todo(let todo, nil, _) = item, let undated, todo.createdAt == undated else { return nil }
        return Date(milliseconds: undated.milliseconds.addingClamped(-left))
    }
}
