import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the tables, indexes and triggers are those that this program creates. As long as the tables differ, no
    /// other check runs and no row is deleted.
    static var schema: Check {
        Check("schema") { subject in
            guard let difference = try subject.schemaDifference else { return nil }
            return [
                finding("changed-schema", difference.wrong.filter { !$0.isRemakable }, remedies: [.salvage]) {
                    "Some tables are missing, or differ from those of this program (\($0))."
                },
                finding("changed-indexes", difference.wrong.filter(\.isRemakable)) {
                    "Some indexes or triggers are missing, or differ from those of this program (\($0))."
                },
                finding("foreign-schema", difference.added, severity: .note) {
                    "Some tables, indexes or triggers belong to another program (\($0))."
                },
            ].compactMap(\.self)
        } repair: { subject in
            guard let wrong = try subject.schemaDifference?.wrong, wrong.allSatisfy(\.isRemakable) else { return }
            do {
                try subject.write { database in
                    try restoreTypes(of: wrong, in: database)
                    for object in wrong {
                        try database.execute(sql: "DROP \(object.type) IF EXISTS \(object.name); \(object.sql)")
                    }
                }
            } catch let error as DatabaseError where error.isOfContent || error.resultCode == .SQLITE_CONSTRAINT {}
        }
    }

    /// Restores the type names in rows of the schema, in small letters. SQLite reads them only when it drops an object.
    /// Dropping would leave an object with another spelling, which would then exist twice.
    private static func restoreTypes(of objects: [SchemaObjects.Object], in database: Database) throws {
        try database.execute(sql: "PRAGMA writable_schema = ON")
        defer { database.putBack("PRAGMA writable_schema = OFF") }
        for object in objects {
            try database.execute(
                sql: """
                    UPDATE sqlite_master SET type = ?
                    WHERE name = ? COLLATE NOCASE AND type NOT IN ('table', 'index', 'view', 'trigger')
                    """, arguments: [object.type, object.name])
        }
    }

    private static func finding(
        _ code: String, _ objects: [SchemaObjects.Object], severity: Finding.Severity = .fault,
        remedies: [TodoError.Remedy] = [], _ message: (String) -> String
    ) -> Finding? {
        guard !objects.isEmpty else { return nil }
        let names = objects.prefix(5).map { String($0.name.prefix(40)) } + (objects.count > 5 ? ["…"] : [])
        var finding = Finding(code, message(names.joined(separator: ", ")), severity: severity)
        finding.remedies = remedies
        finding.isRepairable = objects.allSatisfy(\.isRemakable) && severity == .fault
        return finding
    }
}

extension ExaminedDatabase {
    /// The differences from a new database; nil if its version does not exist, or does not exist yet.
    fileprivate var schemaDifference: SchemaObjects.Difference? {
        get throws {
            guard let schema else { return nil }
            let known = try schema.emptyDatabase().read(SchemaObjects.init)
            return known.difference(to: try read(SchemaObjects.init))
        }
    }
}
