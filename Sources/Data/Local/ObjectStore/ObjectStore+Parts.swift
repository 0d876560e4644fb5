import SQLite
package import TodoDomain

/// Some of the models that a query asks for, while all of them go by.
package struct QueryPart<M: RecordMapping> {
    /// The models, in the order of the query.
    package let models: [M.Model]
    fileprivate let transaction: ReadTransaction

    /// As ``RecordDAO/shortestPrefixes(of:minimum:)``, at the moment of the query.
    package func shortestPrefixes() throws -> [M.Model.ID: String] {
        try transaction.shortestPrefixes(of: models.map(\.id), M.Entity.self)
    }
}

extension ObjectStore where M: RecordMapping {
    /// Takes in all models that a query asks for, its window aside: as of one moment, in its order, so many at a time.
    /// Only row numbers are sorted and no model is kept, so that any number of them takes the same memory.
    package func reduce<Result: Sendable>(
        _ query: Query<M.Model>, size: Int = 50, into initial: Result,
        _ next: @escaping @Sendable (inout Result, QueryPart<M>) throws -> Void
    ) async throws -> Result {
        try await stack.readSparingly { transaction in
            var result = initial
            var pending: [Int64] = []
            func take() throws {
                let rows = try transaction.rows(M.Entity.self, columns: M.Entity.modelColumnList, pending)
                let models = try self.mapping.models(from: pending.compactMap { rows[$0] }, in: transaction)
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
