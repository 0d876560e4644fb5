import Foundation
import GRDB
import SQLite
package import TodoDomain

// The input of agendas, scores and reports: many to-dos with few of their properties.
extension ObjectStore<TodoMapping> {
    /// All to-dos that a query matches, in any order, with only their own fields. Tags, location, list, subtasks and
    /// other properties from other rows are missing.
    package func bare(_ query: Query<Todo>, in transaction: ReadTransaction) throws -> [Todo] {
        try unordered(query, transaction).entities(TodoEntity.modelColumnList).entities
            .map { $0.asModel(with: Todo.Relations()) }
    }

    /// The ids of all to-dos that a query matches, in any order.
    package func ids(_ query: Query<Todo>, in transaction: ReadTransaction) throws -> [Todo.ID] {
        try unordered(query, transaction).ids()
    }

    /// SQLite's plan for all that a query matches, in any order.
    package func unorderedPlan(_ query: Query<Todo>) async throws -> [String] {
        try await stack.read { try self.unordered(query, $0).explain() }
    }

    private func unordered(_ query: Query<Todo>, _ transaction: ReadTransaction) -> QueryCompiler<TodoMapping> {
        var query = query
        query.window = .everything
        return QueryCompiler(mapping: mapping, query: query, transaction: transaction, isOrdered: false)
    }
}

extension ReadTransaction {
    /// How many open to-dos directly wait for each one, without zeros. The own space comes first.
    package func openDependents() throws -> [Todo.ID: Int] {
        let sql = """
            SELECT targetID, count(*), todo.space FROM todoDependency JOIN todo ON todo.rowID = todoDependency.todoID \
            WHERE isIgnored = 0 AND todo.isDeleted = 0 AND todo.completedAt IS NULL GROUP BY targetID, todo.space
            """
        var counts: [Todo.ID: Int] = [:]
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
        while let row = try rows.next() {
            let id = Todo.ID(stored: try row.value(at: 0))
            let space = SpaceID(rawValue: try row.value(at: 2))
            if space == .own || counts[id] == nil { counts[id] = try row.value(at: 1) }
        }
        return counts
    }

    /// The periods in which each to-do existed and was open, as far as they are known. Deleted to-dos are included.
    /// Nothing counts that was undone: a to-do that was added or imported, and what settled an occurrence.
    package func lifetimes() throws -> [Report.Lifetime] {
        var lifetimes: [Report.Lifetime] = []
        // A skipped occurrence was neither made nor done. A deletion has the time of the server's clock, which may be
        // behind.
        let sql = """
            SELECT createdAt, completedAt, CASE WHEN isDeleted THEN \
            max(ifnull(deletedAt, updatedAt), createdAt, ifnull(completedAt, createdAt)) END FROM todo \
            WHERE skipped = 0 AND NOT (isDeleted AND (\(Self.settlesNothing) OR \(Self.isUndone)))
            """
        try database.cachedStatement(sql: sql).forEachRow { row in
            lifetimes.append(
                Report.Lifetime(
                    createdAt: Date(milliseconds: row.integer()),
                    completedAt: row.optionalInteger().map { Date(milliseconds: $0) },
                    deletedAt: row.optionalInteger().map { Date(milliseconds: $0) }))
        }
        return lifetimes
    }

    /// An undo takes away the occurrence that a to-do settles, which a deletion leaves.
    private static let settlesNothing = "(series IS NOT NULL AND occurrence IS NULL)"

    /// It was made here, and nothing but undo and redo has deleted it.
    private static let isUndone = """
        (EXISTS (SELECT 1 FROM historyChange WHERE kind = 'todo' AND recordID = todo.rowID AND before IS NULL) \
        AND NOT EXISTS (SELECT 1 FROM historyChange JOIN historyTransaction ON id = transactionID \
        WHERE kind = 'todo' AND recordID = todo.rowID AND action NOT IN ('\(UndoVerb.undo.action)', '\(UndoVerb.redo.action)') \
        AND json_extract(after, '$.\(RecordColumns.deletion)') IS NOT NULL))
        """
}
