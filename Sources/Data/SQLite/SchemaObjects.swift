package import GRDB

/// What a database says that it is made of: its tables, indexes, triggers and views.
package struct SchemaObjects {
    /// One of them: a row of `sqlite_master`.
    package struct Object: Hashable {
        package let type: String
        package let name: String
        /// The table that it belongs to; a table belongs to itself.
        package let table: String
        /// How it was made; empty for an index that SQLite makes for a table.
        package let sql: String

        /// Whether it can be made anew from the tables alone.
        package var isRemakable: Bool { ["index", "trigger"].contains(type) && !sql.isEmpty }

        fileprivate var isStatistics: Bool { name.hasPrefix("sqlite_stat") }

        /// What it is, without what has no meaning.
        fileprivate var normalized: Object {
            Object(
                type: type, name: name.lowercased(), table: table.lowercased(), sql: SchemaObjects.normalized(sql))
        }
    }

    package let all: [Object]

    /// Reads it.
    package init(of database: Database) throws { all = try Self.objects(of: database) }

    /// How a database differs from another one.
    package struct Difference {
        /// What it lacks, or has otherwise; as it should be.
        package var wrong: [Object] = []
        /// What only it has.
        package var added: [Object] = []
    }

    /// How another database differs from this one. What SQLite keeps for its planner (`ANALYZE`) is of no account.
    package func difference(to other: SchemaObjects) -> Difference {
        let (mine, theirs) = (Self.byName(all), Self.byName(other.all))
        var difference = Difference()
        for object in all where theirs[Name(object)] != [object.normalized] { difference.wrong.append(object) }
        for object in other.all where mine[Name(object)] == nil && !object.isStatistics {
            difference.added.append(object)
        }
        return difference
    }

    /// Tables and triggers may have one name, tables and indexes not.
    private struct Name: Hashable {
        let name: String
        let isTrigger: Bool

        init(_ object: Object) { (name, isTrigger) = (object.name.lowercased(), object.type == "trigger") }
    }

    private static func byName(_ objects: [Object]) -> [Name: [Object]] {
        Dictionary(grouping: objects, by: Name.init).mapValues { $0.map(\.normalized) }
    }

    private static func objects(of database: Database) throws -> [Object] {
        var objects: [Object] = []
        try database.makeStatement(sql: query).forEachRow { row in
            objects.append(Object(type: row.text(), name: row.text(), table: row.text(), sql: row.text()))
        }
        return objects
    }

    private static let query =
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name <> '\(migratorsTable)'"

    /// Where GRDB's migrator keeps what it has done. It is no part of what a database is made of: those of earlier versions
    /// lack it.
    package static let migratorsTable = "grdb_migrations"

    /// A number that says whether all is the same, whatever the order: FNV-1a of each object, added up.
    package static func fingerprint(of database: Database) throws -> UInt64 {
        try objects(of: database).reduce(0) { sum, object in
            let text = [object.type, object.name, object.table, object.sql].joined(separator: "\u{0}")
            return sum &+ text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
    }

    /// SQL in small letters, with a space only if words would run together, and names without quotes that they do
    /// not need. What stands in single quotes stays.
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
