import GRDB

extension Schema.Migration {
    /// Comments, with a search index as to-dos have one.
    static let comments = Schema.Migration(name: "comments") { database in
        try database.execute(
            sql: """
                CREATE TABLE comment (
                    rowID INTEGER PRIMARY KEY,
                    \(syncedColumns),
                    todoID TEXT,
                    text TEXT NOT NULL CHECK (text <> ''),
                    foldedText TEXT NOT NULL
                ) STRICT;
                CREATE INDEX comment_dirty ON comment (rowID) WHERE isDirty = 1;
                CREATE INDEX comment_todoID ON comment (todoID, createdAt, id) WHERE isDeleted = 0;
                CREATE INDEX comment_created ON comment (createdAt, id) WHERE isDeleted = 0;
                CREATE VIRTUAL TABLE commentText USING fts5 (
                    foldedText, content = 'comment', content_rowid = 'rowID', tokenize = 'trigram case_sensitive 1');
                """)
    }
}
