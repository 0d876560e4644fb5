import GRDB
import TodoDomain

extension Schema.Migration {
    /// What earlier versions imported as it was, because they had no field for it.
    ///
    /// - `formerImport` has the rows of the to-dos whose extras hold such a property; a row goes when its to-do has been
    ///   taken over. `isChild` marks an occurrence that Taskwarrior made of what repeats, which comes after that.
    static let formerImports = Schema.Migration(name: "formerImports") { database in
        func mentions(_ keys: [String]) -> String {
            keys.map { "extras LIKE '%\"\($0)\"%'" }.joined(separator: " OR ")
        }
        let fields = [
            "taskwarrior.project", "taskwarrior.wait", "taskwarrior.scheduled", "taskwarrior.start",
            "taskwarrior.depends", "taskwarrior.annotations", "taskwarrior.recur", "todotxt.projects",
            "ics.DTSTART", "ics.RRULE", "ics.RELATED-TO", "ics.COMMENT", "csv.list",
            "csv.parent", "csv.dependsOn", "csv.comments", "csv.start", "csv.startedAt",
        ]
        let child = "taskwarrior.parent"
        try database.execute(
            sql: """
                CREATE TABLE formerImport (todoRow INTEGER PRIMARY KEY, isChild INTEGER NOT NULL) STRICT;
                INSERT INTO formerImport (todoRow, isChild)
                    SELECT rowID, \(mentions([child])) FROM todo
                    WHERE extras IS NOT NULL AND isDeleted = 0 AND (\(mentions(fields + [child])));
                """)
    }
}
