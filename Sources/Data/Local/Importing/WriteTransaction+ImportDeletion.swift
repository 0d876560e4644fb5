package import Foundation
package import TodoDomain

// Applies deletions of a file.
extension WriteTransaction {
    /// Deletes a to-do that is deleted in a file. It stays if it was edited here after that, or if it settles an
    /// occurrence, which stays settled.
    /// - Parameter modifiedAt: when it was deleted there; nil if the file does not say. Then the to-do stays.
    /// - Returns: whether it was deleted.
    @discardableResult
    package func importDeletion(of id: Todo.ID, modifiedAt: Date?) throws -> Bool {
        guard let modifiedAt, !isToCome(modifiedAt),
            let known = try reading.record(TodoEntity.self, id: id.rawValue), !known.record.isDeleted,
            known.settled == nil, known.asRecord.presenceStamp.milliseconds <= modifiedAt.milliseconds
        else { return false }
        try delete(todos: [id.rawValue])
        return true
    }
}
