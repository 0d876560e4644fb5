import GRDB

extension Schema.Migration {
    /// What undoing, blame and a look at the past need of the history.
    ///
    /// - `historyTransaction.undoes` is the step that this one takes back: an undo names what it undid, a redo the undo.
    /// - `historyChange.stamps` (JSON, register to stamp) tells when and where another device wrote the values; null
    ///   for what was written here, of which the transaction tells.
    /// - `historyChange.updatedAt` is when the record had last been edited before the change. What is written anew with
    ///   the same value is no change.
    /// - `historyHorizon` tells how far back the history was pruned: the last step that went, and the latest time of one.
    static let history = Schema.Migration(name: "history") { database in
        try database.execute(
            sql: """
                ALTER TABLE historyTransaction ADD COLUMN undoes INTEGER;
                CREATE INDEX historyTransaction_undoes ON historyTransaction (undoes) WHERE undoes IS NOT NULL;
                ALTER TABLE historyChange ADD COLUMN stamps TEXT CHECK (stamps IS NULL OR json_valid(stamps));
                ALTER TABLE historyChange ADD COLUMN updatedAt INTEGER;
                CREATE TABLE historyHorizon (
                    rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
                    prunedID INTEGER NOT NULL,
                    prunedAt INTEGER NOT NULL
                ) STRICT;
                INSERT INTO historyHorizon VALUES (1, 0, 0);
                """)
    }
}
