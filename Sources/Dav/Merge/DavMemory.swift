import Basics
import Foundation
import GRDB
import GzipCoding
import TodoDomain

/// Remembers of each client what it was served, what it sent last, and which properties it has ever sent.
struct DavMemory {
    /// A state of a to-do that a client was served.
    struct Served: Hashable, Sendable {
        /// The ETag.
        let etag: String
        /// When it was served first.
        let at: Date
    }

    /// How many former states of a to-do are kept.
    static let mostSnapshots = 20
    /// How long they are kept, in seconds.
    static let longestMemory: TimeInterval = 90 * 86_400
    /// How many of the states that a client was served are known.
    static let mostServed = 4

    let database: Database
    var rules = MergeRules()
    /// If it is set, writes wait there.
    var waiting: Waiting?

    /// Writes that wait until the store has committed. This database may lag behind the store, but must never be ahead of it: a
    /// PUT that is remembered and not stored would make its repetition look unchanged.
    final class Waiting: Sendable {
        private let writes = Locked<[@Sendable (DavMemory) throws -> Void]>([])

        func add(_ write: @escaping @Sendable (DavMemory) throws -> Void) { writes.withLock { $0.append(write) } }

        /// Makes the writes, in their order.
        func perform(with memory: DavMemory) throws { for write in writes.withLock({ $0 }) { try write(memory) } }
    }

    /// Makes a write now, or lets it wait.
    private func write(_ body: @escaping @Sendable (DavMemory) throws -> Void) throws {
        if let waiting { waiting.add(body) } else { try body(self) }
    }

