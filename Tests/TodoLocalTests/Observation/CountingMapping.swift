import Foundation
import SQLite
import TestSupport
import TodoDomain
import TodoLocal

/// Maps to-dos to rows, counting how often a page or a total is asked for.
struct CountingMapping: RecordMapping {
    private let mapping = TodoMapping()
    let counter = Counter()

    /// `@unchecked`: its only state is read and written under the lock.
    final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var number = 0
        private var gate: Gate?

        var count: Int { lock.withLock { number } }

        /// Holds all further queries, once they are counted, until the gate is open.
        func hold(at gate: Gate) { lock.withLock { self.gate = gate } }

        func add() {
            let gate = lock.withLock {
                number += 1
                return self.gate
            }
            gate?.wait()
        }
    }

    func sortExpression(for key: Todo.SortKey) -> String { mapping.sortExpression(for: key) }
    func condition(
        _ condition: Todo.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment { try mapping.condition(condition, isPaged: isPaged, in: transaction) }
    func knownCount(of predicate: Query<Todo>.Predicate, in transaction: ReadTransaction) throws -> Int? {
        counter.add()
        return try mapping.knownCount(of: predicate, in: transaction)
    }
    func models(from entities: [TodoEntity], in transaction: ReadTransaction) throws -> [Todo] {
        counter.add()
        return try mapping.models(from: entities, in: transaction)
    }
    func upsert(_ model: Todo, in transaction: WriteTransaction) throws -> TodoEntity {
        try mapping.upsert(model, in: transaction)
    }
    func apply(_ update: Todo.Update, in transaction: WriteTransaction) throws -> TodoEntity {
        try mapping.apply(update, in: transaction)
    }
    func update(from original: Todo, to model: Todo) -> Todo.Update { mapping.update(from: original, to: model) }
}
