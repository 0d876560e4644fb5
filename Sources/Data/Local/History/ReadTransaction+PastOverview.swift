public import Foundation
import JSON
import SQLite
public import TodoDomain

/// The numbers of to-dos at a moment, as far as this database knew them then, and the first of the open ones.
public struct PastOverview: Sendable {
    /// The shown properties of a to-do that was open then.
    public struct Item: Sendable, Identifiable {
        /// Its id.
        public let id: Todo.ID
        /// Its title then.
        public let title: String
        /// When it was due then; nil for no date.
        public let due: Due?
        /// The list that it was in; nil for the inbox.
        public let list: TodoList?
        /// Its place in the manual order of its list.
        package let orderKey: OrderKey
    }

    /// The moment.
    public let date: Date
    /// How many to-dos there were.
    public let counts: TodoCount
    /// The first of the to-dos that were open, in no particular order.
    public let items: [Item]
}

// Models are made only of the rows that are shown. For other rows that were changed since, the history shows whether
// they existed and were done. Unchanged rows are counted already.
extension ReadTransaction {
    /// The numbers of to-dos at a moment, and the first `limit` of the open ones.
    /// - Throws: `history-expired`.
    func pastOverview(at date: Date, limit: Int) throws -> PastOverview {
        let step = try lastStep(before: date)
        let found = try changes(since: step)
        let changed = found[.todo] ?? [:]
        var overview = PastCounts(counts: try todoCount)
        let spaces = try spaces()
        var repeating: [Int64: TodoEntity] = [:]
        for space in spaces {
            let here = within(space)
            let affected = try here.count(changed, since: step, in: &overview)
            repeating.merge(try here.count(repeating: affected, changed, in: &overview)) { _, new in new }
        }
        // More than are there cannot be asked for.
        let limit = min(max(limit, 0), Int(Int32.max))
        let unchanged = try integers(
            """
            SELECT rowID FROM todo NOT INDEXED WHERE isDeleted = 0 AND completedAt IS NULL \
            AND rowID NOT IN (\(Self.changedSince(step))) \
            AND rowID NOT IN (SELECT value FROM json_each(\(Self.array(repeating.keys.map(JSONValue.integer))))) \
            ORDER BY rowID LIMIT \(.integer(Int64(limit)))
            """)
        let shown = (Array(overview.open) + unchanged).sorted().prefix(limit)
        let items = try spaces.flatMap { try within($0).pastItems(shown, repeating, found) }
        return PastOverview(date: date, counts: overview.counts, items: items)
    }

