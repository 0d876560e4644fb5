import FirestoreWire
import Foundation
import GRDB
import SQLite

/// A size, or a change of it.
struct Growth: Equatable {
    var documents = 0
    var bytes = 0

    static func += (left: inout Growth, right: Growth) {
        left.documents += right.documents
        left.bytes += right.bytes
    }
}

/// The size of each space: `users/{uid}` or `spaces/{sid}` with everything under it, in all databases.
///
/// It is updated with each commit, so that a quota requires no scan.
enum Usage {
    /// The bytes by which a document may grow when it is marked as deleted although the quota is used up.
    private static let deletionSize = 256
    /// The documents that an emptied space may keep: its head and what it notes about its members.
    private static let emptySize = 100

    /// Adds the sizes that a commit is about to store.
    /// - Throws: RESOURCE_EXHAUSTED, before anything is written, if a space would exceed its quota, or the user would have
    ///   made too many.
    static func add(_ drafts: [DocumentDraft], within quotas: UserQuotas?, _ db: Database) throws {
        var (spaces, limited): ([[UInt8]: Growth], [[UInt8]: Growth]) = ([:], [:])
        var (made, closed): ([[UInt8]], [[UInt8]]) = ([], [])
        for draft in drafts where draft.growth != Growth() {
            guard let space = draft.name.space else { continue }
            spaces[space, default: Growth()] += draft.growth
            if quotas != nil, try !isRoomMade(by: draft) { limited[space, default: Growth()] += draft.growth }
            guard draft.name.isShared, draft.name.isHead else { continue }
            let change = try draft.change()
            if change.before == nil { made.append(space) }
            if change.after?["closed"] == true { closed.append(space) }
        }
        if let quotas {
            for (space, growth) in limited {
                try require(growth, in: space, within: quotas.quota(of: space), deleting: false, db)
            }
            for (space, growth) in spaces {
                try require(growth, in: space, within: quotas.quota(of: space), deleting: true, db)
            }
            if !made.isEmpty { try require(made.count, by: quotas, db) }
        }
        for (space, growth) in spaces { try add(growth, to: space, db) }
        for space in made {
            try db.execute(
                sql: "UPDATE usage SET maker = ? WHERE space = ?", arguments: [quotas?.user, Data(space)])
        }
        for space in closed {
            try db.execute(sql: "UPDATE usage SET isClosed = 1 WHERE space = ?", arguments: [Data(space)])
        }
    }

    /// Throws if the user would have made more shared spaces than are allowed. A closed one counts until it is emptied.
    private static func require(_ made: Int, by quotas: UserQuotas, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT COUNT(*) FROM usage WHERE maker = ? AND (isClosed = 0 OR documents > \(emptySize))")
        let count = try Int.fetchOne(statement, arguments: [quotas.user]) ?? 0
        guard count <= quotas.madeSpaces - made else {
            throw Status(
                .resourceExhausted,
                "A user may make \(quotas.madeSpaces) shared spaces; end and empty one of them, or ask for more.")
        }
    }

    /// Whether a change only marks a document as deleted, or updates the head along with that. A client that has used
    /// up the quota must be able to delete. Many such changes of one document add up, so they have a limit too.
    private static func isRoomMade(by draft: DocumentDraft) throws -> Bool {
        guard draft.growth.documents == 0, draft.growth.bytes <= deletionSize else { return false }
        if draft.name.isHead { return true }
        let after = try draft.after()
        // Somebody who leaves notes that.
        return after?["deleted"] == true || draft.name.isShared && after?["gone"] == true
    }

    /// Adds `growth` to the stored size of `space`.
    static func add(_ growth: Growth, to space: [UInt8], _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO usage (space, documents, bytes) VALUES (?, ?, ?)
                ON CONFLICT (space) DO UPDATE
                SET documents = documents + excluded.documents, bytes = bytes + excluded.bytes
                """)
        try statement.execute(arguments: [Data(space), growth.documents, growth.bytes])
    }

    /// The stored size of `space`.
    static func known(_ space: [UInt8], _ db: Database) throws -> Growth {
        let statement = try db.cachedStatement(sql: "SELECT documents, bytes FROM usage WHERE space = ?")
        let row = try Row.fetchOne(statement, arguments: [Data(space)])
        return try row.map { Growth(documents: try $0.value(at: 0), bytes: try $0.value(at: 1)) } ?? Growth()
    }

    /// The size of each space, counted again.
    static func counted(_ db: Database) throws -> [[UInt8]: Growth] {
        var spaces: [[UInt8]: Growth] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT name, COUNT(*), SUM(LENGTH(fields)) FROM document
                JOIN collection ON collection.id = document.collection GROUP BY collection.id
                """)
        while let row = try rows.next() {
            let name: Data = try row.value(at: 0)
            guard let space = (try? ResourceName(parsing: String(decoding: name, as: UTF8.self)))?.space else {
                continue
            }
            spaces[space, default: Growth()] += Growth(documents: try row.value(at: 1), bytes: try row.value(at: 2))
        }
        return spaces
    }

    /// - Parameter deleting: Whether there is room beyond the quota for marking each stored document as deleted.
    private static func require(
        _ growth: Growth, in space: [UInt8], within quota: Quota, deleting: Bool, _ db: Database
    ) throws {
        let known = try known(space, db)
        // Changes that make a space smaller are always allowed.
        if growth.documents > 0, known.documents > quota.documents - growth.documents {
            throw Status(
                .resourceExhausted,
                "The quota of \(quota.documents) documents is used up; delete some, or ask for more.")
        }
        let room = deleting ? known.documents * deletionSize : 0
        if growth.bytes > 0, known.bytes - room > quota.bytes - growth.bytes {
            throw Status(
                .resourceExhausted, "The quota of \(quota.bytes) bytes is used up; delete some, or ask for more.")
        }
    }
}

extension UserQuotas {
    fileprivate func quota(of space: [UInt8]) -> Quota { space.contains(UInt8(ascii: "/")) ? shared : own }
}

extension ResourceName {
    /// The bytes that identify the space that contains this: the id behind `users/`, or `spaces/{sid}`; nil outside of
    /// spaces. No user's name contains a slash.
    var space: [UInt8]? {
        guard segments.count >= 2 else { return nil }
        if isShared { return Array("spaces/\(segments[1])".utf8) }
        return segments[0] == "users" ? Array(segments[1].utf8) : nil
    }

    /// Whether this is in a space that several people share: `spaces/{sid}`, or below.
    var isShared: Bool { segments.count >= 2 && segments[0] == "spaces" }

    /// Whether this is the head of a space: `sync/head` below `users/{uid}` or `spaces/{sid}`.
    var isHead: Bool { segments.count == 4 && space != nil && segments[2] == "sync" && segments[3] == "head" }
}
