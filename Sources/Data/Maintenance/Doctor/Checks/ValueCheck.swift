import GRDB
import JSON
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the values stored as JSON can be read: imported properties, registers of newer versions, conflicts, and
    /// the known state of the remote.
    static var values: Check {
        Check("values") { subject in
            try subject.read { database in
                var unreadable = try ReadTransaction(database).damagedBases().count
                unreadable += try ReadTransaction(database).damagedConflicts().count
                for table in ValueTable.all { try table.unreadable(database) { _ in unreadable += 1 } }
                return Finding.counted("unreadable-values", unreadable) {
                    "Some records have unreadable values. After a repair, they are empty until a sync restores them (\($0))."
                }
            }
        } repair: { subject in
            try subject.write { database in
                for table in ValueTable.all { try table.empty(database) }
                let conflicts = try ReadTransaction(database).damagedConflicts()
                for table in ValueTable.ofFields(ConflictEntity.self) { try table.empty(conflicts, in: database) }
                for base in try ReadTransaction(database).damagedBases() {
                    try database.run(
                        "DELETE FROM base WHERE kind = ? AND recordID = ?", [.text(base.kind), .integer(base.rowID)])
                }
                // The remote may have them: the next sync reads everything, as on a new device.
                try database.run("DELETE FROM syncPosition", [])
            }
        }
    }
}

/// A column of JSON objects in a table of records.
private struct ValueTable {
    let table: String
    let column: String
    /// The value of the column when emptied.
    let nothing: StoredValue
    /// Whether it contains the value of a register.
    let holds: @Sendable (String) -> Bool

    static let all = RecordKind.allCases.flatMap { ofRecords($0.entity) }

    private static func ofRecords<Entity: RecordEntity>(_ type: Entity.Type) -> [ValueTable] {
        let fields = Entity.Content.fields.all
        let names = Set(fields.map(\.name))
        var tables = [
            ValueTable(table: Entity.table, column: "unknown", nothing: .null) {
                !names.contains($0) && !isExtra($0) && ReminderRegister($0) == nil
            }
        ]
        tables += ofFields(type)
        if Entity.columns.contains("extras") {
            tables.append(ValueTable(table: Entity.table, column: "extras", nothing: .null) { isExtra($0) })
        }
        if Entity.columns.contains("reminders") {
            tables.append(
                ValueTable(table: Entity.table, column: "reminders", nothing: .null) { ReminderRegister($0) != nil })
        }
        return tables
    }

    /// Those of the fields that are objects.
    static func ofFields<Entity: RecordEntity>(_ type: Entity.Type) -> [ValueTable] {
        Entity.Content.fields.all.compactMap { field in
            guard case .object = field.value else { return nil }
            let name = field.name
            return ValueTable(table: Entity.table, column: field.column, nothing: .text("{}")) { $0 == name }
        }
    }

    private static func isExtra(_ register: String) -> Bool { TodoRegister.extraKey(of: register) != nil }

    /// Passes each row whose value is not an object to `body`.
    func unreadable(_ database: Database, _ body: (Int64) throws -> Void) throws {
        let sql = "SELECT rowID, \(column) FROM \(table) WHERE \(column) IS NOT NULL"
        try database.makeStatement(sql: sql).forEachRow(toleratingDamage: true) { row in
            let rowID = row.integer()
            _ = row.parsed(JSONValue.members)
            if row.isDamaged { try body(rowID) }
        }
    }

    /// Empties the unreadable values.
    func empty(_ database: Database) throws {
        var rows: [Int64] = []
        try unreadable(database) { rows.append($0) }
        try empty(rows, in: database)
    }

    /// Empties the values of some rows. Their stamps are dropped too, so that the remote's values count as later.
    func empty(_ rows: [Int64], in database: Database) throws {
        for rowID in rows {
            let text = try String.fetchOne(
                database, sql: "SELECT stamps FROM \(table) WHERE rowID = ?", arguments: [rowID])
            let stamps = try text.flatMap { try JSONValue(parsing: $0).members }?.filter { !holds($0.key) } ?? [:]
            let kept = stamps.isEmpty ? StoredValue.null : .text(JSONValue.object(stamps).canonicalJSON)
            try database.run(
                "UPDATE \(table) SET \(column) = ?, stamps = ? WHERE rowID = ?", [nothing, kept, .integer(rowID)])
        }
    }
}
