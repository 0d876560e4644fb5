import GRDB
import SQLite
import TodoLocal

/// A table or an index as this program creates it, with the columns that identify its rows.
struct StoredObject: Sendable {
    /// A column, in the order of the stored rows.
    struct Column: Sendable {
        let name: String
        /// The possible types of its values; any for an expression.
        let types: Set<StoredRecord.ValueType>
        /// Whether every row contains it. A row that was written before a column was added ends before it.
        let isRequired: Bool
        /// Whether it is an alias of the row number.
        var isNumber = false
    }

    let name: String
    let isTable: Bool
    let kind: TreePage.Kind
    /// Its root page in a newly created database.
    let root: Int
    let columns: [Column]

    /// Whether a row may belong to it.
    func fits(_ types: [StoredRecord.ValueType]) -> Bool {
        !types.isEmpty && types.count <= columns.count && columns.dropFirst(types.count).allSatisfy { !$0.isRequired }
            && zip(columns, types).allSatisfy { $0.types.contains($1) }
    }

    /// Whether a row may belong to either.
    func isLike(_ other: StoredObject) -> Bool {
        let common = min(columns.count, other.columns.count)
        return kind == other.kind
            && (columns + other.columns.dropFirst(common)).dropFirst(common).allSatisfy { !$0.isRequired }
            && zip(columns, other.columns).allSatisfy { !$0.types.isDisjoint(with: $1.types) }
    }

    /// The tables and indexes of a database.
    static func all(in database: Database) throws -> [StoredObject] {
        let tables = try Row.fetchAll(
            database, sql: "SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'main' AND type <> 'virtual'")
        let roots = try Row.fetchAll(database, sql: "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0")
            .reduce(into: [String: Int]()) { $0[try $1.value(at: 0)] = try $1.value(at: 1) as Int }
        return try tables.flatMap { table -> [StoredObject] in
            let name: String = try table.value(at: 0)
            let (isIndex, isStrict): (Bool, Bool) = (try table.value(at: 1), try table.value(at: 2))
            guard let root = roots[name] else { return [] }
            let declared = try Self.columns(of: name, isStrict: isStrict, hasRowID: !isIndex, in: database)
            let keys = declared.filter { $0.key > 0 }.sorted { $0.key < $1.key }
            let columns = !isIndex ? declared : keys + declared.filter { $0.key == 0 }
            let object = StoredObject(
                name: name, isTable: true, kind: isIndex ? .index : .table, root: root,
                columns: columns.map(\.column))
            return try [object] + indexes(of: name, declared.map(\.column), roots, in: database)
        }
    }

    private static func columns(
        of table: String, isStrict: Bool, hasRowID: Bool, in database: Database
    ) throws -> [(key: Int, column: Column)] {
        let rows = try Row.fetchAll(
            database, sql: #"SELECT name, type, "notnull", dflt_value IS NOT NULL, pk FROM pragma_table_info(?)"#,
            arguments: [table])
        let keys = try rows.count { try $0.value(at: 4) as Int > 0 }
        return try rows.map { row in
            let (name, type): (String, String) = (try row.value(at: 0), try row.value(at: 1))
            let (key, isRequired, hasDefault): (Int, Bool, Bool) = (
                try row.value(at: 4), try row.value(at: 2), try row.value(at: 3)
            )
            guard !hasRowID || key == 0 || keys > 1 || type.uppercased() != "INTEGER" else {
                return (key, Column(name: name, types: [.null], isRequired: true, isNumber: true))
            }
            let isNeverNull = isRequired || key > 0 && !hasRowID
            let types = isStrict ? Self.types(of: type) : [.integer, .real, .text, .blob]
            return (
                key,
                Column(
                    name: name, types: isNeverNull ? types : types.union([.null]),
                    isRequired: isNeverNull && !hasDefault)
            )
        }
    }

    private static func indexes(
        of table: String, _ columns: [Column], _ roots: [String: Int], in database: Database
    ) throws -> [StoredObject] {
        try String.fetchAll(database, sql: "SELECT name FROM pragma_index_list(?)", arguments: [table]).compactMap {
            name in
            // A table without row numbers is an index that is not listed among the roots.
            guard let root = roots[name] else { return nil }
            let places = try Int.fetchAll(
                database, sql: "SELECT cid FROM pragma_index_xinfo(?) ORDER BY seqno", arguments: [name])
            return StoredObject(
                name: name, isTable: false, kind: .index, root: root,
                columns: places.map { place in
                    let column = columns.indices.contains(place) ? columns[place] : nil
                    let isNumber = place == -1 || column?.isNumber == true
                    return Column(
                        name: column?.name ?? "",
                        types: isNumber ? [.integer] : column?.types ?? [.null, .integer, .real, .text, .blob],
                        isRequired: true)
                })
        }
    }

    private static func types(of declared: String) -> Set<StoredRecord.ValueType> {
        switch declared.uppercased() {
        case "INTEGER", "INT": [.integer]
        // Whole numbers are stored as integers.
        case "REAL": [.real, .integer]
        case "TEXT": [.text]
        case "BLOB": [.blob]
        default: [.integer, .real, .text, .blob]
        }
    }
}
