import GRDB
import SQLite
import TodoDomain

// Steps that change nothing but what is derived of to-dos that repeat.
extension Schema.Migration {
    /// The subtasks of what repeats no more are done as they were for its last occurrence: version 1.0.0 has opened them again.
    static let endedSeries = derivingSeries("endedSeries")
    /// The start of what repeats is that of its current occurrence: version 1.0.0 has left it at the first one.
    static let starts = derivingSeries("starts")

    private static func derivingSeries(_ name: String) -> Schema.Migration {
        Schema.Migration(name: name) { database in
            let series = try SeriesTable(database)
            let difference = try series.difference(in: database)
            guard difference.missing > 0 || difference.excess > 0 else { return }
            try series.write(to: database)
            // What depends on them, and how many there are.
            try DependencyState(database).write(to: database)
            try database.execute(
                sql: """
                    UPDATE todoCount SET (open, done) = (
                        SELECT count(*) FILTER (WHERE completedAt IS NULL), count(completedAt) FROM todo
                        WHERE isDeleted = 0)
                    """)
        }
    }
}
