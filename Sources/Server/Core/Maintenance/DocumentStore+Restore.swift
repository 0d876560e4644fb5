import Basics
import FirestoreWire
import Foundation
import GRDB
import SQLite

extension DocumentStore {
    /// Replaces the content of this database with a backup's in one transaction, while it may be served.
    ///
    /// Each space gets a new epoch, so that its clients notice, and send again the records that the backup lacks.
    /// Existing accounts are not changed: a revoked token stays invalid.
    /// - Throws: ``ServerError``; then nothing has changed.
    package func restore(from backup: String) throws {
        let copyPath = pool.path + ".restoring"
        defer { DatabaseFile(path: copyPath).remove() }
        do {
            try Self.copyBackup(backup, to: copyPath)
            // Opening it refuses files that are not our databases, and migrates an older one.
            let copy = try DocumentStore(path: copyPath, copyOf: backup)
            defer { try? copy.close() }
            let report = try copy.check()
            guard report.problems.isEmpty else {
                throw ServerError(.backup, "The backup \(backup) is damaged: \(report.problems.joined(separator: " "))")
            }
            let (lastTime, restorations, accounts) = try pool.read { db in
                (
                    try Int64.fetchOne(db, sql: "SELECT lastTime FROM server") ?? 0,
                    try Self.restorations(db), try Row.fetchAll(db, sql: "SELECT * FROM account")
                )
            }
            try copy.pool.write { db in
                try Self.beginEpochs(db, at: CommitClock(last: lastTime, now: Self.machineTime).nextCommitTime())
                try db.execute(sql: "UPDATE restoration SET count = ?", arguments: [restorations + 1])
                if !accounts.isEmpty { try Self.replaceAccounts(accounts, db) }
            }
            try copy.pool.backup(to: pool)
        } catch let error as DatabaseError {
            throw ServerError(.backup, "The backup \(backup) cannot be restored: \(error.words).")
        } catch is FileError {
            throw ServerError(.backup, "There is no room for a copy of \(backup) beside the database.")
        }
    }

    /// How often the database was replaced by a backup.
    func restorations() throws -> Int { try pool.read(Self.restorations) }

    private static func restorations(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count FROM restoration") ?? 0
    }

    /// Clears caches of documents, and ends waits for changes, so that clients look again.
    func becomeRestored() {
        cache.forgetAll()
        queue.changes.forgetAll()
        file.becomeRestored()
        feed.sendAway()
    }

    private static func copyBackup(_ backup: String, to path: String) throws {
        guard Foundation.access(backup, R_OK) == 0 else {
            throw ServerError(.backup, "The backup \(backup) cannot be read.")
        }
        var configuration = Configuration()
        configuration.readonly = true
        let source = try DatabaseQueue(path: backup, configuration: configuration)
        let copy = DatabaseFile(path: path)
        copy.remove()
        try copy.create()
        try source.read { try DatabaseCopy.write($0, to: path) }
    }

    /// Gives the head of every space a new epoch.
    private static func beginEpochs(_ db: Database, at time: Int64) throws {
        var (collectionID, key) = (OrderedKey(), OrderedKey())
        collectionID.append(id: "sync")
        key.append(id: "head")
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT document.id, document.collection, name, fields FROM document
                JOIN collection ON collection.id = document.collection WHERE collectionID = ? AND key = ?
                """, arguments: [Data(collectionID.bytes), Data(key.bytes)])
        for row in rows {
            let name: Data = try row.value(at: 2)
            let collection = try? ResourceName(parsing: String(decoding: name, as: UTF8.self))
            guard let head = try? collection?.appending("head"), head.isHead, let space = head.space else { continue }
            let stored = Array(try row.value(at: 3) as Data)
            var fields = try stored.withUnsafeBufferPointer { try Fields(stored: $0) }
            fields["epoch"] = .string(Randomness.uuid().uuidString.lowercased())
            try db.execute(
                sql: "UPDATE document SET fields = ?, updateTime = ? WHERE id = ?",
                arguments: [Data(fields.json), time, try row.value(at: 0) as Int64])
            try db.execute(
                sql: "UPDATE collection SET changed = ? WHERE id = ?", arguments: [time, try row.value(at: 1) as Int64])
            try Usage.add(Growth(bytes: fields.json.count - stored.count), to: space, db)
        }
        try db.execute(sql: "UPDATE server SET lastTime = ?", arguments: [time])
    }

    private static func replaceAccounts(_ accounts: [Row], _ db: Database) throws {
        try db.execute(sql: "DELETE FROM account")
        for account in accounts {
            let places = account.map { _ in "?" }.joined(separator: ", ")
            try db.execute(
                sql: "INSERT INTO account (\(account.columnNames.joined(separator: ", "))) VALUES (\(places))",
                arguments: StatementArguments(account.databaseValues))
        }
    }
}
