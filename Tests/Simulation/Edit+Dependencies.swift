import Foundation
import TestSupport
import TodoDomain
import TodoLocal

// Dependencies.
extension Edit {
    /// Whether the action is one on dependencies.
    var isAboutDependencies: Bool { salt >> 61 == 2 || salt >> 60 == 9 }

    private static let waiting = 0..<4

    func performOnDependencies(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws {
        // Few, so that the edits of several devices meet in circles.
        let id = Todo.ID(stored: "t\(Int.random(in: Self.waiting, using: &generator))")
        let other = Todo.ID(stored: "t\(Int.random(in: Self.waiting, using: &generator))")
        let isDone = generator.chance(0.5)
        do {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5: try transaction.update(Todo.Update(id: id, dependencies: .add([other])))
            case 5, 6: try transaction.update(Todo.Update(id: id, dependencies: .remove([other])))
            case 7:
                try transaction.update(
                    Todo.Update(id: id, completedAt: isDone ? .set(Date(milliseconds: now)) : .clear))
            case 8: try transaction.delete(TodoEntity.self, id: id.rawValue)
            default:
                if let todo = try transaction.reading.record(TodoEntity.self, id: id.rawValue), todo.record.isDeleted {
                    try transaction.edit(todo, registers: [:], deletion: .revive)
                }
            }
        } catch let error as TodoError where error.code == .wouldCircle {
            // Refused before anything is written.
        }
    }
}
