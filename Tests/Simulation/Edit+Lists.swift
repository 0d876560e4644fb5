import Foundation
import TestSupport
import TodoDomain
import TodoLocal

// Lists, of which version 0.1.0 knows nothing.
extension Edit {
    /// Whether the action is one on lists.
    var isAboutLists: Bool { salt >> 61 == 1 }

    private static let listNumbers = 0..<5

    /// Does it; returns all lists and to-dos, as they then are: a move settles others.
    func performOnLists(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws -> [Record] {
        let id = TodoList.ID(stored: "l\(Int.random(in: Self.listNumbers, using: &generator))")
        let other = TodoList.ID(stored: "l\(Int.random(in: Self.listNumbers, using: &generator))")
        do {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<3:
                try transaction.create(
                    TodoList(id: id, title: generator.pick(Self.names + [value]), createdAt: Date(milliseconds: now)))
            case 3..<7: try transaction.update(TodoList.Update(id: id, parent: .set(other)))
            case 7: try transaction.update(TodoList.Update(id: id, title: value, parent: .clear))
            case 8: try transaction.update(TodoList.Update(id: id, isArchived: generator.chance(0.5)))
            case 9: try transaction.delete(ListEntity.self, id: id.rawValue)
            default:
                let todo = Todo.ID(stored: "t\(Int.random(in: 0..<9, using: &generator))")
                let parent = Todo.ID(stored: "t\(Int.random(in: 0..<9, using: &generator))")
                let isBelow = generator.chance(0.6)
                try transaction.update(
                    Todo.Update(id: todo, standing: isBelow ? Standing(in: nil, below: parent) : Standing(in: id)))
            }
        } catch let error as TodoError where error.code == .wouldCircle {
            // Refused before anything is written.
        }
        return try Self.listNumbers.compactMap {
            try transaction.reading.record(ListEntity.self, id: "l\($0)")?.asRecord
        }
            + Self.writable.compactMap { try transaction.reading.record(TodoEntity.self, id: $0)?.asRecord }
    }
}
