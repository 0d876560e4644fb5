import FirestoreWire
import Foundation
import GRDB
import NIOConcurrencyHelpers

/// SQLite's view of a query whose order no index has: a function of a row that is its sort key, or NULL where the row
/// does not belong to the result. SQLite then sorts, within bounded memory: by files where it must, and keeping no more
/// than the limit where there is one.
///
/// Unchecked: a query runs on one thread at a time, the one that steps its statement.
final class QueryFunction: @unchecked Sendable {
    private let matcher: QueryMatcher
    private let collections: [Int64: StoredCollection]
    private let deadline: Deadline
    private let token: Int64
    /// SQLite asks twice for each row, to choose it and to sort it.
    private var last: (id: Int64, key: Data?)?
    /// What ended the query, which SQLite would make a text of.
    private(set) var failure: (any Error)?

    private static let running = NIOLockedValueBox<(queries: [Int64: QueryFunction], count: Int64)>(([:], 0))

    private init(_ matcher: QueryMatcher, _ collections: [StoredCollection], _ deadline: Deadline, token: Int64) {
        self.matcher = matcher
        self.collections = Dictionary(uniqueKeysWithValues: collections.map { ($0.id, $0) })
        self.deadline = deadline
        self.token = token
    }

    /// The function `querySortKey(token, id, collection, key, fields)` of every connection.
    static let sortKey = DatabaseFunction("querySortKey", argumentCount: 5) { values in
        guard let token = Int64.fromDatabaseValue(values[0]), let query = running.withLockedValue({ $0.queries[token] })
        else { return nil }
        do {
            return try query.sortKey(values)
        } catch {
            query.failure = error
            throw error
        }
    }

    /// Runs `body` with the ids of the rows that are found, in their order; `body` returns whether it wants more.
    static func forEachID(
        _ matcher: QueryMatcher, in collections: [StoredCollection], limit: Int?, deadline: Deadline, _ db: Database,
        _ body: (Int64) throws -> Bool
    ) throws {
        let query = running.withLockedValue { running in
            running.count += 1
            let query = QueryFunction(matcher, collections, deadline, token: running.count)
            running.queries[running.count] = query
            return query
        }
        defer { running.withLockedValue { $0.queries[query.token] = nil } }
        let call = "querySortKey(\(query.token), id, collection, key, fields)"
        let ids = "[" + collections.map { String($0.id) }.joined(separator: ",") + "]"
        do {
            let rows = try Int64.fetchCursor(
                db,
                sql: """
                    SELECT id FROM document WHERE collection IN (SELECT value FROM json_each(?))
                    AND \(call) IS NOT NULL ORDER BY \(call) LIMIT ?
                    """, arguments: [ids, limit ?? -1])
            while let id = try rows.next() {
                guard try body(id) else { return }
            }
        } catch let error as DatabaseError {
            throw query.failure ?? error
        }
    }

    private func sortKey(_ values: [DatabaseValue]) throws -> Data? {
        guard let id = Int64.fromDatabaseValue(values[1]), let collection = Int64.fromDatabaseValue(values[2]),
            let key = Data.fromDatabaseValue(values[3]), let fields = Data.fromDatabaseValue(values[4])
        else { return nil }
        if let last, last.id == id { return last.key }
        try deadline.check()
        let name = collections[collection]?.documentName(Array(key)) ?? ""
        let place = try fields.withUnsafeBytes {
            try matcher.place(name: name, fieldsJSON: $0.bindMemory(to: UInt8.self))
        }
        var found: Data?
        if case .found(let values) = place { found = Data(matcher.sortKey(values)) }
        last = (id, found)
        return found
    }
}

/// When a query is given up: a scan must not hold a connection for ever.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    /// The deadline `duration` from now.
    init(after duration: Duration) { end = .now + duration }

    /// Throws DEADLINE_EXCEEDED behind the deadline.
    func check() throws {
        guard .now < end else { throw Status(.deadlineExceeded, "The query takes too long; narrow it.") }
    }
}
