import FirestoreWire
import GRDB

/// The result of a query: these documents, and no others.
private struct FoundDocuments: Sendable {
    let plan: QueryPlan
    let matcher: QueryMatcher
    /// The collections' ``Snapshot/lastChange(_:under:)``.
    let changed: Int
    /// The time of the last commit that the query saw.
    let time: Int64
    /// The hashes of the names that were found, including skipped ones. If two names have one hash, this only reports a
    /// conflict too many.
    let found: Set<Int>
    /// The sort key of the last document within the limit; later documents do not matter. Nil if there is no limit, or
    /// it was not reached.
    let end: [UInt8]?

    /// Its size in memory in bytes, as far as the request decides it.
    var size: Int { plan.size + 24 * found.count + (end?.count ?? 0) }

    /// Whether one of `names`, which were changed since, was found or would be found now.
    private func concerns(_ names: [ResourceName], _ search: inout ConflictSearch) throws -> Bool {
        for name in names where plan.selector.selects(name, under: plan.parent) {
            if found.contains(QueryRecorder.hash(name.text)) { return true }
            let isFound = try search.document(name) { document in
                guard case .found(let values) = try matcher.place(name: name.text, fieldsJSON: document.fieldsJSON)
                else { return false }
                guard let end else { return true }
                return !end.lexicographicallyPrecedes(matcher.sortKey(values))
            }
            if isFound == true { return true }
        }
        return false
    }

    /// Throws if a found document has changed, or if the query would find another document.
    /// - Throws: ``Status`` ABORTED.
    func requireUnchanged(_ search: inout ConflictSearch) throws {
        let snapshot = try Snapshot(search.db, readTime: 0)
        guard try snapshot.lastChange(plan.selector, under: plan.parent) != changed else { return }
        guard let names = search.names(after: time), try !concerns(names, &search) else {
            throw TransactionRead.changed
        }
    }
}

/// Records the result of a query, for a transaction that has to check it.
final class QueryRecorder {
    /// Larger results are not kept: then any change in their collections counts.
    private static let maximumSize = 64 << 10
    private static let maximumCount = 10_000

    private let plan: QueryPlan
    private let matcher: QueryMatcher
    private var found: Set<Int> = []
    private var end: [UInt8]?
    private var isTooLarge: Bool

    /// A recorder for a query with this consistency; nil if no commit will check what it reads.
    init?(_ plan: QueryPlan, _ consistency: ReadConsistency?) {
        switch consistency {
        case .transaction, .newTransaction: break
        case .readTime, nil: return nil
        }
        self.plan = plan
        matcher = QueryMatcher(plan)
        isTooLarge = plan.size > Self.maximumSize
    }

    /// Records a document.
    /// - Parameter isLast: Whether this document reaches the limit.
    func add(_ document: StoredDocument, isLast: Bool) throws {
        guard !isTooLarge else { return }
        found.insert(Self.hash(document.name))
        if found.count > Self.maximumCount {
            isTooLarge = true
            found = []
        } else if isLast,
            case .found(let values) = try matcher.place(
                name: document.name, fieldsJSON: document.fieldsJSON)
        {
            end = matcher.sortKey(values)
        }
    }

    /// The reads of the query in `snapshot`.
    func reads(in snapshot: Snapshot) throws -> [TransactionRead] {
        // A query with the limit 0 reads nothing.
        guard plan.limit != 0 else { return [] }
        let changed = try snapshot.lastChange(plan.selector, under: plan.parent)
        guard !isTooLarge else { return [.collections(plan.selector, under: plan.parent, changed: changed)] }
        let read = FoundDocuments(
            plan: plan, matcher: matcher, changed: changed, time: snapshot.lastTime.microseconds, found: found, end: end
        )
        return [.query(QueryRead(size: read.size) { try read.requireUnchanged(&$0) })]
    }

    fileprivate static func hash(_ name: String) -> Int {
        var hasher = Hasher()
        // As bytes: the same accent in two spellings is two names.
        name.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            ?? hasher.combine(Array(name.utf8))
        return hasher.finalize()
    }
}

extension QueryPlan {
    /// Its size in memory in bytes, as far as the request decides it.
    fileprivate var size: Int {
        var size = 500 + 3 * parent.text.utf8.count + selector.collectionID.utf8.count
        if let filter { size += filter.size }
        for order in orders { size += order.field.text.utf8.count + 100 }
        for cursor in [start, end] { for value in cursor?.values ?? [] { size += value.storageSize + 50 } }
        return size
    }
}

extension Filter {
    /// Its size in memory in bytes.
    fileprivate var size: Int {
        switch self {
        case .composite(_, let filters): filters.reduce(100) { $0 + $1.size }
        case .field(let path, _, let value): 200 + path.text.utf8.count + 2 * value.storageSize
        case .unary(let path, _): 200 + path.text.utf8.count
        }
    }
}

extension CollectionSelector {
    /// Whether the document called `name` lies in a collection that is selected under `parent`.
    fileprivate func selects(_ name: ResourceName, under parent: ResourceName) -> Bool {
        let (own, outer) = (name.segments, parent.segments)
        guard name.database == parent.database, own.count > outer.count + 1,
            allDescendants || own.count == outer.count + 2,
            zip(own, outer).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        else { return false }
        return collectionID.isEmpty || own[own.count - 2].utf8.elementsEqual(collectionID.utf8)
    }
}
