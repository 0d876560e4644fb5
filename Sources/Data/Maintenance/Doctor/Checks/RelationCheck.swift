import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the join tables, and the state derived from dependencies, match the registers of to-dos.
    static var relations: Check {
        Check("relations") { subject in
            try subject.read { database in
                var (missing, excess) = (0, 0)
                for table in JoinTable.all {
                    let wanted = try Row.fetchOne(
                        database,
                        sql: """
                            SELECT count(*), count(actual.todoID) FROM (\(table.content)) AS wanted
                            LEFT JOIN \(table.name) AS actual
                            ON actual.todoID = wanted.todoID AND actual.\(table.other) = wanted.\(table.other)
                            """)
                    let (all, met): (Int, Int) = try wanted.map { (try $0.value(at: 0), try $0.value(at: 1)) } ?? (0, 0)
                    let actual = try ExaminedDatabase.count("SELECT 1 FROM \(table.name)", in: database)
                    missing += all - met
                    excess += actual - met
                }
                for derived in [
                    try TodoForest(database).difference(in: database),
                    try DependencyState(database).difference(in: database),
                    try SeriesTable(database).difference(in: database),
                ] {
                    missing += derived.missing
                    excess += derived.excess
                }
                return Finding.counted("missing-relations", missing) {
                    "Relations of to-dos to their tags or places are missing from the join tables (\($0))."
                }
                    + Finding.counted("stray-relations", excess) {
                        "Some rows of the join tables belong to no to-do (\($0))."
                    }
            }
        } repair: { subject in
            try subject.write { database in
                for table in JoinTable.all {
                    try database.execute(
                        sql: "DELETE FROM \(table.name); INSERT INTO \(table.name) \(table.content)")
                }
                try TodoForest(database).write(to: database)
                try OrderColumn.settle(in: database)
                // Before what depends on whether something is done.
                try SeriesTable(database).write(to: database)
                try DependencyState(database).write(to: database)
            }
        }
    }
}

/// A join table and the query for its correct content.
private struct JoinTable {
    let name: String
    /// Its other column besides `todoID`.
    let other: String
    let content: String

    static let all = [
        JoinTable(
            name: "todoTag", other: "tagID",
            content: """
                SELECT todo.rowID AS todoID, tag.rowID AS tagID FROM \(elements)
                CROSS JOIN tag ON tag.id = element.key AND tag.space = todo.space AND tag.effectiveID IS NOT NULL WHERE \(isPresentTag)
                """),
        JoinTable(
            name: "todoTagPending", other: "tagID",
            content: """
                SELECT todo.rowID AS todoID, element.key AS tagID FROM \(elements)
                WHERE \(isPresentTag) AND NOT EXISTS (
                    SELECT 1 FROM tag WHERE tag.id = element.key AND tag.space = todo.space AND tag.effectiveID IS NOT NULL)
                """),
        JoinTable(
            name: "todoLocation", other: "locationID",
            content: """
                SELECT todo.rowID AS todoID, location.rowID AS locationID FROM todo
                JOIN location ON location.id = todo.locationID AND location.space = todo.space
                AND location.effectiveID IS NOT NULL
                WHERE todo.isDeleted = 0
                """),
    ]

    /// A cross join keeps its order (https://sqlite.org/optoverview.html, section 8.2): the other order would parse
    /// each to-do's JSON again for each tag.
    private static let elements = "todo CROSS JOIN json_each(todo.tagStamps) AS element"
    private static let isPresentTag = """
        todo.isDeleted = 0 AND element.value NOT LIKE '-%' AND element.key NOT LIKE '\(TodoElement.dependencyPrefix)%'
        """
}
