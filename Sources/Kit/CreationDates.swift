import Foundation
import TodoDomain
import TodoFormats

/// The creation dates of to-dos for which a file has no date. With one date for all, they would be sorted by their ids.
///
/// The last to-do gets the current time, and each one before it is a millisecond earlier, so that no date is in the future.
struct CreationDates: Sendable {
    /// How many records are left.
    private var left: Int64

    /// - Parameter count: the number of records.
    init(count: Int) { left = Int64(count) }

    /// The creation date of the next record; nil to use the date of the item.
    /// - Parameter undated: the date that the reader gives to records without a date.
    mutating func date(of item: ImportItem, undated: Date?) -> Date? {
        left = max(left - 1, 0)
        guard case .todo(let todo, nil, _) = item, let undated, todo.createdAt == undated else { return nil }
        return Date(milliseconds: undated.milliseconds.addingClamped(-left))
    }
}
