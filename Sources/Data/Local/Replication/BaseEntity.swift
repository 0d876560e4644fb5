import GRDB
import SQLite
import TodoDomain

/// The base of a record, as a row of `base`.
struct BaseEntity {
    private(set) var base: RecordBase
    /// The last resync in which it was seen, negated once that resync has been restarted.
    private(set) var seen: Int64

    /// The columns besides the key.
    static let columns = ColumnList<BaseEntity>([
        Column("sequence", \.base.sequence), Column("createdAt", \.base.createdAt),
        Column("isDeleted", \.base.isDeleted), Column("stamp", \.base.origin),
        Column("stamps", \.allStamps, parse: StampMap.parse, text: StampMap.text),
        Column("elements", \.base.elements, parse: StampMap.parse, text: StampMap.text),
        Column("sender", \.base.sender), Column("seen", \.seen),
    ])
    /// The columns as SQL reads them.
    static let columnList = columns.names.joined(separator: ", ")

    fileprivate static let insertion = """
        INSERT INTO base (kind, recordID, space, \(columnList)) \
        VALUES (?, ?, ?\(String(repeating: ", ?", count: columns.names.count))) \
        ON CONFLICT (kind, recordID, space) DO UPDATE SET \
        \(columns.names.filter { $0 != "seen" }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")), \
        seen = \(seen(insteadOf: "excluded.seen"))
        """

    /// The SQL for the mark of a row. The mark of the resync under way stays, even if another process without that
    /// resync, or with an earlier one, writes the row meanwhile.
    static func seen(insteadOf number: String) -> String {
        """
        CASE WHEN abs(base.seen) = (SELECT resyncNumber FROM syncState \
        WHERE syncState.space = base.space AND resyncReason IS NOT NULL) \
        AND abs(base.seen) <> \(number) THEN base.seen ELSE \(number) END
        """
    }

    /// The stamps of the registers, including the deletion's.
    private var allStamps: [String: Stamp] {
        get {
            var stamps = base.stamps
            stamps[RecordColumns.deletion] = base.deletion
            return stamps
        }
        set {
            base.stamps = newValue
            base.deletion = base.stamps.removeValue(forKey: RecordColumns.deletion)
        }
    }

    init(_ base: RecordBase, seen: Int64) {
        self.base = base
        self.seen = seen
    }

    init(reading row: inout ColumnReader) {
        base = RecordBase(
            sequence: 0, createdAt: 0, origin: .unknown, stamps: [:], elements: [:], deletion: nil, isDeleted: false)
        seen = 0
        Self.columns.read(&row, into: &self)
    }
}

extension ReadTransaction {
    /// The base of a record; nil if the remote is not known to have it.
    func base(_ kind: RecordKind, rowID: Int64) throws -> RecordBase? {
        try baseRows(kind, rowIDs: [rowID])[rowID]?.base
    }

    /// The bases of records, by row.
    func bases(_ kind: RecordKind, rowIDs: [Int64]) throws -> [Int64: RecordBase] {
        try baseRows(kind, rowIDs: rowIDs).mapValues(\.base)
    }

    /// The same, with the last resync in which each was seen.
    func baseRows(_ kind: RecordKind, rowIDs: [Int64]) throws -> [Int64: BaseEntity] {
        guard !rowIDs.isEmpty else { return [:] }
        let rows: SQLFragment =
            rowIDs.count == 1 ? "= \(.integer(rowIDs[0]))" : "IN (\(list: rowIDs.map(StoredValue.integer)))"
        let query: SQLFragment = """
            SELECT recordID, \(sql: BaseEntity.columnList) FROM base WHERE kind = \(.text(kind.rawValue)) AND recordID \(rows)
            """
        var result: [Int64: BaseEntity] = [:]
        try database.bound(query.sql, query.arguments).forEachRow { row in
            let rowID = row.integer()
            result[rowID] = BaseEntity(reading: &row)
        }
        return result
    }

    /// The rows of `base` that cannot be read.
    package func damagedBases() throws -> [(kind: String, rowID: Int64)] {
        var damaged: [(kind: String, rowID: Int64)] = []
        let sql = "SELECT kind, recordID, \(BaseEntity.columnList) FROM base"
        try database.makeStatement(sql: sql).forEachRow(toleratingDamage: true) { row in
            let (kind, rowID) = (row.text(), row.integer())
            _ = BaseEntity(reading: &row)
            if row.isDamaged { damaged.append((kind, rowID)) }
        }
        return damaged
    }
}

extension WriteTransaction {
    /// Saves the base of a record of the space.
    func saveBase(_ base: RecordBase, _ kind: RecordKind, rowID: Int64, seen: Int64) throws {
        var values: [StoredValue] = [.text(kind.rawValue), .integer(rowID), space.value]
        BaseEntity.columns.write(BaseEntity(base, seen: seen), into: &values)
        try database.run(BaseEntity.insertion, values)
    }

    /// Forgets the base of a record, which is then sent whole.
    func forgetBase(_ kind: RecordKind, rowID: Int64) throws {
        try execute("DELETE FROM base WHERE kind = \(.text(kind.rawValue)) AND recordID = \(.integer(rowID))")
        try setDirty(true, kind, rowID: rowID)
    }

    func setDirty(_ isDirty: Bool, _ kind: RecordKind, rowID: Int64) throws {
        try execute(
            "UPDATE \(sql: kind.table) SET isDirty = \(StoredValue(isDirty)) WHERE rowID = \(.integer(rowID))")
    }
}
