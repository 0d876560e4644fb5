import Basics
import GRDB
import SQLite
import TodoDomain
import TodoLocal

/// Saves the readable content of a damaged database in a new one. It reads page by page, regardless of the header and
/// the schema.
struct Salvage {
    private let path: String
    private let now: Int64
    private let schema: Schema

    /// - Parameter path: a damaged file with its log, which no other process uses.
    init(of path: String, now: Int64, schema: Schema) {
        self.path = path
        self.now = now
        self.schema = schema
    }

    /// Makes the new database.
    /// - Returns: its path; nil if no record could be read.
    func run(into backups: AutomaticBackups) throws -> String? {
        let source = try PageFile(path)
        var best: (file: PendingFile, rows: Int)?
        // If the header is damaged, its version is wrong; then the version of most databases yields more.
        let versions = Set([source.version, schema.version]).compactMap(schema.version).sorted {
            $0.version < $1.version
        }
        for reserved in Set([source.reserved, 0]).sorted(by: >) {
            source.usableSize = source.pageSize - reserved
            let trees = PageTrees(source)
            for version in versions {
                let file = try PendingFile(backups.path(for: "salvaged"))
                let rows = try fill(file.temporaryPath, from: trees, of: version)
                if rows > best?.rows ?? 0 { best = (file, rows) }
            }
        }
        guard let file = best?.file else { return nil }
        try DatabaseCopy.verify(file.temporaryPath)
        try file.commit()
        return file.path
    }

    /// Creates a database with the rows of some trees.
    /// - Parameter version: the version of the trees.
    /// - Returns: the number of rows that could be read; 0 if none of them is a record.
    private func fill(_ path: String, from trees: PageTrees, of version: Schema) throws -> Int {
        var options = Configuration.usual()
        // The whole file is brought to the disk at the end.
        options.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = MEMORY; \(Durability.off.sql)") }
        // Rows may come before the rows that they refer to, or without them.
        options.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: path, configuration: options)
        defer { try? database.close() }
        try version.migrate(database)
        var count = 0
        try database.write { target in
            let objects = try StoredObject.all(in: target)
            let owned = trees.owned(by: objects)
            for object in objects where object.isTable && !Self.isDerived(object.name) {
                for root in owned[object.name] ?? [] {
                    try trees.forEachRow(from: root) { count += try insert($0, into: object, target) }
                }
            }
            try fillTablesOfApp(in: target, from: trees)
            try ForeignKeys.deleteOrphans(in: target)
        }
        try schema.migrate(database)
        return try database.writeWithoutTransaction { target in
            // Derived data is rebuilt.
            let subject = ExaminedDatabase(connection: target, now: now, isWritable: true, schema: schema)
            for check in Doctor.contentChecks { _ = try check.run(on: subject, repairingAfter: {}) }
            return try ReadTransaction(target).holdsRecords ? count : 0
        }
    }

    /// Makes the tables of an app whose statements can be read, with their readable rows, and then its indexes, views
    /// and triggers. Virtual tables, such as a search index, are made again and are empty.
    private func fillTablesOfApp(in target: Database, from trees: PageTrees) throws {
        let known = trees.appObjects
        let virtual = known.filter { SchemaObjects.normalized($0.sql).hasPrefix("create virtual ") }.map {
            $0.name + "_"
        }
        func isPartOfVirtual(_ name: String) -> Bool { virtual.contains { name.hasPrefix($0) } }
        let objects = known.filter { !isPartOfVirtual($0.name) }
        for object in objects where object.type == "table" { make(object.sql, in: target) }
        let tables = try StoredObject.all(in: target).filter { table in
            table.isTable && SchemaObjects.isOfApp(table.name) && !isPartOfVirtual(table.name)
        }
        let roots = trees.named(tables)
        for table in tables {
            for root in roots[table.name] ?? [] {
                try trees.forEachRow(from: root) { row in
                    do {
                        _ = try insert(row, into: table, target)
                    } catch let error as DatabaseError where !error.isWithoutRoom {
                        // A row that the table does not take.
                    }
                }
            }
        }
        for object in objects where object.type != "table" { make(object.sql, in: target) }
    }

    /// Runs a statement of an app's schema, if it is sound.
    private func make(_ sql: String, in target: Database) {
        try? target.inSavepoint {
            try target.execute(sql: sql)
            return .commit
        }
    }

    /// Whether a table is derived from others.
    private static func isDerived(_ table: String) -> Bool {
        let derived: Set = [
            "todoTag", "todoTagPending", "todoLocation", "todoDependency", "todoCount", SchemaObjects.migratorsTable,
        ]
        return derived.contains(table) || table.hasPrefix("sqlite_")
            || SearchIndex.tables.contains { table.hasPrefix($0 + "_") }
    }

    /// - Returns: 1, or 0 if the row is not valid or its place is taken.
    private func insert(_ row: TreePage.Row, into table: StoredObject, _ target: Database) throws -> Int {
        guard row.values.count <= table.columns.count else { return 0 }
        let columns = table.columns.prefix(row.values.count)
        let values = zip(columns, row.values).map { $0.isNumber ? row.number.databaseValue : $1 }
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        do {
            try target.cachedStatement(
                sql: "INSERT OR IGNORE INTO \"\(table.name)\" (\(names)) VALUES (\(marks))"
            ).execute(arguments: StatementArguments(values))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return 0
        }
        return target.changesCount
    }
}