    static func registerMigrations(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("merge-1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE snapshot (
                      todo TEXT NOT NULL, etag TEXT NOT NULL, revision TEXT NOT NULL, bytes BLOB NOT NULL,
                      at REAL NOT NULL, PRIMARY KEY (todo, etag)
                    ) WITHOUT ROWID;
                    CREATE INDEX snapshot_revision ON snapshot (todo, revision);
                    CREATE INDEX snapshot_at ON snapshot (at);
                    CREATE TABLE served (
                      client TEXT NOT NULL, todo TEXT NOT NULL, seq INTEGER NOT NULL, etag TEXT NOT NULL,
                      at REAL NOT NULL, PRIMARY KEY (client, todo, seq)
                    ) WITHOUT ROWID;
                    CREATE TABLE support (
                      client TEXT NOT NULL, property TEXT NOT NULL, PRIMARY KEY (client, property)
                    ) WITHOUT ROWID;
                    CREATE TABLE lastPut (
                      client TEXT NOT NULL, todo TEXT NOT NULL, claim TEXT NOT NULL, body BLOB NOT NULL,
                      at REAL NOT NULL, PRIMARY KEY (client, todo)
                    ) WITHOUT ROWID;
                    CREATE TABLE settlement (
                      client TEXT NOT NULL, todo TEXT NOT NULL, due TEXT NOT NULL, occurrence TEXT NOT NULL,
                      at REAL NOT NULL, PRIMARY KEY (client, todo, occurrence)
                    ) WITHOUT ROWID;
                    CREATE TABLE pendingParent (
                      client TEXT NOT NULL, todo TEXT NOT NULL, parent TEXT NOT NULL, at REAL NOT NULL,
                      PRIMARY KEY (client, todo)
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("merge-2") { database in
            try database.execute(
                sql: """
                    CREATE TABLE tally (
                      password TEXT PRIMARY KEY, edits INTEGER NOT NULL, conflicts INTEGER NOT NULL
                    ) STRICT
                    """)
        }
    }

    // MARK: States

    /// Keeps a state that was served.
    func keep(_ item: DavItem, at now: Date) throws {
        try write { memory in
            let known = try Bool.fetchOne(
                memory.database.cachedStatement(sql: "SELECT 1 FROM snapshot WHERE todo = ? AND etag = ?"),
                arguments: [item.todo.rawValue, item.etag])
            guard known == nil else { return }
            guard let bytes = Gzip.compress(item.bytes, level: 6) else { return }
            try memory.database.cachedStatement(sql: "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?)").execute(arguments: [
                item.todo.rawValue, item.etag, Self.revision(in: item.bytes), Data(bytes), now.timeIntervalSince1970,
            ])
            // The version that a client has now is kept.
            try memory.database.cachedStatement(
                sql: """
                    DELETE FROM snapshot WHERE todo = ?1 AND etag IN (
                      SELECT etag FROM snapshot AS old WHERE old.todo = ?1 ORDER BY at DESC LIMIT -1 OFFSET ?2)
                    AND NOT EXISTS (SELECT 1 FROM served WHERE served.todo = ?1 AND served.etag = snapshot.etag AND served.at > ?3)
                    """
            ).execute(arguments: [
                item.todo.rawValue, Self.mostSnapshots, now.timeIntervalSince1970 - Self.longestMemory,
            ])
        }
    }

    /// Forgets states that are too old, and the oldest ones if there are too many.
    /// - Parameters:
    ///   - mostRows: how many states are known to have been served.
    ///   - mostBytes: how large all former states are together.
    func prune(at now: Date, mostRows: Int = 200_000, mostBytes: Int = 64 << 20) throws {
        let limit = now.timeIntervalSince1970 - Self.longestMemory
        try database.execute(
            sql: """
                DELETE FROM served WHERE at < ? AND seq < (
                  SELECT max(seq) FROM served AS later
                  WHERE later.client = served.client AND later.todo = served.todo)
                """, arguments: [limit])
        try database.execute(
            sql: """
                DELETE FROM snapshot WHERE at < ? AND NOT EXISTS (
                  SELECT 1 FROM served WHERE served.todo = snapshot.todo AND served.etag = snapshot.etag)
                """, arguments: [limit])
        // The rest may still be too much: remove the oldest.
        try database.execute(
            sql: """
                DELETE FROM served WHERE (client, todo, seq) IN (
                  SELECT client, todo, seq FROM served ORDER BY at DESC LIMIT -1 OFFSET ?)
                """, arguments: [mostRows])
        try database.execute(
            sql: """
                DELETE FROM snapshot WHERE (todo, etag) IN (
                  SELECT todo, etag FROM (
                    SELECT todo, etag, sum(length(bytes)) OVER (ORDER BY at DESC, todo, etag) AS size FROM snapshot)
                  WHERE size > ?)
                """, arguments: [mostBytes])
        try database.execute(sql: "DELETE FROM lastPut WHERE at < ?", arguments: [limit])
        try database.execute(
            sql: "DELETE FROM settlement WHERE at < ?", arguments: [now.timeIntervalSince1970 - 14 * 86_400])
    }

    /// The bytes of a state by its ETag or by the revision in it; nil if it is not known.
    func snapshot(of todo: Todo.ID, etag: String? = nil, revision: String? = nil) throws -> (
        bytes: [UInt8], etag: String
    )? {
        let row =
            if let etag {
                try Row.fetchOne(
                    database, sql: "SELECT bytes, etag FROM snapshot WHERE todo = ? AND etag = ?",
                    arguments: [todo.rawValue, etag])
            } else {
                try Row.fetchOne(
                    database, sql: "SELECT bytes, etag FROM snapshot WHERE todo = ? AND revision = ?",
                    arguments: [todo.rawValue, revision])
            }
        guard let row else { return nil }
        let data: Data = row["bytes"]
        return (try Gzip.expand(Array(data), limit: 4 << 20), row["etag"])
    }

    /// The revision that a state names; empty if it names none.
    static func revision(in bytes: [UInt8]) -> String {
        let mark = Array("\r\nX-TODO-REV:".utf8)
        guard let start = bytes.firstRange(of: mark)?.upperBound else { return "" }
        return String(decoding: bytes[start...].prefix { $0 != 0x0D }, as: UTF8.self)
    }

    // MARK: Clients

    /// Notes that a client was served some states. They replace the objects that it sent last.
    func served(_ items: [DavItem], to client: DavClient, at now: Date) throws {
        let key = client.key
        for item in items {
            if rules.forgetsLastPut {
                try database.cachedStatement(sql: "DELETE FROM lastPut WHERE client = ? AND todo = ?")
                    .execute(arguments: [key, item.todo.rawValue])
            }
            let last = try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT seq, etag FROM served WHERE client = ? AND todo = ? ORDER BY seq DESC LIMIT 1"),
                arguments: [key, item.todo.rawValue])
            guard last?["etag"] != item.etag else { continue }
            try keep(item, at: now)
            let seq = (last?["seq"] as Int64? ?? 0) + 1
            try database.cachedStatement(sql: "INSERT INTO served VALUES (?, ?, ?, ?, ?)").execute(
                arguments: [key, item.todo.rawValue, seq, item.etag, now.timeIntervalSince1970])
            try database.cachedStatement(sql: "DELETE FROM served WHERE client = ? AND todo = ? AND seq <= ?")
                .execute(arguments: [key, item.todo.rawValue, seq - Int64(Self.mostServed)])
        }
    }

    /// The states that a client was served of a to-do, newest first.
    func served(of todo: Todo.ID, to client: DavClient) throws -> [Served] {
        try Row.fetchAll(
            database, sql: "SELECT etag, at FROM served WHERE client = ? AND todo = ? ORDER BY seq DESC",
            arguments: [client.key, todo.rawValue]
        ).map { Served(etag: $0["etag"], at: Date(timeIntervalSince1970: $0["at"])) }
    }

    /// The properties that a client has ever sent.
    func support(of client: DavClient) throws -> Set<String> {
        try String.fetchSet(database, sql: "SELECT property FROM support WHERE client = ?", arguments: [client.key])
    }

