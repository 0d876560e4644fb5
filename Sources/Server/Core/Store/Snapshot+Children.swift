import FirestoreWire
import Foundation
import GRDB

extension Snapshot {
    /// Calls `body` with the ids that directly follow the name with path `path` in the names of nonempty collections,
    /// in order. For a document these are the ids of its collections. For a collection these are the ids of documents
    /// that have collections below them.
    /// - Parameters:
    ///   - start: The id to begin after; nil for the first one.
    ///   - body: Returns false to stop.
    func forEachChild(of path: [UInt8], after start: String?, _ body: (String) throws -> Bool) throws {
        let next = try db.cachedStatement(
            sql: "SELECT path FROM collection WHERE path > ? AND path < ? ORDER BY path LIMIT 1")
        let holdsDocuments = try db.cachedStatement(
            sql: """
                SELECT EXISTS (
                  SELECT 1 FROM collection JOIN document ON document.collection = collection.id
                  WHERE path >= ? AND path < ?)
                """)
        let end = StoredCollection.descendants(of: path).before
        var position = Data(path)
        if let start {
            var key = OrderedKey()
            key.append(id: start)
            position += key.bytes + [0xFF]
        }
        while let found = try Data.fetchOne(next, arguments: [position, end]) {
            guard let child = OrderedKey.id(at: found.dropFirst(path.count)) else { return }
            let childPath = found.prefix(path.count + child.count)
            position = childPath + [0xFF]
            guard try Bool.fetchOne(holdsDocuments, arguments: [childPath, position]) == true else { continue }
            guard try body(child.id) else { return }
        }
    }
}
