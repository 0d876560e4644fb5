import Foundation
import TodoDomain
import TodoKit

// Views of the past: `--at WHEN`.
extension Session {
    /// The moment given with `--at`.
    func moment(_ text: String) throws -> Date {
        try Typed.value(text, of: "--at") { try PastPhrase.parse($0, now: now, timeZone: timeZone, settings: phrases) }
    }

    /// The state at the viewed moment, which is read only once; nil for now.
    @discardableResult
    func pastState() async throws -> PastState? {
        if let at, past == nil { past = try await store.past(at: at) }
        return past
    }

    /// The to-dos whose ids begin with these prefixes, as they were at a moment.
    /// - Throws: `not-found` or `ambiguous`.
    func todos(_ texts: [String], at when: String) async throws -> [Todo] {
        let date = try moment(when)
        var todos: [Todo] = []
        var known = Set<Todo.ID>()
        for text in PackedWords.unpack(texts) {
            let id = try await todoID(text, includingDeleted: true)
            guard known.insert(id).inserted else { continue }
            let past = try await store.past(at: date, todosFrom: id.rawValue)
            guard let todo = past.todos.first(where: { $0.id == id }) else {
                throw TodoError(.notFound, "The to-do \(id) was not there at that time.")
            }
            todos.append(todo)
        }
        return todos
    }
}
