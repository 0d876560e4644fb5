import GRDB
import SQLite
import TodoDomain

extension Schema.Migration {
    /// What follows from the dependencies of to-dos, which are elements in `todo.tagStamps`.
    ///
    /// - `todoDependency` has a row for each that is present, also of done and deleted to-dos, and whether it is ignored
    ///   because it closes a circle.
    /// - `todo.openBlockers` counts those that are not ignored and whose target exists and is open.
    static let dependencies = Schema.Migration(name: "dependencies") { database in
        try database.execute(
            sql: """
                ALTER TABLE todo ADD COLUMN openBlockers INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE todoDependency (
                    todoID INTEGER NOT NULL REFERENCES todo (rowID) ON DELETE CASCADE,
                    targetID TEXT NOT NULL,
                    stamp TEXT NOT NULL,
                    isIgnored INTEGER NOT NULL CHECK (isIgnored IN (0, 1)),
                    PRIMARY KEY (todoID, targetID)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX todoDependency_targetID ON todoDependency (targetID, todoID);
                CREATE INDEX todo_open_blocked ON todo (updatedAt DESC, id)
                    WHERE isDeleted = 0 AND completedAt IS NULL AND openBlockers > 0;
                DELETE FROM todoTagPending WHERE tagID LIKE '\(TodoElement.dependencyPrefix)%';
                """)
        // Newer versions may have sent some before.
        try DependencyState(database, knowsSeries: false).write(to: database)
    }
}
