import Basics
import DavMerge
import Foundation
import GRDB
import TodoDomain
import TodoKit
import TodoLocal

/// The served items with their names and ETags, and which of them have changed since any moment that a client knows.
///
/// The served text of a to-do can change without an edit of the to-do: its parent moves, a tag is renamed, or a completed
/// to-do gets too old. So the journal compares the served texts instead of reading the edits.
final class Journal: Sendable {
    let store: TodoStore
    let database: DavDatabase
    let items: DavItems
    let merge: DavMerge
    /// One look at a time.
    private let turns = Turns(1)
    private let known = Locked<(position: Position?, collections: [Collection])>((nil, []))

    /// How long a token is known, in seconds.
    static let longestMemory: TimeInterval = 90 * 86400
    /// How many steps of a collection are known.
    static let mostSteps = 100_000
    /// The number of edits up to which only what hangs on them is looked at.
    private static let mostEdits = 500

    init(_ store: TodoStore, _ database: DavDatabase, _ items: DavItems, _ merge: DavMerge) throws {
        self.store = store
        self.database = database
        self.items = items
        self.merge = merge
        try database.queue.write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO journalState (id, databaseID, epoch) VALUES (1, ?, 1)",
                arguments: [Secrets.hex(Randomness.bytes(8))])
        }
    }

    /// A moment of the store.
    private struct Position: Equatable {
        var step: Int64
        /// Tells the step from one of the same number in another history.
        var mark: String
        var schemaVersion: Int64
        var day: String
    }

    /// Which to-dos may be served otherwise than before.
    private enum Scope {
        case all
        case some([Todo.ID])
    }

    // MARK: Looking

    /// Brings the journal to the present: all that was committed before the call is in it afterwards.
    func look() async throws {
        try await turns.withTurn {
            let environment = store.stack.environment
            let day = Day(containing: environment.now(), in: environment.timeZone).description
            let position = try await store.stack.read { transaction in
                let step = try transaction.integer("SELECT seq FROM sqlite_sequence WHERE name = 'historyTransaction'")
                return Position(
                    step: step, mark: try Self.mark(of: step, transaction),
                    schemaVersion: try transaction.integer("PRAGMA schema_version"), day: day)
            }
            guard known.withLock({ $0.position }) != position else { return }
            try await look(at: position)
            let collections = try await readCollections()
            known.withLock { $0 = (position, collections) }
        }
    }

    /// When, where and by what a step of the history was made, as a hash; empty if it is no longer known.
    private static func mark(of step: Int64, _ transaction: ReadTransaction) throws -> String {
        let text = try transaction.texts(
            """
            SELECT at || '/' || deviceID || '/' || process || '/' || action \
            FROM historyTransaction WHERE id = \(.integer(step))
            """
        ).first
        return text.map { String(Secrets.hex(SHA256.digest(Array($0.utf8))).prefix(32)) } ?? ""
    }

    private func look(at position: Position) async throws {
        let (seen, seenMark) = try await database.queue.read { db in
            let row = try Row.fetchOne(db, sql: "SELECT step, mark, schemaVersion, day, encoder FROM journalState")
            let seen: (step: Int64?, schema: Int64?, day: String?, encoder: Int?) = (
                row?["step"], row?["schemaVersion"], row?["day"], row?["encoder"]
            )
            return (seen, row?["mark"] as String? ?? "")
        }
        let presentMark = try await store.stack.read { try Self.mark(of: seen.step ?? 0, $0) }
        // If the history is shorter, or another step has that number, or the tables differ, a backup was restored, or another
        // database took the place of this one.
        let isOther =
            (seen.step ?? 0) > position.step || (seen.schema ?? position.schemaVersion) != position.schemaVersion
            || !seenMark.isEmpty && !presentMark.isEmpty && seenMark != presentMark
        let isWhole = isOther || seen.step == nil || seen.day != position.day || seen.encoder != DavItems.version
        let scope = isWhole ? .all : try await scope(after: seen.step ?? 0)
        let now = store.stack.environment.now()
        let (database, items) = (database, items)
        try await store.stack.read { transaction in
            try database.queue.write { db in
                try take(scope, at: position, isOther: isOther, now, in: db) { body in
                    switch scope {
                    case .all: try items.forAll(in: transaction, body)
                    case .some(let ids): if !ids.isEmpty { try body(items.items(ids, in: transaction)) }
                    }
                }
            }
        }
    }

    /// The to-dos that the edits after a step may have changed: those themselves, those below them, and those of their series.
    private func scope(after step: Int64) async throws -> Scope {
        try await store.stack.read { transaction in
            let pruned = try transaction.integer("SELECT prunedID FROM historyHorizon")
            guard pruned <= step else { return .all }
            let others = try transaction.integer(
                """
                SELECT EXISTS (SELECT 1 FROM historyChange WHERE transactionID > \(.integer(step)) \
                AND kind NOT IN ('todo', 'comment', 'view', 'app', 'conflict'))
                """)
            guard others == 0 else { return .all }
            // The position of a to-do changes when its siblings move.
            let moves = try transaction.integer(
                """
                SELECT EXISTS (SELECT 1 FROM historyChange WHERE transactionID > \(.integer(step)) AND kind = 'todo' \
                AND (json_extract(before, '$.position') IS NOT NULL OR json_extract(after, '$.position') IS NOT NULL))
                """)
            guard moves == 0 else { return .all }
            let ids = try transaction.texts(
                """
                WITH RECURSIVE edited(id) AS (\
                SELECT todo.id FROM historyChange JOIN todo ON todo.rowID = recordID \
                WHERE transactionID > \(.integer(step)) AND kind = 'todo' \
                UNION SELECT todo.series FROM historyChange JOIN todo ON todo.rowID = recordID \
                WHERE transactionID > \(.integer(step)) AND kind = 'todo' AND todo.series IS NOT NULL \
                UNION SELECT comment.todoID FROM historyChange JOIN comment ON comment.rowID = recordID \
                WHERE transactionID > \(.integer(step)) AND kind = 'comment' AND comment.todoID IS NOT NULL \
                UNION SELECT todo.id FROM edited JOIN todo ON todo.standingParent = edited.id) \
                SELECT id FROM edited LIMIT \(.integer(Int64(Self.mostEdits) + 1))
                """)
            return ids.count > Self.mostEdits ? .all : .some(ids.compactMap { Todo.ID(rawValue: $0) })
        }
    }

    /// Writes what differs from what was served.
    private func take(
        _ scope: Scope, at position: Position, isOther: Bool, _ now: Date, in db: Database,
        _ present: (([DavItem]) throws -> Void) throws -> Void
    ) throws {
        var rest: Set<String>
        switch scope {
        case .all: rest = Set(try String.fetchAll(db, sql: "SELECT todo FROM item WHERE etag IS NOT NULL"))
        case .some(let ids): rest = Set(ids.map(\.rawValue))
        }
        try present { fresh in
            for item in fresh {
                rest.remove(item.todo.rawValue)
                try Self.take(item, now, merge, in: db)
            }
        }
        for todo in rest {
            guard
                let old = try Row.fetchOne(
                    db, sql: "SELECT * FROM item WHERE todo = ? AND etag IS NOT NULL", arguments: [todo])
            else { continue }
            try merge.keepFormer([DavItem(row: old)], in: db)
            try Self.note(old["collection"], old["name"], nil, now, in: db)
            try db.execute(sql: "UPDATE item SET etag = NULL, bytes = NULL WHERE todo = ?", arguments: [todo])
        }
        try db.execute(
            sql: """
                UPDATE journalState SET epoch = epoch + ?, step = ?, mark = ?, schemaVersion = ?, day = ?, encoder = ?
                """,
            arguments: [
                isOther ? 1 : 0, position.step, position.mark, position.schemaVersion, position.day, DavItems.version,
            ])
        if isOther { try merge.beginEpoch(in: db) }
        if case .all = scope {
            try Self.prune(now, in: db)
            try merge.prune(in: db)
        }
    }

    private static func take(_ item: DavItem, _ now: Date, _ merge: DavMerge, in db: Database) throws {
        let collection = item.collection.key
        // A first listing does this for each to-do.
        let old = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM item WHERE todo = ?"), arguments: [item.todo.rawValue])
        let former: String? = old?["etag"]
        var name: String? = old?["name"]
        let isMoved = old.map { $0["collection"] as String != collection } ?? false
        if former == item.etag, !isMoved { return }
        if let old, former != nil {
            if former != item.etag { try merge.keepFormer([DavItem(row: old)], in: db) }
            if isMoved { try note(old["collection"], old["name"], nil, now, in: db) }
        }
        if name == nil || isMoved { name = try freeName(for: item, in: db) }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO item (todo, collection, name, uid, etag, bytes, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (todo) DO UPDATE SET collection = excluded.collection, name = excluded.name, uid = excluded.uid,
                etag = excluded.etag, bytes = excluded.bytes, updatedAt = excluded.updatedAt
                """)
        try statement.execute(
            arguments: [
                item.todo.rawValue, collection, name, item.uid, item.etag, Data(item.bytes),
                item.updatedAt.timeIntervalSince1970,
            ])
        try note(collection, name ?? "", item.etag, now, in: db)
    }

    private static func note(_ collection: String, _ name: String, _ etag: String?, _ now: Date, in db: Database) throws
    {
        try db.cachedStatement(sql: "INSERT INTO journal (collection, name, etag, at) VALUES (?, ?, ?, ?)").execute(
            arguments: [collection, name, etag, now.timeIntervalSince1970])
    }

    /// The name of a to-do that no client has named: that of its UID, if no other one has it.
    private static func freeName(for item: DavItem, in db: Database) throws -> String {
        func isFree(_ name: String) throws -> Bool { try makeFree(name, in: item.collection.key, of: item.todo, db) }
        let usual = item.uid + ".ics"
        if item.uid.utf8.count <= 180, ResourceName.isValid(usual), try isFree(usual) { return usual }
        for stem in [Secrets.hex(SHA256.digest(Array(item.uid.utf8))), item.todo.rawValue]
        where try isFree(stem + ".ics") {
            return stem + ".ics"
        }
        return Secrets.hex(Randomness.bytes(16)) + ".ics"
    }

    /// Whether a name is free, after one that is no longer served has given it up.
    private static func makeFree(_ name: String, in collection: String, of todo: Todo.ID, _ db: Database) throws -> Bool
    {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT todo, etag FROM item WHERE collection = ? AND name = ?"),
                arguments: [collection, name]),
            row["todo"] as String != todo.rawValue
        else { return true }
        guard row["etag"] as String? == nil else { return false }
        try db.execute(sql: "DELETE FROM item WHERE todo = ?", arguments: [row["todo"] as String])
        return true
    }

    /// Gives a to-do the name that its client chose.
    func setName(_ name: String, of todo: Todo.ID, in collection: DavCollection) async throws {
        let now = store.stack.environment.now()
        try await database.queue.write { db in
            guard try Self.makeFree(name, in: collection.key, of: todo, db) else { return }
            guard let old = try Row.fetchOne(db, sql: "SELECT * FROM item WHERE todo = ?", arguments: [todo.rawValue])
            else {
                try db.execute(
                    sql: "INSERT INTO item (todo, collection, name, uid, updatedAt) VALUES (?, ?, ?, '', 0)",
                    arguments: [todo.rawValue, collection.key, name])
                return
            }
            let (place, formerName): (String, String) = (old["collection"], old["name"])
            guard place != collection.key || formerName != name else { return }
            var etag: String? = old["etag"]
            if etag != nil { try Self.note(place, formerName, nil, now, in: db) }
            // If it is in another collection now, the next comparison finds it there.
            if place != collection.key { etag = nil }
            try db.execute(
                sql: "UPDATE item SET collection = ?, name = ?, etag = ? WHERE todo = ?",
                arguments: [collection.key, name, etag, todo.rawValue])
            if let etag { try Self.note(collection.key, name, etag, now, in: db) }
        }
    }

    private static func prune(_ now: Date, in db: Database) throws {
        let oldest = now.timeIntervalSince1970 - longestMemory
        for collection in try String.fetchAll(db, sql: "SELECT DISTINCT collection FROM journal") {
            let aged =
                try Int64.fetchOne(
                    db, sql: "SELECT max(seq) FROM journal WHERE collection = ? AND at < ?",
                    arguments: [collection, oldest]) ?? 0
            let surplus =
                try Int64.fetchOne(
                    db, sql: "SELECT seq FROM journal WHERE collection = ? ORDER BY seq DESC LIMIT 1 OFFSET ?",
                    arguments: [collection, mostSteps]) ?? 0
            let floor = max(aged, surplus)
            guard floor > 0 else { continue }
            // The last entry of each present item stays, so that a listing from the start is complete and its token is valid.
            try db.execute(
                sql: """
                    DELETE FROM journal WHERE collection = :c AND seq <= :floor
                    AND seq < (SELECT max(seq) FROM journal WHERE collection = :c)
                    AND (etag IS NULL OR EXISTS (SELECT 1 FROM journal AS later WHERE later.collection = :c
                      AND later.name = journal.name AND later.seq > journal.seq))
                    """, arguments: ["c": collection, "floor": floor])
            try db.execute(
                sql: "INSERT OR REPLACE INTO journalFloor VALUES (?, ?)", arguments: [collection, floor])
        }
    }

    // MARK: Collections

    /// The collections that are there, in order, after a look.
    var collections: [Collection] { known.withLock { $0.collections } }

    /// Reads the collections again, after something of them was changed that is not in the store.
    func renewCollections() async throws {
        try await turns.withTurn {
            let collections = try await readCollections()
            known.withLock { $0.collections = collections }
        }
    }

    private func readCollections() async throws -> [Collection] {
        let lists = TodoList.inTreeOrder(try await store.lists.fetch(.all.ascending(\.manual), source: .local).items)
        let (paths, numbers) = try await database.queue.read { db in
            let paths = try Row.fetchAll(db, sql: "SELECT collection, name FROM collectionPath").map {
                ($0["collection"] as String, $0["name"] as String)
            }
            let numbers = try Row.fetchAll(
                db, sql: "SELECT collection, value FROM collectionProperty WHERE namespace = ? AND local = ?",
                arguments: [XMLName.calendarOrder.namespace, XMLName.calendarOrder.local]
            ).map { ($0["collection"] as String, Int($0["value"] as String) ?? 0) }
            return (Dictionary(uniqueKeysWithValues: paths), Dictionary(uniqueKeysWithValues: numbers))
        }
        // The number that a client gave to a list is served as long as it says where the list is.
        var last = 0
        let shown = lists.filter { !$0.isHidden }.map { list in
            let key = DavCollection.list(list.id).key
            last = max(last.addingReportingOverflow(1).partialValue, numbers[key] ?? 0)
            return Collection(
                place: .list(list.id), name: paths[key] ?? list.id.rawValue,
                title: (list.ancestors.map(\.title) + [list.title]).joined(separator: " / "), color: list.color,
                order: last)
        }
        return [Collection(place: .inbox, name: "inbox", title: "Inbox", color: nil, order: 0)] + shown
    }
}

/// A collection as it is served.
struct Collection: Sendable, Hashable {
    let place: DavCollection
    /// The last part of its address, decoded.
    let name: String
    let title: String
    let color: String?
    let order: Int
}

extension DavCollection {
    /// Its name in the database.
    var key: String {
        switch self {
        case .inbox: "inbox"
        case .list(let id): "list:" + id.rawValue
        }
    }

    init(key: String) {
        self = key.hasPrefix("list:") ? .list(TodoList.ID(stored: String(key.dropFirst(5)))) : .inbox
    }
}

extension DavItem {
    init(row: Row) {
        let (todo, collection): (String, String) = (row["todo"], row["collection"])
        self.init(
            todo: Todo.ID(stored: todo), uid: row["uid"], collection: DavCollection(key: collection),
            bytes: Array(row["bytes"] as Data? ?? Data()), etag: row["etag"] as String? ?? "",
            updatedAt: Date(timeIntervalSince1970: row["updatedAt"]))
    }
}
