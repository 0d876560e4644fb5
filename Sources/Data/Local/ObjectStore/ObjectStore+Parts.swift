import SQLite
package import TodoDomain

/// A part of the models that a query matches.
package struct QueryPart<M: RecordMapping> {
    /// The models, in the order of the query.
    package let models: [M.Model]
    let transaction: ReadTransaction

    /// As ``RecordDAO/shortestPrefixes(of:minimum:)``, in the snapshot of the query.
    package func shortestPrefixes() throws -> [M.Model.ID: String] {
        try transaction.shortestPrefixes(of: models.map(\.id), M.Entity.self)
    }
}

extension ObjectStore where M: RecordMapping {
    /// Reduces all models that a query matches, ignoring its window. It reads them in one snapshot, in the order of the
    /// query, `size` models at a time. Only row numbers are sorted and no models are retained, so memory use is
    /// constant.
    package func reduce<Result: Sendable>(
        _ query: Query<M.Model>, size: Int = 50, into initial: Result,
        _ next: @escaping @Sendable (inout Result, QueryPart<M>) throws -> Void
    ) async throws -> Result {
        try await stack.readSparingly { transaction in
            var result = initial
            var pending: [Int64] = []
            func take() throws {
                let rows = try transaction.rows(M.Entity.self, columns: M.Entity.modelColumnList, pending)
                let models = try self.mapping.allModels(from: pending.compactMap { rows[$0] }, in: transaction)
                try next(&result, QueryPart(models: models, transaction: transaction))
                pending.removeAll(keepingCapacity: true)
            }
            let compiler = QueryCompiler(mapping: self.mapping, query: query, transaction: transaction)
            try compiler.forEachRowID { rowID in
                pending.append(rowID)
                if pending.count == size { try take() }
            }
            if !pending.isEmpty { try take() }
            return result
        }
    }
}

extension ObjectStore<TodoMapping> {
    /// Passes all to-dos that a query matches to `body`, `size` at a time, in the order in which they were made or put by hand,
    /// whatever they are in. The query's window and order are ignored. Only row numbers are kept in memory.
    package func forEachAsPlaced(
        _ query: Query<Todo>, size: Int, in transaction: ReadTransaction, _ body: ([Todo]) throws -> Void
    ) throws {
        let compiler = QueryCompiler(mapping: mapping, query: query, transaction: transaction)
        let rows = try transaction.integers(
            """
            SELECT rowID FROM todo WHERE \(compiler.conditions(isPaged: false)) \
            ORDER BY substr(manualOrder, instr(manualOrder, ' ') + 1), id
            """)
        for first in stride(from: 0, to: rows.count, by: size) {
            let part = Array(rows[first..<min(first + size, rows.count)])
            let found = try transaction.rows(TodoEntity.self, columns: TodoEntity.modelColumnList, part)
            try body(mapping.allModels(from: part.compactMap { found[$0] }, in: transaction))
        }
    }

    /// A page of a query's result in the order of trees: each to-do before its subtasks, siblings in their manual order.
    ///
    /// The trees are read in one query up to the end of the page, for any number of trees and lists.
    package func treePage(_ query: Query<Todo>, of roots: TreeRoots) async throws -> Page<TreeItem> {
        try query.validate()
        guard case .page(let number, let size) = query.window else {
            throw TodoError(.badPage, "A tree has pages with numbers.")
        }
        return try await stack.read { transaction in
            let compiler = QueryCompiler(mapping: self.mapping, query: query, transaction: transaction)
            let (rows, hasMore) = try transaction.treePage(
                transaction.containers(of: roots), where: compiler.conditions(isPaged: true), offset: number * size,
                limit: size)
            let found = try transaction.rows(
                TodoEntity.self, columns: TodoEntity.modelColumnList, rows.map(\.rowID))
            let models = try self.mapping.models(from: rows.compactMap { found[$0.rowID] }, in: transaction)
            let items = zip(models, rows).map { TreeItem($0, level: $1.level, hiddenParents: $1.hiddenParents) }
            return Page(
                items: items, page: number, pageSize: size,
                total: query.countsTotal ? try compiler.count() : nil,
                nextCursor: hasMore ? items.last.map { query.cursor(after: $0.todo) } : nil)
        }
    }

    /// Reduces the to-dos of trees in one snapshot, `size` at a time, each with the number of to-dos above it in its
    /// tree. Only row numbers are kept in memory.
    package func reduceTrees<Result: Sendable>(
        _ roots: TreeRoots, includesDone: Bool, size: Int = 50, into initial: Result,
        _ next: @escaping @Sendable (inout Result, QueryPart<TodoMapping>, _ levels: [Int]) throws -> Void
    ) async throws -> Result {
        try await stack.readSparingly { transaction in
            var (result, rest) = (initial, try transaction.treeRows(roots, includesDone: includesDone)[...])
            while !rest.isEmpty {
                let part = rest.prefix(size)
                rest = rest.dropFirst(size)
                let rows = try transaction.rows(
                    TodoEntity.self, columns: TodoEntity.modelColumnList, part.map(\.rowID))
                let models = try self.mapping.models(from: part.compactMap { rows[$0.rowID] }, in: transaction)
                try next(&result, QueryPart(models: models, transaction: transaction), part.map(\.level))
            }
            return result
        }
    }
}
