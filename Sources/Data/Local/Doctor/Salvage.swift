import GRDB
import TodoDomain

/// What can still be read of a damaged database, in a new one.
struct Salvage {
    private let source: Database
    private let now: Int64
    private let schema: Schema

    /// - Parameter source: a connection to the damaged database.
    init(_ source: Database, now: Int64, schema: Schema) {
        (self.source, self.now, self.schema) = (source, now, schema)
    }

    /// Makes the new database.
    /// - Returns: its path; nil where no record could be read.
    func run(into backups: AutomaticBackups) throws -> String? {
        let file = try PendingFile(backups.path(for: "salvaged"))
        var options = LocalStack.databaseConfiguration()
        options.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") }
        // Rows come before what they refer to, or without it.
        options.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: file.temporaryPath, configuration: options)
        try schema.migrate(database, backingUpTo: nil)
        let holdsRecords = try database.writeWithoutTransaction { target in
            try target.inTransaction(.immediate) {
                for table in try Self.tables(of: target) { try copy(table, to: target) }
                try ForeignKeys.deleteOrphans(in: target)
                return .commit
            }
            // What is derived is made anew.
            let subject = ExaminedDatabase(connection: target, now: now, isWritable: true)
            for check in Doctor.contentChecks { _ = try check.run(on: subject, repairingAfter: {}) }
            return try ReadTransaction(target).holdsRecords
        }
        try database.close()
        guard holdsRecords else { return nil }
        try DatabaseCopy.verify(file.temporaryPath)
        try file.commit()
        return file.path
    }

    /// A table with its columns.
    private struct Table {
        let name: String
        let columns: String
        let hasRowID: Bool
    }

    /// The tables that do not follow from others.
    private static func tables(of database: Database) throws -> [Table] {
        let derived: Set = ["todoTag", "todoTagPending", "todoLocation", "todoCount"]
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, wr, (SELECT group_concat('"' || columns.name || '"') FROM pragma_table_info(tables.name) AS columns)
                FROM pragma_table_list AS tables WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
                """)
        return rows.filter { !derived.contains($0[0]) }.map {
            Table(name: $0[0], columns: $0[2], hasRowID: $0[1] == 0)
        }
    }

    private func copy(_ table: Table, to target: Database) throws {
        if table.hasRowID {
            try copyByNumber(table, to: target)
        } else {
            // From both ends up to what is damaged.
            let keys = try String.fetchAll(
                target, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", arguments: [table.name])
            for direction in ["ASC", "DESC"] {
                let order = keys.map { "\"\($0)\" \(direction)" }.joined(separator: ", ")
                if try copyRows("SELECT \(table.columns) FROM \(table.name) ORDER BY \(order)", table, to: target) {
                    return
                }
            }
        }
    }

    /// Copies what a query finds.
    /// - Returns: whether it came to its end.
    private func copyRows(_ sql: String, _ table: Table, to target: Database) throws -> Bool {
        do {
            let rows = try Row.fetchCursor(source, sql: sql)
            while let row = try rows.next() { try insert(row, into: table, target) }
            return true
        } catch let error as DatabaseError where error.isLoss {
            return false
        }
    }

    /// Copies rows in the order of their numbers, and passes over those that cannot be read.
    private func copyByNumber(_ table: Table, to target: Database) throws {
        var next = Int64.min
        while true {
            do {
                let rows = try Row.fetchCursor(source, sql: Self.rows(of: table), arguments: [next])
                while let row = try rows.next() {
                    // A damaged tree can lead in a circle.
                    guard let number = row[0] as Int64?, number >= next, number < .max else {
                        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                    }
                    try insert(row, into: table, target, from: 1)
                    next = number + 1
                }
                return
            } catch let error as DatabaseError where error.isLoss {
                guard let readable = readable(after: max(next, 0), in: table) else { return }
                next = readable
            }
        }
    }

    /// The first number from which on rows can be read again: looked for in growing steps, then between the last two.
    private func readable(after next: Int64, in table: Table) -> Int64? {
        func isReadable(_ number: Int64) -> Bool {
            let row = try? Row.fetchOne(source, sql: Self.rows(of: table), arguments: [number])
            return row.map { ($0[0] as Int64) >= number } ?? false
        }
        var step: Int64 = 1
        while !isReadable(next + step) {
            guard step < 1 << 40 else { return nil }
            step *= 2
        }
        var (unreadable, found) = (next + step / 2, next + step)
        while found - unreadable > 1 {
            let middle = unreadable + (found - unreadable) / 2
            if isReadable(middle) { found = middle } else { unreadable = middle }
        }
        return found
    }

    /// From a number on: `>` would look at the row with that number too, which may be damaged.
    private static func rows(of table: Table) -> String {
        "SELECT rowid, \(table.columns) FROM \(table.name) WHERE rowid >= ? ORDER BY rowid"
    }

    private func insert(_ row: Row, into table: Table, _ target: Database, from first: Int = 0) throws {
        let values = Array(row.databaseValues.dropFirst(first))
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        do {
            try target.cachedStatement(
                sql: "INSERT OR IGNORE INTO \(table.name) (\(table.columns)) VALUES (\(marks))"
            ).execute(arguments: StatementArguments(values))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // Not a row of ours any more.
        }
    }
}

extension DatabaseError {
    /// Whether it says that something cannot be read: damaged, or not there.
    fileprivate var isLoss: Bool { isDamage || [.SQLITE_ERROR, .SQLITE_IOERR].contains(resultCode) }
}
