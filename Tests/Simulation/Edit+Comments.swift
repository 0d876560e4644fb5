import Foundation
import TestSupport
import TodoDomain
import TodoLocal

// Comments.
extension Edit {
    /// Whether the action is one on comments.
    var isAboutComments: Bool { salt >> 60 == 8 }

    func performOnComments(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws {
        // Few, so that the edits of several devices meet.
        let number = Int.random(in: 0..<6, using: &generator)
        let (id, todo) = (Todo.Comment.ID(stored: "c\(number)"), Todo.ID(stored: "t\(number / 2)"))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5:
            try transaction.create(
                Todo.Comment(id: id, on: todo, text: value, createdAt: Date(milliseconds: now)))
        case 5, 6: try transaction.update(Todo.Comment.Update(id: id, text: value))
        case 7: try transaction.delete(CommentEntity.self, id: id.rawValue)
        case 8:
            if let comment = try transaction.reading.record(CommentEntity.self, id: id.rawValue),
                comment.record.isDeleted
            {
                try transaction.edit(comment, registers: [:], deletion: .revive)
            }
        default:
            // A deleted to-do hides its comments, and deletes none.
            try transaction.delete(TodoEntity.self, id: todo.rawValue)
        }
    }
}