    /// The to-dos of the space among some rows.
    private func pastItems(
        _ shown: some Collection<Int64>, _ repeating: [Int64: TodoEntity], _ found: [RecordKind: [Int64: Found]]
    ) throws -> [PastOverview.Item] {
        let changed = found[.todo] ?? [:]
        var rows = shown.compactMap { repeating[$0] }.filter { $0.record.space == space }
        rows += try rewound(
            TodoEntity.self, changed,
            where: Self.isIn("rowID", shown.filter { repeating[$0] == nil }.map(JSONValue.integer)))
        let lists = Dictionary(
            try pastLists(found[.list]).map { ($0.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        let standings = Forest.standings(of: try withAncestors(rows, changed).map(\.node))
        return rows.map { row in
            let list = standings[row.record.id]?.list.flatMap { lists[$0] }
            let todo = row.asModel(with: Todo.Relations(list: list))
            return PastOverview.Item(
                id: todo.id, title: todo.title, due: todo.due, list: list, orderKey: todo.orderKey)
        }
    }

    /// Replaces the present by the past for the to-dos that were changed since.
    /// - Returns: the ids of repeating to-dos that may have shown another state then.
    private func count(
        _ changed: [Int64: Found], since step: Int64, in overview: inout PastCounts
    ) throws -> Set<String> {
        var affected: Set<String> = []
        let statement = try database.bound(
            """
            SELECT rowID, id, isDeleted, completedAt IS NOT NULL, recurrence IS NOT NULL OR hidden IS NOT NULL, series
            FROM todo WHERE rowID IN (SELECT recordID FROM historyChange WHERE kind = ? AND transactionID > ?)
            AND space = ?
            """, [.text(RecordKind.todo.rawValue), .integer(step), space.value])
        try statement.forEachRow { row in
            let (rowID, id, isDeleted) = (row.integer(), row.text(), row.integer() != 0)
            let (isDone, isRepeating) = (row.integer() != 0, row.integer() != 0)
            if let series = row.optionalText() { affected.insert(series) }
            guard let then = changed[rowID] else { return }
            if case .string(let series)? = then.values[TodoRegister.series.rawValue] { affected.insert(series) }
            if !then.isNew, isRepeating || then.values[TodoRegister.recurrence.rawValue] != nil {
                affected.insert(id)
                return
            }
            overview.known.insert(rowID)
            if !isDeleted { overview.remove(isDone: isDone) }
            let deletion = then.values[RegisterName.deletion.text]
            guard !then.isNew, !(deletion.map { !$0.isNull } ?? isDeleted) else { return }
            let completion = then.values[TodoRegister.completion.rawValue]
            overview.add(rowID, isDone: completion.map { $0.asCompletion != nil } ?? isDone)
        }
        return affected
    }

    /// The same for repeating to-dos whose occurrences or fields were changed since.
    /// - Returns: the to-dos that existed, in their state at that time, by row.
    private func count(
        repeating ids: Set<String>, _ changed: [Int64: Found], in overview: inout PastCounts
    ) throws -> [Int64: TodoEntity] {
        guard !ids.isEmpty else { return [:] }
        let texts = ids.map(JSONValue.string)
        let rowIDs = changed.filter { $0.value.values[TodoRegister.series.rawValue] != nil }.keys.map(JSONValue.integer)
        let settled = try pastSettled(
            changed, where: "\(Self.isIn("series", texts)) OR \(Self.isIn("rowID", rowIDs))")
        let shown = Self.pastOccurrences(settled)
        var rows: [Int64: TodoEntity] = [:]
        let condition: SQLFragment = "\(Self.isIn("id", texts)) AND space = \(space.value)"
        for now in try entities(TodoEntity.self, where: condition)
        where !overview.known.contains(now.record.rowID) && !now.record.isDeleted {
            overview.remove(isDone: now.isDone)
        }
        for row in try rewound(TodoEntity.self, changed, where: condition)
        where !overview.known.contains(row.record.rowID) {
            var row = row
            row.content.shown = shown(row)
            rows[row.record.rowID] = row
            overview.add(row.record.rowID, isDone: row.isDone)
        }
        return rows
    }

    /// Rows with all that they stood below, as far as it was there.
    private func withAncestors(_ rows: [TodoEntity], _ changed: [Int64: Found]) throws -> [TodoEntity] {
        var (all, known) = (rows, Set(rows.map(\.record.id)))
        var above = Set(rows.compactMap(\.content.standing.parent)).subtracting(known)
        while !above.isEmpty {
            known.formUnion(above)
            let parents = try rewound(TodoEntity.self, changed, where: Self.isIn("id", above.map(JSONValue.string)))
            all += parents
            above = Set(parents.compactMap(\.content.standing.parent)).subtracting(known)
        }
        return all
    }

    private static func changedSince(_ step: Int64) -> SQLFragment {
        """
        SELECT recordID FROM historyChange WHERE kind = \(.text(RecordKind.todo.rawValue)) \
        AND transactionID > \(.integer(step))
        """
    }

    /// A condition for any number of values: a statement has a limited number of arguments.
    private static func isIn(_ column: String, _ values: [JSONValue]) -> SQLFragment {
        "\(sql: column) IN (SELECT value FROM json_each(\(array(values))))"
    }

    private static func array(_ values: [JSONValue]) -> StoredValue { .text(JSONValue.array(values).canonicalJSON) }
}

/// How many to-dos there were, and which of the examined ones were open.
private struct PastCounts {
    var counts: TodoCount
    var open: Set<Int64> = []
    /// Those that were changed since, and do not repeat.
    var known: Set<Int64> = []

    mutating func add(_ rowID: Int64, isDone: Bool) {
        if isDone { counts.done += 1 } else { counts.open += 1 }
        if !isDone { open.insert(rowID) }
    }

    mutating func remove(isDone: Bool) {
        if isDone { counts.done -= 1 } else { counts.open -= 1 }
    }
}
