import GRDB
import SQLite
import TodoDomain

/// Compiles a typed query to SQL and reads its result as entities.
struct QueryCompiler<M: Mapping> {
    let mapping: M
    let query: Query<M.Model>
    let transaction: ReadTransaction
    /// Whether the result is needed in the order of the query. Otherwise SQLite reads the index that has the fewest
    /// rows, rather than the index that has the order.
    var isOrdered = true

    /// The part of the result in the query's window.
    /// - Parameter columns: `M.Entity.modelColumnList` for rows that are converted to models and never written.
    func entities(_ columns: String = M.Entity.columnList) throws -> (entities: [M.Entity], hasMore: Bool) {
        try query.validate()
        let conditions = try conditions(isPaged: query.limit != nil)
        var entities: [M.Entity] = []
        let wanted = oneMoreThanAsked
        for (condition, suffix) in try statements(conditions, wanted: wanted) {
            if let wanted, entities.count >= wanted { break }
            let found = try transaction.entities(M.Entity.self, columns: columns, where: condition, suffix: suffix)
            // Usually there is one statement. Its rows, which are large, are then not copied.
            if entities.isEmpty { entities = found } else { entities += found }
        }
        let excess = query.limit.map { entities.count - $0 } ?? 0
        if excess > 0 { entities.removeLast(excess) }
        return (entities, excess > 0)
    }

    /// Passes the numbers of all rows that match the query to `body`, in its order, ignoring its window.
    func forEachRowID(_ body: (Int64) throws -> Void) throws {
        let conditions = try conditions(isPaged: false)
        let order = orderTerms.joined(separator: ", ")
        let sql = "SELECT rowID FROM \(M.Entity.table) WHERE \(conditions.sql) ORDER BY \(order)"
        try transaction.database.bound(sql, conditions.arguments).forEachRow { try body($0.integer()) }
    }

    /// The ids of all rows that match the query, in any order, ignoring its window.
    func ids<Model>() throws -> [Identifier<Model>] {
        let conditions = try conditions(isPaged: false)
        return try transaction.texts(
            "SELECT \(sql: M.Entity.key) FROM \(sql: M.Entity.table) WHERE \(conditions)"
        ).map { Identifier(stored: $0) }
    }

    /// How many rows match the query, ignoring its window.
    func count() throws -> Int {
        if let known = try mapping.knownCount(of: query.predicate, in: transaction) { return known }
        let conditions = try conditions(isPaged: false)
        return Int(
            try transaction.integer("SELECT count(*) FROM \(sql: M.Entity.table) WHERE \(conditions)"))
    }

    /// The query plans of the statements that `entities()` runs, for tests.
    func explain() throws -> [String] {
        let conditions = try conditions(isPaged: query.limit != nil)
        return try statements(conditions, wanted: oneMoreThanAsked).flatMap { condition, suffix in
            let sql = "SELECT \(M.Entity.columnList) FROM \(M.Entity.table) WHERE \(condition.sql) \(suffix)"
            let statement = try transaction.database.bound("EXPLAIN QUERY PLAN " + sql, condition.arguments)
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
    }

    /// One row more than requested, to find out whether there are more.
    private var oneMoreThanAsked: Int? { query.limit.map { $0 == .max ? $0 : $0 + 1 } }

    private func statements(_ conditions: SQLFragment, wanted: Int?) throws -> [(SQLFragment, String)] {
        let order = orderTerms.joined(separator: ", ")
        switch query.window {
        case .everything: return [(conditions, isOrdered ? "ORDER BY \(order)" : "")]
        case .page(let page, let size):
            return [(conditions, "ORDER BY \(order) LIMIT \(wanted ?? size) OFFSET \(page * size)")]
        case .after(let cursor, let size):
            // One range of the index for each number of equal leading terms, nearest first. Unlike a single OR of them,
            // each range is found without walking the rows before it.
            return keyset(after: cursor).map { range, order in
                ("\(conditions) AND \(range)", "ORDER BY \(order) LIMIT \(wanted ?? size)")
            }
        }
    }

    /// The condition of the rows that match the query, ignoring its window.
    func conditions(isPaged: Bool) throws -> SQLFragment {
        try query.predicate.validate()
        let wanted = try sql(query.predicate, isPaged: isPaged)
        return "\(sql: M.Entity.liveCondition) AND \(wanted.inAnd)"
    }

    /// - Parameter isNegated: whether the condition is to hold where the predicate does not. A NOT moves down to the
    ///   conditions (De Morgan), where it needs no parentheses.
    private func sql(
        _ predicate: Query<M.Model>.Predicate, isPaged: Bool, isNegated: Bool = false
    ) throws -> JoinedSQL {
        switch predicate.kind {
        case .condition(let condition):
            let sql = try mapping.condition(condition, isPaged: isPaged, in: transaction)
            // A condition on an empty column is null, which NOT would keep.
            return JoinedSQL(isNegated ? "NOT ifnull(\(sql), 0)" : sql)
        case .and(let parts):
            let parts = try parts.map { try sql($0, isPaged: isPaged, isNegated: isNegated) }
            return isNegated ? .any(parts) : .all(parts)
        case .or(let parts):
            let parts = try parts.map { try sql($0, isPaged: isPaged, isNegated: isNegated) }
            return isNegated ? .all(parts) : .any(parts)
        case .not(let part): return try sql(part, isPaged: isPaged, isNegated: !isNegated)
        }
    }

    private var orderTerms: [String] {
        let terms = query.effectiveOrder.map { mapping.sortExpression(for: $0.key) + ($0.isDescending ? " DESC" : "") }
        return terms + [M.Entity.key + (query.hasDescendingIDs ? " DESC" : "")]
    }

    /// The ranges, each with its order. Terms that are constant throughout a range are omitted from its order: SQLite
    /// does not notice that for expressions such as `ifnull(dueAt, …)`, and would sort the whole range.
    private func keyset(after cursor: TodoDomain.Cursor) -> [(range: SQLFragment, order: String)] {
        var terms: [(column: String, isDescending: Bool, value: StoredValue)] = []
        for (term, value) in zip(query.effectiveOrder, cursor.values) {
            terms.append((mapping.sortExpression(for: term.key), term.isDescending, StoredValue(value)))
        }
        terms.append((M.Entity.key, query.hasDescendingIDs, .text(cursor.id)))
        return terms.indices.reversed().map { last in
            let (column, isDescending, value) = terms[last]
            let beyond: SQLFragment = "\(sql: column) \(sql: isDescending ? "<" : ">") \(value)"
            let range = terms[..<last].reversed().reduce(beyond) { range, term in
                "\(sql: term.column) = \(term.value) AND \(range)"
            }
            return (range, orderTerms[last...].joined(separator: ", "))
        }
    }
}
