import Foundation
import TestSupport
import TodoDomain
import TodoKit
import TodoLocal

extension TodoProcess {
    /// Puts the shared list “Groceries” with the to-do “Milk” into the database, as if Bob had joined it as an editor. Ann owns
    /// it.
    /// - Returns: the id of the to-do.
    func joinGroceries() async throws -> String {
        let store = try TodoStore(
            .init(storage: .onDisk(path: database.path), isSyncEnabled: false), environment: .testing())
        let id = try await store.stack.write("join") { transaction in
            let space = try transaction.add(
                StoredSpace(
                    sid: "g", path: "spaces/g", role: .editor, name: "Groceries",
                    members: ["ann": .owner, "bob": .editor], names: ["ann": "Ann", "bob": "Bob"], me: "bob"))
            return try transaction.within(space) {
                try transaction.create(TodoList.sample("groceries", "Groceries"))
                var milk = Todo.sample("abcd1234", "Milk")
                milk.list = .sample("groceries", "Groceries")
                return try transaction.create(milk).record.id
            }
        }
        try store.stack.close()
        return id
    }
}
