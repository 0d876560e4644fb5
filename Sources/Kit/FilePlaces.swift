import Foundation
import TodoDomain
import TodoFormats
import TodoLocal

/// The places of new to-dos in the order of the files of an import. Without them, to-dos of the same dates would be sorted by
/// their ids.
///
/// The manual order begins with what was made first, and a list shows what was edited last at its top. So the to-dos for which
/// a file has no dates count as made one after the other, and then as edited from the last one to the first. Each takes a
/// millisecond, and none of them is in the future.
struct FilePlaces: Sendable {
    private let count: Int64
    /// The number of the next record.
    private var number: Int64 = 0
    /// The time to which the place of the last to-do in the manual order corresponds.
    private var last = Int64.min

    /// - Parameter count: the number of records in all files.
    init(count: Int) { self.count = Int64(count) }

    /// The place of the next record; nil if it is not a to-do.
    /// - Parameters:
    ///   - undated: the date that the reader gives to records without a date.
    ///   - isOrdered: whether the order of the file counts even if it has dates (``ItemReader/isOrdered``).
    mutating func next(_ item: ImportItem, undated: Date?, isOrdered: Bool) -> PlaceInFile? {
        defer { number += 1 }
        guard var place = place(of: item, at: number, undated: undated), let todo = item.todo else { return nil }
        guard isOrdered, todo.position == nil else { return place }
        let made = (place.createdAt ?? todo.createdAt).milliseconds
        if made > last {
            last = made
        } else {
            last = max(last + 1, undated.map { madeAt(number, before: $0) } ?? last)
            place.position = OrderKey(createdAt: Date(milliseconds: last))
        }
        return place
    }

    /// The place of the record with a number, apart from its position; nil if it is not a to-do.
    func place(of item: ImportItem, at number: Int64, undated: Date?) -> PlaceInFile? {
        let (todo, modifiedAt): (Todo, Date?)
        switch item {
        case .todo(let read, let date, _), .series(let read, _, let date): (todo, modifiedAt) = (read, date)
        default: return nil
        }
        guard modifiedAt == nil, let undated else { return PlaceInFile() }
        let editedAt = Date(milliseconds: undated.milliseconds.addingClamped(-number))
        guard todo.createdAt == undated else { return PlaceInFile(editedAt: editedAt) }
        return PlaceInFile(createdAt: Date(milliseconds: madeAt(number, before: undated)), editedAt: editedAt)
    }

    /// When the record with a number counts as made.
    private func madeAt(_ number: Int64, before now: Date) -> Int64 {
        now.milliseconds.addingClamped(number - 2 * max(count - 1, number))
    }
}
