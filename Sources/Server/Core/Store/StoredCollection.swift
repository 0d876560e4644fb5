import FirestoreWire
import Foundation
import GRDB
import SQLite

/// A row of the table `collection`.
struct StoredCollection {
    let id: Int64
    /// The key of its full name.
    let path: [UInt8]
    /// Its full name.
    let name: String
    /// When a document in it was last written or deleted, in microseconds since 1970.
    let changed: Int64

    private static let columns = "id, path, name, changed"

    private init(_ row: Row) throws {
        id = try row.value(at: 0)
        path = Array(try row.value(at: 1) as Data)
        name = String(decoding: try row.value(at: 2) as Data, as: UTF8.self)
        changed = try row.value(at: 3)
    }

    /// The full name of the document with this key in the collection.
    func documentName(_ key: [UInt8]) -> String { "\(name)/\(OrderedKey.id(at: key)?.id ?? "")" }

    /// The collection called `name`; nil if it never had a document.
    static func fetch(_ name: ResourceName, _ db: Database) throws -> StoredCollection? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM collection WHERE path = ?")
        return try Row.fetchOne(statement, arguments: [Data(path(of: name))]).map(StoredCollection.init)
    }

    /// The row id of the collection called `name`. The collection is created if it is missing, and marked as changed at
    /// `time`.
    static func touch(_ name: ResourceName, at time: Int64, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO collection (path, collectionID, name, changed) VALUES (?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET changed = excluded.changed RETURNING id
                """)
        var last = OrderedKey()
        last.append(id: name.id ?? "")
        let arguments: StatementArguments = [
            Data(path(of: name)), Data(last.bytes), Data(name.text.utf8), time,
        ]
        guard let id = try Int64.fetchOne(statement, arguments: arguments) else {
            throw Status(.unavailable, "The server's storage does not answer; try again.")
        }
        return id
    }

    /// The collections that `selector` selects under `parent`, sorted by name.
    static func matching(
        _ selector: CollectionSelector, under parent: ResourceName, _ db: Database
    ) throws -> [StoredCollection] {
        let isAny = selector.collectionID.isEmpty
        if !isAny, !selector.allDescendants {
            let name = try Status.naming { () throws(InvalidName) in try parent.appending(selector.collectionID) }
            return try fetch(name, db).map { [$0] } ?? []
        }
        var last = OrderedKey()
        last.append(id: selector.collectionID)
        let range = descendants(of: path(of: parent))
        let rows =
            isAny
            ? try Row.fetchAll(
                db.cachedStatement(sql: "SELECT \(columns) FROM collection WHERE path > ? AND path < ? ORDER BY path"),
                arguments: [range.after, range.before])
            : try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(columns) FROM collection WHERE collectionID = ? AND path > ? AND path < ?
                        ORDER BY path
                        """),
                arguments: [Data(last.bytes), range.after, range.before])
        let depth = parent.segments.count
        return try rows.map(StoredCollection.init).filter { collection in
            // Directly under the parent there is one more id; a name has five parts before its ids.
            selector.allDescendants || collection.name.utf8.count { $0 == UInt8(ascii: "/") } == depth + 5
        }
    }

    /// The key of the full name.
    static func path(of name: ResourceName) -> [UInt8] {
        var key = OrderedKey()
        key.append(name: name)
        return key.bytes
    }

    /// The bounds of all paths under the name with this path. An id's key begins with 1 or 2.
    static func descendants(of path: [UInt8]) -> (after: Data, before: Data) { (Data(path), Data(path + [0xFF])) }
}
