package import GRDB
public import SQLite
import TodoDomain

/// The derived column `manualOrder` of to-dos: the text by which each is sorted among its effective siblings
/// (`OrderContainer.sortText`). It is null for deleted to-dos.
package enum OrderColumn {
    /// A row whose text is not up to date, and what it should be.
    private struct Change {
        let row: Int64
        let text: String?
    }

    /// How many rows are examined at once.
    private static let batch = 5000

    /// The text of an item.
    static func text(createdAt: Int64, position: OrderPosition?, in container: OrderContainer) -> String {
        container.sortText(
            position?.key(in: container) ?? OrderKey(createdAt: .init(milliseconds: createdAt)))
    }

    /// How many rows are not up to date.
    package static func staleCount(in database: Database) throws -> Int {
        var count = 0
        try forEachBatch(in: database) { count += $0.count }
        return count
    }

    /// Brings all rows up to date.
    package static func settle(in database: Database) throws {
        try forEachBatch(in: database) { try write($0, to: database) }
    }

    /// Brings the rows of some to-dos up to date.
    static func settle(_ ids: some Collection<String>, of space: SpaceID, in database: Database) throws {
        guard !ids.isEmpty else { return }
        let condition: SQLFragment =
            "todo.id IN (\(list: ids.map(StoredValue.text))) AND todo.space = \(space.value)"
        try write(examine(condition, in: database).changes, to: database)
    }

    private static func write(_ changes: [Change], to database: Database) throws {
        for change in changes {
            try database.run(
                "UPDATE todo SET manualOrder = ? WHERE rowID = ?", [StoredValue(change.text), .integer(change.row)])
        }
    }

    private static func forEachBatch(in database: Database, _ body: ([Change]) throws -> Void) throws {
        var last: Int64? = .min
        while let row = last {
            let found = try examine(
                "todo.rowID > \(.integer(row)) ORDER BY todo.rowID LIMIT \(.integer(Int64(batch)))", in: database)
            last = found.last
            try body(found.changes)
        }
    }

    private static func examine(
        _ condition: SQLFragment, in database: Database
    ) throws -> (changes: [Change], last: Int64?) {
        let query: SQLFragment = """
            SELECT todo.rowID, todo.isDeleted, todo.createdAt, todo.positionIn, todo.positionKey, todo.manualOrder,
            parent.id, list.id FROM todo
            LEFT JOIN todoParent ON todoParent.todoID = todo.rowID LEFT JOIN todo AS parent ON parent.rowID = todoParent.parentID
            LEFT JOIN todoList ON todoList.todoID = todo.rowID LEFT JOIN list ON list.rowID = todoList.listID
            WHERE \(condition)
            """
        var (changes, last): ([Change], Int64?) = ([], nil)
        try database.bound(query.sql, query.arguments).forEachRow { row in
            let (rowID, isDeleted, createdAt) = (row.integer(), row.bool(), row.integer())
            let position = OrderPosition(container: row.optionalText(), key: row.optionalText())
            let stored = row.optionalText()
            let (parent, list) = (row.optionalText(), row.optionalText())
            let container: OrderContainer =
                parent.map { .todo(.init(stored: $0)) } ?? list.map { .list(.init(stored: $0)) } ?? .inbox
            let wanted = isDeleted ? nil : text(createdAt: createdAt, position: position, in: container)
            if wanted != stored { changes.append(Change(row: rowID, text: wanted)) }
            last = rowID
        }
        return (changes, last)
    }
}

extension OrderPosition {
    /// The position in its two columns; nil if one is null.
    init?(container: String?, key: String?) {
        guard let container, let key else { return nil }
        self.init(container: container, key: key)
    }
}

extension TodoEntity {
    /// The column of the manual order.
    public static var insertedColumns: [String] { ["manualOrder"] }

    /// The order of a to-do of the inbox. The order of other to-dos follows once their siblings are known.
    public var insertedValues: [StoredValue] {
        let isSettled = content.standing == Standing() && !record.isDeleted
        return [StoredValue(isSettled ? orderText(in: .inbox) : nil)]
    }

    /// The text by which it is sorted in a container.
    func orderText(in container: OrderContainer) -> String {
        OrderColumn.text(createdAt: record.createdAt, position: content.position, in: container)
    }
}

extension RecordEntity {
    /// Whether its position among its siblings may differ from that of an older version. Changes of the siblings do not
    /// count.
    func isOrderedOtherwise(than old: Self?, position: (Content) -> OrderPosition?) -> Bool {
        guard let old else { return true }
        return old.record.isDeleted != record.isDeleted || old.record.createdAt != record.createdAt
            || position(old.content) != position(content)
    }
}
