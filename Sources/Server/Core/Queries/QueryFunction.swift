import FirestoreWire
import Foundation
import GRDB

/// A query in an order that no index has, as a SQL function: it returns the sort key of a row, or NULL if the row does
/// not match. SQLite then sorts within bounded memory, using files if necessary and keeping no more rows than the
/// limit, if there is one.
///
/// Unchecked: a query runs on one thread at a time, the one that steps its statement.
final class QueryFunction: RowFunction, @unchecked Sendable {
    private let matcher: QueryMatcher
    private let collections: [Int64: StoredCollection]
    private let deadline: Deadline
    /// SQLite calls the function twice for each row, to select it and to sort it.
    private var last: (id: Int64, key: Data?)?
    private var failure: (any Error)?

    private init(_ matcher: QueryMatcher, _ collections: [StoredCollection], _ deadline: Deadline) {
        self.matcher = matcher
        self.collections = Dictionary(uniqueKeysWithValues: collections.map { ($0.id, $0) })
        self.deadline = deadline
    }

    /// Runs `body` with the ids of the matching rows, in order, until it returns false.
    static func forEachID(
        _ matcher: QueryMatcher, in collections: [StoredCollection], limit: Int?, deadline: Deadline, _ db: Database,
        _ body: (Int64) throws -> Bool
    ) throws {
        let query = QueryFunction(matcher, collections, deadline)
        let ids = "[" + collections.map { String($0.id) }.joined(separator: ",") + "]"
        try RowFunctions.withCall(to: query) { call in
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
    }

    func value(id: Int64, collection: Int64, key: Data, fields: Data) throws -> Data? {
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

    func fail(with error: any Error) { failure = error }
}

/// The time limit of a query: a scan must not occupy a connection forever.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    /// The deadline `duration` from now.
    init(after duration: Duration) { end = .now + duration }

    /// Called for each row; lets other users go first if there are some (``LargeWork``).
    /// - Throws: DEADLINE_EXCEEDED after the deadline, `CancellationError` if the answer is no longer wanted.
    func check() throws {
        LargeWork.step()
        try Task.checkCancellation()
        guard .now < end else { throw Status(.deadlineExceeded, "The query takes too long; narrow it.") }
    }
}