    /// Learns the properties that a client sends. A stranger's names are not kept without end.
    func learn(_ names: Set<String>, of client: DavClient) throws {
        try write { memory in
            let known = try memory.support(of: client)
            for name in names.subtracting(known).sorted().prefix(max(0, 500 - known.count)) where name.utf8.count <= 100
            {
                try memory.database.execute(
                    sql: "INSERT OR IGNORE INTO support VALUES (?, ?)", arguments: [client.key, name])
            }
        }
    }

    /// Counts the edits of a device, and the values that are recorded because it overwrote them or could not have its own.
    func count(edits: Int = 0, conflicts: Int = 0, of client: DavClient) throws {
        try write { memory in
            try memory.database.execute(
                sql: """
                    INSERT INTO tally VALUES (?1, ?2, ?3)
                    ON CONFLICT (password) DO UPDATE SET edits = edits + ?2, conflicts = conflicts + ?3
                    """, arguments: [client.password, edits, conflicts])
        }
    }

    /// The last object that a client sent for a to-do; nil if it has sent none, or was served a newer state since.
    func lastPut(of todo: Todo.ID, by client: DavClient) throws -> (claim: String, body: [UInt8])? {
        try Row.fetchOne(
            database, sql: "SELECT claim, body FROM lastPut WHERE client = ? AND todo = ?",
            arguments: [client.key, todo.rawValue]
        ).map { ($0["claim"], Array($0["body"] as Data)) }
    }

    /// Keeps what a client sent, as it was sent.
    func keepPut(_ body: [UInt8], of todo: Todo.ID, by client: DavClient, claiming claim: String, at now: Date) throws {
        try write { memory in
            try memory.database.execute(
                sql: "INSERT OR REPLACE INTO lastPut VALUES (?, ?, ?, ?, ?)",
                arguments: [client.key, todo.rawValue, claim, Data(body), now.timeIntervalSince1970])
        }
    }

    /// Forgets what is only true of one history of the store.
    func beginEpoch() throws {
        for table in ["served", "lastPut", "settlement", "pendingParent"] {
            try database.execute(sql: "DELETE FROM \(table)")
        }
    }

    // MARK: Series

    /// Notes which occurrences a client has settled from one date.
    func settled(_ occurrences: [Todo.ID], of todo: Todo.ID, from due: String, by client: DavClient, at now: Date)
        throws
    {
        try write { memory in
            try memory.database.execute(
                sql: "DELETE FROM settlement WHERE client = ? AND todo = ?", arguments: [client.key, todo.rawValue])
            for occurrence in occurrences {
                try memory.database.execute(
                    sql: "INSERT OR REPLACE INTO settlement VALUES (?, ?, ?, ?, ?)",
                    arguments: [client.key, todo.rawValue, due, occurrence.rawValue, now.timeIntervalSince1970])
            }
        }
    }

    /// The occurrences that a client has settled last, and the date from which it did, within two weeks.
    func settlement(of todo: Todo.ID, by client: DavClient, at now: Date) throws -> (
        due: String, occurrences: [Todo.ID]
    ) {
        let rows = try Row.fetchAll(
            database, sql: "SELECT due, occurrence FROM settlement WHERE client = ? AND todo = ? AND at > ?",
            arguments: [client.key, todo.rawValue, now.timeIntervalSince1970 - 14 * 86_400])
        return (rows.first?["due"] ?? "", rows.map { Todo.ID(stored: $0["occurrence"]) })
    }

    /// Forgets what a client has settled.
    func forgetSettlement(of todo: Todo.ID, by client: DavClient) throws {
        try write { memory in
            try memory.database.execute(
                sql: "DELETE FROM settlement WHERE client = ? AND todo = ?", arguments: [client.key, todo.rawValue])
        }
    }

    // MARK: Parents that are to come

    /// Keeps the parent that a to-do had where it was, until that comes after it.
    func awaitParent(_ parent: Todo.ID, of todo: Todo.ID, by client: DavClient, at now: Date) throws {
        try write { memory in
            try memory.database.execute(
                sql: "INSERT OR REPLACE INTO pendingParent VALUES (?, ?, ?, ?)",
                arguments: [client.key, todo.rawValue, parent.rawValue, now.timeIntervalSince1970])
        }
    }

    /// The to-dos that wait for a parent, which they do no longer.
    func takeWaiting(for parent: Todo.ID, by client: DavClient, at now: Date) throws -> [Todo.ID] {
        let since = now.timeIntervalSince1970 - 15 * 60
        let found = try String.fetchAll(
            database, sql: "SELECT todo FROM pendingParent WHERE client = ? AND parent = ? AND at >= ?",
            arguments: [client.key, parent.rawValue, since])
        try write { memory in
            try memory.database.execute(
                sql: "DELETE FROM pendingParent WHERE client = ?1 AND parent = ?2 OR at < ?3",
                arguments: [client.key, parent.rawValue, since])
        }
        return found.map { Todo.ID(stored: $0) }
    }
}
