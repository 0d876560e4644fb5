import Foundation
import TestSupport
import TodoDomain
import TodoLocal

// Lists, of which version 0.1.0 knows nothing.
extension Edit {
    /// Whether the action is one on lists.
    var isAboutLists: Bool { salt >> 61 == 1 }

    private static let listNumbers = 0..<5

    /// A wish to put a to-do below another one, or into a list.
    struct Move {
        let id: String
        let standing: Standing
    }

    /// The move; nil if the action is none.
    var move: Move? {
        guard isAboutLists else { return nil }
        var generator = SeededGenerator(seed: salt)
        // What every action draws first.
        _ = (Int.random(in: 0..<9, using: &generator), generator.pick(Self.names))
        _ = Int.random(in: 0..<3, using: &generator)
        let list = "l\(Int.random(in: Self.listNumbers, using: &generator))"
        _ = Int.random(in: Self.listNumbers, using: &generator)
        guard Int.random(in: 0..<20, using: &generator) > 9 else { return nil }
        let id = "t\(Int.random(in: 0..<9, using: &generator))"
        let parent = "t\(Int.random(in: 0..<9, using: &generator))"
        let isBelow = generator.chance(0.6)
        return Move(id: id, standing: isBelow ? Standing(parent: parent) : Standing(list: list))
    }

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
                guard let move else { break }
                try transaction.update(Todo.Update(id: .init(stored: move.id), standing: move.standing))
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
