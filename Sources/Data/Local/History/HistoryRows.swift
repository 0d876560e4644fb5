import GRDB
import JSON
import SQLite
import TodoDomain

/// A row of `historyTransaction`.
struct StepRow {
    static let columns = "id, at, deviceID, process, author, action, groupID, undoes"

    let id: Int64
    let at: Int64
    let device: DeviceID
    let process: String
    let client: HistoryClient?
    let author: Author
    let action: String
    let group: Int64?
    let undoes: Int64?

    init(reading row: inout ColumnReader) {
        id = row.integer()
        at = row.integer()
        device = DeviceID(rawValue: UInt64(bitPattern: row.integer()))
        (process, client) = HistoryClient.parse(row.text())
        author = Author(rawValue: row.text()) ?? .sync
        action = row.text()
        group = row.optionalInteger()
        undoes = row.optionalInteger()
    }
}

/// A row of `historyChange`.
struct ChangeRow {
    static let columns = "transactionID, ordinal, kind, recordID, before, after, stamps, updatedAt"

    let step: Int64
    let ordinal: Int64
    let kind: RecordKind
    let rowID: Int64
    /// The values before; nil if the record was created.
    private(set) var before: [String: JSONValue]?
    private(set) var after: [String: JSONValue]
    let stamps: [String: Stamp]
    let updatedAt: Int64?

    init(reading row: inout ColumnReader) {
        step = row.integer()
        ordinal = row.integer()
        kind = RecordKind(rawValue: row.text()) ?? .todo
        rowID = row.integer()
        before = row.parsed(JSONValue.members)
        after = row.parsed(JSONValue.members) ?? [:]
        stamps = row.parsed(StampMap.parse) ?? [:]
        updatedAt = row.optionalInteger()
    }

    /// The change of some of the registers.
    func keeping(_ isKept: (String) -> Bool) -> ChangeRow {
        var change = self
        change.before = before?.filter { isKept($0.key) }
        change.after = after.filter { isKept($0.key) }
        return change
    }
}

extension ReadTransaction {
    /// The steps that meet a condition.
    func steps(where condition: SQLFragment, suffix: String) throws -> [StepRow] {
        let sql = "SELECT \(StepRow.columns) FROM historyTransaction AS step WHERE \(condition.sql) \(suffix)"
        var steps: [StepRow] = []
        try database.bound(sql, condition.arguments).forEachRow { steps.append(StepRow(reading: &$0)) }
        return steps
    }

    /// Passes the changes that meet a condition to `body`, one by one.
    func forEachChange(
        where condition: SQLFragment, suffix: String, _ body: (ChangeRow) throws -> Void
    ) throws {
        let sql = "SELECT \(ChangeRow.columns) FROM historyChange WHERE \(condition.sql) \(suffix)"
        try database.bound(sql, condition.arguments).forEachRow { try body(ChangeRow(reading: &$0)) }
    }

    /// The changes that cannot be read.
    package func damagedChanges() throws -> [(step: Int64, ordinal: Int64)] {
        var damaged: [(step: Int64, ordinal: Int64)] = []
        let sql = "SELECT \(ChangeRow.columns) FROM historyChange"
        try database.makeStatement(sql: sql).forEachRow(toleratingDamage: true) { row in
            let change = ChangeRow(reading: &row)
            if row.isDamaged { damaged.append((change.step, change.ordinal)) }
        }
        return damaged
    }

    /// The changes that meet a condition, in an order.
    func changes(where condition: SQLFragment, suffix: String) throws -> [ChangeRow] {
        var changes: [ChangeRow] = []
        try forEachChange(where: condition, suffix: suffix) { changes.append($0) }
        return changes
    }

    /// The rows of a kind with these numbers.
    /// - Parameter columns: `Entity.modelColumnList` for rows that are converted to models and never written.
    func rows<Entity: RecordEntity>(
        _ type: Entity.Type, columns: String = Entity.columnList, _ rowIDs: some Sequence<Int64>
    ) throws -> [Int64: Entity] {
        let found = try entities(
            type, columns: columns, where: "rowID IN (\(list: rowIDs.map(StoredValue.integer)))")
        return Dictionary(found.map { ($0.record.rowID, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
