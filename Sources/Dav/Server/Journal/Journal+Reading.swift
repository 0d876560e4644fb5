import Basics
import DavMerge
import Foundation
import GRDB
import TodoKit

extension Journal {
    /// A resource without its bytes.
    struct Listed: Sendable {
        let todo: Todo.ID
        let name: String
        let etag: String
        let length: Int
        let updatedAt: Date
    }

    /// The changes in a collection.
    struct Changes: Sendable {
        /// The names, in the order of their last changes; nil for what is gone.
        var states: [(name: String, etag: String?)]
        /// From where the next ones go on.
        var token: String
        /// Whether there are more.
        var isCut = false
    }

    /// A token that cannot be gone on from.
    struct UnknownToken: Error {}

    /// How many bytes the beginning of each token has.
    static let tokenPrefix = "urn:todo:dav:"

    /// The token of a collection.
    func token(of collection: DavCollection) async throws -> String {
        try await database.queue.read { db in try Self.token(of: collection.key, db) }
    }

    private static func token(of collection: String, _ db: Database, seq: Int64? = nil) throws -> String {
        "\(try tokenStart(of: collection, db))\(try seq ?? last(of: collection, db))"
    }

    /// A token without its number. It names its collection: the numbers of another one mean other moments.
    private static func tokenStart(of collection: String, _ db: Database) throws -> String {
        let state = try Row.fetchOne(db, sql: "SELECT databaseID, epoch FROM journalState")
        let (id, epoch) = (state?["databaseID"] as String? ?? "", state?["epoch"] as Int64? ?? 0)
        let place = Secrets.hex(SHA256.digest(Array(collection.utf8))).prefix(12)
        return "\(tokenPrefix)\(id):\(epoch):\(place):"
    }

    private static func last(of collection: String, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(seq) FROM journal WHERE collection = ?", arguments: [collection]) ?? 0
    }

    /// The present items of a collection with its token, of one moment.
    func list(_ collection: DavCollection) async throws -> (items: [Listed], token: String) {
        try await database.queue.read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT todo, name, etag, length(bytes) AS size, updatedAt FROM item
                    WHERE collection = ? AND etag IS NOT NULL ORDER BY name
                    """, arguments: [collection.key])
            var items: [Listed] = []
            while let row = try rows.next() {
                items.append(
                    Listed(
                        todo: Todo.ID(stored: row["todo"]), name: row["name"], etag: row["etag"], length: row["size"],
                        updatedAt: Date(timeIntervalSince1970: row["updatedAt"])))
            }
            return (items, try Self.token(of: collection.key, db))
        }
    }

    /// The item of a name; nil if there is none.
    func item(_ name: String, in collection: DavCollection) async throws -> (item: DavItem, name: String)? {
        try await items([name], in: collection).first.map { ($0.item, $0.name) }
    }

    /// The items with these names. Missing ones are left out.
    func items(_ names: [String], in collection: DavCollection) async throws -> [(item: DavItem, name: String)] {
        try await database.queue.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT * FROM item WHERE collection = ? AND name = ? AND etag IS NOT NULL")
            return try names.compactMap { name in
                try Row.fetchOne(statement, arguments: [collection.key, name]).map { (DavItem(row: $0), $0["name"]) }
            }
        }
    }

    /// Where a to-do is served; nil if it is not.
    func place(of todo: Todo.ID) async throws -> (collection: DavCollection, name: String)? {
        try await database.queue.read { db in
            try Row.fetchOne(
                db, sql: "SELECT collection, name FROM item WHERE todo = ? AND etag IS NOT NULL",
                arguments: [todo.rawValue]
            ).map { (DavCollection(key: $0["collection"]), $0["name"]) }
        }
    }

    /// The changes since a token; all items for an empty token.
    /// - Parameter limit: how many at most.
    /// - Throws: ``UnknownToken``.
    func changes(in collection: DavCollection, since token: String, limit: Int) async throws -> Changes {
        let key = collection.key
        return try await database.queue.read { db in
            let now = try Self.token(of: key, db)
            let since: Int64
            if token.isEmpty {
                since = 0
            } else {
                let start = try Self.tokenStart(of: key, db)
                guard token.hasPrefix(start), let seq = Int64(token.dropFirst(start.count)), seq >= 0,
                    "\(start)\(seq)" == token, try seq <= Self.last(of: key, db)
                else { throw UnknownToken() }
                let floor =
                    try Int64.fetchOne(
                        db, sql: "SELECT seq FROM journalFloor WHERE collection = ?", arguments: [key]) ?? 0
                // A listing that was cut short may begin before the oldest known change. It then starts again.
                guard seq >= floor || seq == 0 else { throw UnknownToken() }
                since = seq
            }
            // A first listing does not report deletions.
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT journal.name, max(journal.seq) AS last, item.etag FROM journal
                    LEFT JOIN item ON item.collection = journal.collection AND item.name = journal.name
                    WHERE journal.collection = ? AND journal.seq > ? GROUP BY journal.name
                    \(token.isEmpty ? "HAVING item.etag IS NOT NULL" : "") ORDER BY last LIMIT ?
                    """, arguments: [key, since, limit == .max ? -1 : limit + 1])
            var changes = Changes(states: [], token: now)
            changes.isCut = rows.count > limit
            for row in rows.prefix(limit) { changes.states.append((row["name"], row["etag"])) }
            if changes.isCut, let last = rows.prefix(limit).last {
                changes.token = try Self.token(of: key, db, seq: last["last"])
            }
            return changes
        }
    }
}
