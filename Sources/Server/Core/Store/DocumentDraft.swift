import FirestoreWire
import Foundation
import GRDB
import JSON
import SQLite

/// A document between its stored state and the state after a commit.
struct DocumentDraft {
    let name: ResourceName
    private let stored: StoredState?
    /// The new fields; nil if there will be no document.
    private var fields: Content?
    /// Whether a write deleted it: a document created after that is another one.
    private var isNew = false
    private var json: [UInt8] = []

    private struct StoredState {
        let id: Int64
        let createTime: Int64
        let updateTime: Int64
        let fields: [UInt8]
    }

    /// Fields that are read only when a write needs them.
    private enum Content {
        case stored
        case edited(Fields)
    }

    /// The draft of the document called `name`.
    init(_ name: ResourceName, _ db: Database) throws {
        self.name = name
        let statement = try db.cachedStatement(
            sql: """
                SELECT document.id, createTime, updateTime, fields FROM document
                JOIN collection ON collection.id = document.collection WHERE path = ? AND key = ?
                """)
        let keys = Self.keys(of: name)
        let rows = try Row.fetchCursor(statement, arguments: [Data(keys.path), Data(keys.key)])
        stored = try rows.next().map { row in
            StoredState(
                id: try row.value(at: 0), createTime: try row.value(at: 1), updateTime: try row.value(at: 2),
                fields: Array(try row.value(at: 3) as Data))
        }
        fields = stored.map { _ in .stored }
        isNew = stored == nil
    }

    /// Whether the stored document is still the one from which the draft was made. No two commits have the same time,
    /// so an update time identifies a version.
    func isCurrent(_ db: Database) throws -> Bool {
        try StoredDocument.updateTime(of: name, db) == stored?.updateTime
    }

    /// Throws unless the first write's precondition is met.
    func require(_ precondition: Precondition?) throws {
        switch precondition {
        case .exists(true) where stored == nil:
            throw Status(.notFound, "No document to update: \(name.text)")
        case .exists(false) where stored != nil:
            throw Status(.alreadyExists, "Document already exists: \(name.text)")
        case .updateTime(let time) where time != stored.map { Timestamp(stored: $0.updateTime) }:
            throw Status(
                .failedPrecondition,
                "The stored version (\(stored?.updateTime ?? 0)) does not match the required base version "
                    + "(\(time.microseconds)).")
        default: break
        }
    }

    /// The size of the stored fields in bytes.
    var storedSize: Int { stored?.fields.count ?? 0 }
    /// The size of the new fields in bytes.
    var newSize: Int { json.count }

    /// Applies a write and returns the results of its transforms.
    mutating func apply(_ write: ValidWrite, at time: Int64, _ effort: inout Effort) throws -> [Value] {
        switch write.effect {
        case .delete:
            fields = nil
            isNew = true
            return []
        case .set(let all, mask: nil): fields = .edited(all)
        case .set(let document, let mask?):
            var edited = try takeCurrent()
            mask.copy(from: document, to: &edited)
            fields = .edited(edited)
        case .transform, .verify: break
        }
        guard !write.transforms.isEmpty else { return [] }
        var edited = try takeCurrent()
        let results = try write.transforms.map { try $0.apply(to: &edited, at: Timestamp(stored: time), &effort) }
        fields = .edited(edited)
        return results
    }

    /// Validates the new document, and prepares what is stored.
    mutating func finish() throws {
        guard case .edited(let edited)? = fields else { return }
        guard edited.depth <= Document.maximumDepth else {
            throw Status(.invalidArgument, "The document nests deeper than \(Document.maximumDepth) levels.")
        }
        guard Document(name: name.text, fields: edited).storageSize <= Document.maximumStorageSize else {
            throw Status.tooLargeDocument
        }
        json = edited.json
    }

    /// When the document was last changed, if this commit's time is `time`; nil if it will not exist.
    func updateTime(ifChangedAt time: Int64) -> Timestamp? {
        guard fields != nil else { return nil }
        return Timestamp(stored: isChanged ? time : stored?.updateTime ?? time)
    }

    /// The document after a commit at `time`; nil if there is none.
    func document(ifChangedAt time: Int64) throws -> Document? {
        guard fields != nil else { return nil }
        return Document(
            name: name.text, fields: try current(), createTime: Timestamp(stored: createTime(ifChangedAt: time)),
            updateTime: updateTime(ifChangedAt: time))
    }

    /// The change for rules to judge.
    func change() throws -> DocumentChange {
        let before = try stored.map { try $0.fields.withUnsafeBufferPointer { try Fields(stored: $0) } }
        return DocumentChange(name: name, before: before, after: try after())
    }

    /// The fields after the commit; nil if there is no document.
    func after() throws -> Fields? { try fields.map { _ in try current() } }

    /// How much the database grows by storing it.
    var growth: Growth {
        let isThere = fields != nil ? 1 : 0
        guard isChanged else { return Growth() }
        return Growth(
            documents: isThere - (stored == nil ? 0 : 1), bytes: json.count - (stored?.fields.count ?? 0))
    }

    /// Stores the change, and returns whether there is one.
    /// - Parameter collections: The rows of the collections that this commit has touched so far.
    func store(_ db: Database, at time: Int64, collections: inout [[UInt8]: Int64]) throws -> Bool {
        guard isChanged else { return false }
        let keys = Self.keys(of: name)
        let collection = try collections[keys.path] ?? touch(db, at: time)
        collections[keys.path] = collection
        guard case .edited(let edited)? = fields else {
            guard let stored else { return false }
            try db.cachedStatement(sql: "DELETE FROM document WHERE id = ?").execute(arguments: [stored.id])
            return true
        }
        var seq: Int64?
        var hasOtherSeq: Int?
        switch edited["seq"] {
        case .integer(let value)?: seq = value
        case nil: break
        default: hasOtherSeq = 1
        }
        let createTime = createTime(ifChangedAt: time)
        if let stored {
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE document SET createTime = ?, updateTime = ?, seq = ?, hasOtherSeq = ?, fields = ?
                    WHERE id = ?
                    """)
            try statement.execute(arguments: [createTime, time, seq, hasOtherSeq, Data(json), stored.id])
        } else {
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO document (collection, key, createTime, updateTime, seq, hasOtherSeq, fields)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """)
            try statement.execute(
                arguments: [collection, Data(keys.key), createTime, time, seq, hasOtherSeq, Data(json)])
        }
        return true
    }
}

extension DocumentDraft {
    private var isChanged: Bool {
        switch fields {
        case nil: stored != nil
        case .stored: false
        // A document that was deleted and created again is another one, even with the same content.
        case .edited: isNew || stored?.fields != json
        }
    }

    private func createTime(ifChangedAt time: Int64) -> Int64 { isNew ? time : stored?.createTime ?? time }

    private func current() throws -> Fields {
        switch fields {
        case .edited(let fields)?: fields
        case .stored?: try stored?.fields.withUnsafeBufferPointer { try Fields(stored: $0) } ?? [:]
        case nil: [:]
        }
    }

    /// The fields, which the draft no longer holds until they are set again: a uniquely referenced value is changed
    /// without copying.
    private mutating func takeCurrent() throws -> Fields {
        defer { fields = .edited([:]) }
        return try current()
    }

    private func touch(_ db: Database, at time: Int64) throws -> Int64 {
        try StoredCollection.touch(name.parent ?? name, at: time, db)
    }

    private static func keys(of name: ResourceName) -> (path: [UInt8], key: [UInt8]) {
        var key = OrderedKey()
        key.append(id: name.id ?? "")
        return (StoredCollection.path(of: name.parent ?? name), key.bytes)
    }
}
