import GRDB
import SQLite
import TodoDomain

/// What the remote is known to have of a record, as a row of `base`.
struct BaseEntity {
    static let columns = "sequence, createdAt, isDeleted, stamp, stamps, elements, seen"

    let base: RecordBase
    /// The last resync that saw it.
    let seen: Int64

    init(reading row: inout ColumnReader) {
        let (sequence, createdAt, isDeleted) = (row.integer(), row.integer(), row.bool())
        let origin = Stamp(row.text()) ?? Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 0))
        var stamps = row.optionalText().map(StampMap.parse) ?? [:]
        let deletion = stamps.removeValue(forKey: RecordColumns.deletion)
        base = RecordBase(
            sequence: sequence, createdAt: createdAt, origin: origin, stamps: stamps,
            elements: row.optionalText().map(StampMap.parse) ?? [:], deletion: deletion, isDeleted: isDeleted)
        seen = row.integer()
    }

    /// The values of ``columns``.
    static func values(_ base: RecordBase, seen: Int64) -> [StoredValue] {
        var stamps = base.stamps
        stamps[RecordColumns.deletion] = base.deletion
        return [
            .integer(base.sequence), .integer(base.createdAt), StoredValue(base.isDeleted),
            .text(base.origin.description), stamps.isEmpty ? .null : .text(StampMap.text(stamps)),
            base.elements.isEmpty ? .null : .text(StampMap.text(base.elements)), .integer(seen),
        ]
    }
}

extension ReadTransaction {
    /// What the remote is known to have of a record; nil: nothing.
    func base(_ kind: RecordKind, rowID: Int64) throws -> RecordBase? {
        try baseRows(kind, rowIDs: [rowID])[rowID]?.base
    }

    /// What the remote is known to have of records, by their rows.
    func bases(_ kind: RecordKind, rowIDs: [Int64]) throws -> [Int64: RecordBase] {
        try baseRows(kind, rowIDs: rowIDs).mapValues(\.base)
    }

    /// The same, with the last resync that saw each.
    func baseRows(_ kind: RecordKind, rowIDs: [Int64]) throws -> [Int64: BaseEntity] {
        guard !rowIDs.isEmpty else { return [:] }
        let rows: SQLFragment =
            rowIDs.count == 1 ? "= \(.integer(rowIDs[0]))" : "IN (\(list: rowIDs.map(StoredValue.integer)))"
        let query: SQLFragment = """
            SELECT recordID, \(sql: BaseEntity.columns) FROM base WHERE kind = \(.text(kind.rawValue)) AND recordID \(rows)
            """
        var result: [Int64: BaseEntity] = [:]
        try database.bound(query.sql, query.arguments).forEachRow { row in
            let rowID = row.integer()
            result[rowID] = BaseEntity(reading: &row)
        }
        return result
    }
}

extension WriteTransaction {
    /// Keeps what the remote has of a record.
    func saveBase(_ base: RecordBase, _ kind: RecordKind, rowID: Int64, seen: Int64) throws {
        try database.run(
            "INSERT OR REPLACE INTO base (kind, recordID, \(BaseEntity.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [.text(kind.rawValue), .integer(rowID)] + BaseEntity.values(base, seen: seen))
    }

    /// Forgets what the remote has of a record, which is then sent whole.
    func forgetBase(_ kind: RecordKind, rowID: Int64) throws {
        try execute("DELETE FROM base WHERE kind = \(.text(kind.rawValue)) AND recordID = \(.integer(rowID))")
        try setDirty(true, kind, rowID: rowID)
    }

    func setDirty(_ isDirty: Bool, _ kind: RecordKind, rowID: Int64) throws {
        try execute(
            "UPDATE \(sql: kind.table) SET isDirty = \(StoredValue(isDirty)) WHERE rowID = \(.integer(rowID))")
    }
}
