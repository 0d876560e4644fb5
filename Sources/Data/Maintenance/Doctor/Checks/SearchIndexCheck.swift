import GRDB
import SQLite
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the full-text index is intact and matches the text of all rows (https://sqlite.org/fts5.html, section
    /// 6.4).
    static var searchIndex: Check {
        Check("search-index") { subject in
            // The check is run as an insert.
            guard subject.isWritable else { return nil }
            do {
                try subject.write {
                    try $0.execute(sql: "INSERT INTO todoText (todoText, rank) VALUES ('integrity-check', 1)")
                }
            } catch let error as DatabaseError where error.isDamage {
                return [Finding("wrong-search-index", "The search index does not agree with the to-dos.")]
            }
            return []
        } repair: { subject in
            try subject.write { try $0.execute(sql: "INSERT INTO todoText (todoText) VALUES ('rebuild')") }
        }
    }
}
