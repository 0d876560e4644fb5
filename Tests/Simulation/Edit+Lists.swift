import Foundation
import TestSupport
import TodoDomain
import TodoLocal

// Lists, of which version 0.1.0 knows nothing.
extension Edit {
    /// Whether the action is one on lists.
    var isAboutLists: Bool { salt >> 61 == 1 }

    private static let lists = 0..<5

    /// Does it; returns all lists, as they then are: a move settles others.
    func performOnLists(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws -> [Record] {
        let id = TodoList.ID(stored: "l\(Int.random(in: Self.lists, using: &generator))")
        let other = TodoList.ID(stored: "l\(Int.random(in: Self.lists, using: &generator))")
        do {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<3:
                try transaction.create(
                    TodoList(id: id, title: generator.pick(Self.names + [value]), createdAt: Date(milliseconds: now)))
            case 3..<7: try transaction.update(TodoList.Update(id: id, parent: .set(other)))
            case 7: try transaction.update(TodoList.Update(id: id, title: value, parent: .clear))
            case 8: try transaction.update(TodoList.Update(id: id, isArchived: generator.chance(0.5)))
            default: try transaction.delete(ListEntity.self, id: id.rawValue)
            }
        } catch let error as TodoError where error.code == .wouldCircle {
            // Refused before anything is written.
        }
        return try Self.lists.compactMap { try transaction.reading.record(ListEntity.self, id: "l\($0)")?.asRecord }
    }
}
