import GRDB
import SQLite
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the full-text indexes are intact and match the text of all rows (https://sqlite.org/fts5.html, section
    /// 6.4).
    static var searchIndex: Check {
        Check("search-index") { subject in
            // The check is run as an insert.
            guard subject.isWritable else { return nil }
            do {
                try subject.write {
                    for index in SearchIndex.tables {
                        try $0.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
                    }
                }
            } catch let error as DatabaseError where error.isDamage {
                return [Finding("wrong-search-index", "The search index does not match the to-dos.")]
            }
            return []
        } repair: { subject in
            try subject.write {
                for index in SearchIndex.tables {
                    try $0.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
                }
            }
        }
    }
}
