package import GRDB

/// The schema of a database: its tables, indexes, triggers and views.
package struct SchemaObjects {
    /// One object of the schema: a row of `sqlite_master`.
    package struct Object: Hashable {
        package let type: String
        package let name: String
        /// The table that it belongs to; for a table, its own name.
        package let table: String
        /// The statement that created it; empty for an index that SQLite creates for a table.
        package let sql: String

        /// Whether it is a table of an app or belongs to one. The prefix of the name decides.
        package var isOfApp: Bool {
            let isNamed = [SchemaObjects.appPrefix, "sqlite_autoindex_" + SchemaObjects.appPrefix].contains {
                name.lowercased().hasPrefix($0)
            }
            return isNamed && SchemaObjects.isOfApp(table)
        }

        /// Whether it can be recreated from the tables alone.
        package var isRemakable: Bool { ["index", "trigger"].contains(type) && !sql.isEmpty }

        fileprivate var isStatistics: Bool { name.hasPrefix("sqlite_stat") }

        /// The object in a form that ignores irrelevant differences.
        fileprivate var normalized: Object {
            // SQLite looks for its own table of counters by its exact name.
            if name.lowercased() == "sqlite_sequence" { return self }
            return Object(
                type: type, name: name.lowercased(), table: table.lowercased(), sql: SchemaObjects.normalized(sql))
        }
    }

    package let all: [Object]

    /// Reads the schema.
    package init(of database: Database) throws { all = try Self.objects(of: database) }

    /// The difference between two databases.
    package struct Difference {
        /// Objects that are missing or different, as they should be.
        package var wrong: [Object] = []
        /// Additional objects.
        package var added: [Object] = []
    }

    /// How another database differs from this one. Statistics for SQLite's planner (`ANALYZE`) are ignored.
    package func difference(to other: SchemaObjects) -> Difference {
        let (mine, theirs) = (Self.byName(all), Self.byName(other.all))
        var difference = Difference()
        for object in all where theirs[Name(object)] != [object.normalized] { difference.wrong.append(object) }
        for object in other.all where mine[Name(object)] == nil && !object.isStatistics {
            difference.added.append(object)
        }
        return difference
    }

    /// A trigger may have the same name as a table; an index may not.
    private struct Name: Hashable {
        let name: String
        let isTrigger: Bool

        init(_ object: Object) { (name, isTrigger) = (object.name.lowercased(), object.type == "trigger") }
    }

    private static func byName(_ objects: [Object]) -> [Name: [Object]] {
        Dictionary(grouping: objects, by: Name.init).mapValues { $0.map(\.normalized) }
    }

    private static func objects(of database: Database) throws -> [Object] { try objects(of: database, where: isOurs) }

    /// All objects in a database, including the tables of apps, the migrator's table and temporary objects.
    package static func everything(in database: Database) throws -> [Object] {
        try objects(of: database, where: "1") + objects(of: database, in: "sqlite_temp_master", where: "1")
    }

    private static func objects(
        of database: Database, in catalogue: String = "sqlite_master", where condition: String
    ) throws -> [Object] {
        var objects: [Object] = []
        let query = "SELECT type, name, tbl_name, sql FROM \(catalogue) WHERE \(condition)"
        try database.makeStatement(sql: query).forEachRow { row in
            objects.append(Object(type: row.text(), name: row.text(), table: row.text(), sql: row.text()))
        }
        return objects
    }

    /// Excludes an app's own tables, and its indexes on ours: this program does not make them, and they are not faults.
    private static let isOurs = """
        tbl_name <> '\(migratorsTable)' AND tbl_name NOT LIKE '\(appPattern)' ESCAPE '|'
        AND NOT (type = 'index' AND name LIKE '\(appPattern)' ESCAPE '|')
        """

    private static let appPattern = "app|_%"
    /// The prefix of the names of an app's tables.
    package static let appPrefix = "app_"

    /// The table of the migrations of an app that have run.
    package static let appMigrationsTable = "app_migrations"

    /// Whether a table is an app's.
    package static func isOfApp(_ table: String) -> Bool { table.lowercased().hasPrefix(appPrefix) }

    /// Whether an app may write to a table: to its own tables except the list of its migrations.
    package static func isWritableByApp(_ table: String) -> Bool {
        isOfApp(table) && table.lowercased() != appMigrationsTable
    }

    /// The table of GRDB's migrator. It does not count as part of the schema, because `user_version` says the same.
    package static let migratorsTable = "grdb_migrations"

    /// A hash of the schema, regardless of order: FNV-1a of each object, summed.
    package static func fingerprint(of database: Database) throws -> UInt64 {
        try objects(of: database).reduce(0) { sum, object in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            func add(_ text: String) {
                for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            }
            // Joined by NUL, as which a byte changes the hash only by the multiplication.
            add(object.type)
            for text in [object.name, object.table, object.sql] {
                hash = hash &* 0x100_0000_01b3
                add(text)
            }
            return sum &+ hash
        }
    }

    /// SQL in small letters, with a space only where words would run together, and without unnecessary quotes around
    /// names. Text in single quotes stays.
    package static func normalized(_ sql: String) -> String {
        var (result, rest): ([UInt8], Substring.UTF8View) = ([], sql[...].utf8)
        func isWord(_ byte: UInt8?) -> Bool {
            guard let byte else { return false }
            return byte >= 0x80 || byte == UInt8(ascii: "_") || ("0"..."9").contains(Unicode.Scalar(byte))
                || ("a"..."z").contains(Unicode.Scalar(byte | 0x20))
        }
        func append(_ bytes: some Collection<UInt8>, spaced: Bool) {
            if spaced, isWord(result.last), isWord(bytes.first) { result.append(UInt8(ascii: " ")) }
            result += bytes
        }
        var follows = false
        while let byte = rest.first {
            defer { follows = byte == 0x20 || 0x09...0x0D ~= byte }
            switch byte {
            case 0x20, 0x09...0x0D: rest = rest.dropFirst()
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
                let close = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
                let content = rest.dropFirst().prefix { $0 != close }
                let isName = byte != UInt8(ascii: "'") && !content.isEmpty && content.allSatisfy(isWord)
                let quoted = rest.prefix(content.count + 2)
                append(isName ? content.map(lowercased) : Array(quoted), spaced: true)
                rest = rest.dropFirst(quoted.count)
            default:
                let word = rest.prefix(while: isWord)
                let token = word.isEmpty ? rest.prefix(1) : word
                append(token.map(lowercased), spaced: follows)
                rest = rest.dropFirst(token.count)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
