import Basics
import FirestoreWire
import Foundation
import GRDB
import SQLite

extension DocumentStore {
    /// Replaces the content of this database with a backup's in one transaction, while it may be served.
    ///
    /// Each space gets a new epoch, so that its clients notice, and send again the records that the backup lacks.
    /// Existing accounts are not changed: a revoked token stays invalid. Shared spaces keep their members, and lose their
    /// links.
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
            let (lastTime, restorations, accounts, members) = try pool.read { db in
                (
                    try Int64.fetchOne(db, sql: "SELECT lastTime FROM server") ?? 0,
                    try Self.restorations(db), try Row.fetchAll(db, sql: "SELECT * FROM account"),
                    try Self.members(db)
                )
            }
            try copy.pool.write { db in
                try Self.beginEpochs(
                    db, at: CommitClock(last: lastTime, now: Self.machineTime).nextCommitTime(), members: members)
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

    /// The head of a space in a database.
    private struct StoredHead {
        let id: Int64
        let collection: Int64
        let name: ResourceName
        let space: [UInt8]
        let size: Int
        var fields: Fields
    }

    private static func heads(_ db: Database) throws -> [StoredHead] {
        var (collectionID, key) = (OrderedKey(), OrderedKey())
        collectionID.append(id: "sync")
        key.append(id: "head")
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT document.id, document.collection, name, fields FROM document
                JOIN collection ON collection.id = document.collection WHERE collectionID = ? AND key = ?
                """, arguments: [Data(collectionID.bytes), Data(key.bytes)])
        return try rows.compactMap { row in
            let name: Data = try row.value(at: 2)
            let collection = try? ResourceName(parsing: String(decoding: name, as: UTF8.self))
            guard let head = try? collection?.appending("head"), head.isHead, let space = head.space else { return nil }
            let stored = Array(try row.value(at: 3) as Data)
            return StoredHead(
                id: try row.value(at: 0), collection: try row.value(at: 1), name: head, space: space,
                size: stored.count, fields: try stored.withUnsafeBufferPointer { try Fields(stored: $0) })
        }
    }

    /// The members of each shared space, by the name of its head.
    private static func members(_ db: Database) throws -> [[UInt8]: Value] {
        var members: [[UInt8]: Value] = [:]
        for head in try heads(db) where head.name.isShared {
            members[Array(head.name.text.utf8)] = head.fields["members"]
        }
        return members
    }

    /// Gives the head of every space a new epoch, and every shared space the members that it has now. Somebody who was
    /// removed after the backup stays removed, also with a link that the backup still holds: links are deleted.
    private static func beginEpochs(_ db: Database, at time: Int64, members: [[UInt8]: Value]) throws {
        for var head in try heads(db) {
            head.fields["epoch"] = .string(Randomness.uuid().uuidString.lowercased())
            if head.name.isShared {
                if let members = members[Array(head.name.text.utf8)] { head.fields["members"] = members }
                for kind in ["invites", "joins"] { try empty(kind, in: head, at: time, db) }
            }
            let fields = head.fields.json
            try db.execute(
                sql: "UPDATE document SET fields = ?, updateTime = ? WHERE id = ?",
                arguments: [Data(fields), time, head.id])
            try db.execute(
                sql: "UPDATE collection SET changed = ? WHERE id = ?", arguments: [time, head.collection])
            try Usage.add(Growth(bytes: fields.count - head.size), to: head.space, db)
        }
        try db.execute(sql: "UPDATE server SET lastTime = ?", arguments: [time])
    }

    /// Deletes the documents of a collection in the space of `head`.
    private static func empty(_ kind: String, in head: StoredHead, at time: Int64, _ db: Database) throws {
        guard let name = try? head.name.ofSpace().appending(kind),
            let collection = try StoredCollection.fetch(name, db),
            let row = try Row.fetchOne(
                db, sql: "SELECT COUNT(*), TOTAL(LENGTH(fields)) FROM document WHERE collection = ?",
                arguments: [collection.id])
        else { return }
        let (count, size): (Int, Double) = (try row.value(at: 0), try row.value(at: 1))
        guard count > 0 else { return }
        try db.execute(sql: "DELETE FROM document WHERE collection = ?", arguments: [collection.id])
        try db.execute(sql: "UPDATE collection SET changed = ? WHERE id = ?", arguments: [time, collection.id])
        try Usage.add(Growth(documents: -count, bytes: -Int(size)), to: head.space, db)
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
