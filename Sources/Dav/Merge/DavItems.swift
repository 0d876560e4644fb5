import Foundation
package import TodoDomain
import TodoFormats
package import TodoKit
package import TodoLocal

/// The to-dos as clients read them: those that are open or were completed lately, without what settles the occurrences of
/// a series.
package struct DavItems: Sendable {
    /// The number of the way in which they are written; another one makes other bytes.
    package static let version = CalDAVEncoder.version

    private let stack: LocalStack
    private let completedDays: Int
    private let serving: @Sendable (DavItem) -> DavItem

    /// The items of a store.
    /// - Parameters:
    ///   - completedDays: for how many days after its completion a to-do is served.
    ///   - serving: the item as it is served, which only tests change.
    package init(
        store: TodoStore, completedDays: Int = 60, serving: @escaping @Sendable (DavItem) -> DavItem = { $0 }
    ) {
        stack = store.stack
        self.serving = serving
        self.completedDays = min(max(completedDays, 0), 36_500)
    }

    /// The items of to-dos; those that are not served are left out.
    package func items(_ ids: [Todo.ID]) async throws -> [DavItem] {
        try await stack.read { transaction in try items(ids, in: transaction) }
    }

    /// A to-do as it would be served if it were, whatever its list and its completion; nil if it is deleted.
    func item(_ id: Todo.ID, in transaction: ReadTransaction) throws -> DavItem? {
        try items([id], in: transaction, isAny: true).first
    }

    /// The same within a transaction.
    /// - Parameter isAny: whether those are returned too that are not served.
    package func items(
        _ ids: [Todo.ID], in transaction: ReadTransaction, isAny: Bool = false
    ) throws -> [DavItem] {
        let todos = try models(ids, completedFrom: isAny ? .distantPast : firstCompleted, in: transaction)
        return try items(of: todos, in: transaction, isAny: isAny)
    }

    /// Passes on all items, some at a time, so that never all are in memory.
    package func forAll(in transaction: ReadTransaction, _ body: ([DavItem]) throws -> Void) throws {
        var last: Int64 = 0
        let first = firstCompleted.milliseconds
        while true {
            let entities = try transaction.entities(
                TodoEntity.self,
                where: """
                    rowID > \(.integer(last)) AND isDeleted = 0
                    AND (completedAt IS NULL OR completedAt >= \(.integer(first)))
                    """, suffix: "ORDER BY rowID LIMIT \(Self.page)")
            guard let end = entities.last?.record.rowID else { return }
            last = end
            try body(items(of: TodoMapping().models(from: entities, in: transaction), in: transaction, isAny: false))
        }
    }

    /// How many are in memory at a time.
    private static let page = 1000

    /// The moment from which on completed to-dos are served.
    private var firstCompleted: Date {
        let zone = stack.environment.timeZone
        return Day(containing: stack.environment.now(), in: zone).adding(days: -completedDays).start(in: zone)
    }

    private func items(of todos: [Todo], in transaction: ReadTransaction, isAny: Bool) throws -> [DavItem] {
        let encoder = CalDAVEncoder(timeZone: stack.environment.timeZone)
        var uids = Dictionary(todos.map { ($0.id, CalDAVEncoder.uid(of: $0)) }) { first, _ in first }
        let missing = Set(todos.compactMap(\.parent)).subtracting(uids.keys)
        for parent in try models(missing.sorted(), completedFrom: .distantPast, in: transaction) {
            uids[parent.id] = CalDAVEncoder.uid(of: parent)
        }
        return todos.filter { isAny || $0.series == nil && !($0.list?.isHidden ?? false) }.map { todo in
            let bytes = encoder.bytes(of: todo, below: todo.parent.flatMap { uids[$0] }, order: Self.order(of: todo))
            return serving(
                DavItem(
                    todo: todo.id, uid: uids[todo.id] ?? todo.id.rawValue,
                    collection: todo.list.map { .list($0.id) } ?? .inbox, bytes: bytes,
                    etag: CalDAVEncoder.etag(of: bytes), updatedAt: todo.updatedAt))
        }
    }

    /// The place of a to-do among its siblings as a number: the beginning of its key, so that a move changes one of them.
    static func order(of todo: Todo) -> Int64 {
        let key = todo.position ?? OrderKey(createdAt: todo.createdAt)
        let digits = Array(key.description.utf8.prefix(10))
        return (0..<10).reduce(0) { number, index in
            number * 62 + (index < digits.count ? Int64(Self.value(of: digits[index])) : 0)
        }
    }

    private static func value(of digit: UInt8) -> Int {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 48
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 55
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 61
        default: 0
        }
    }

    private func models(
        _ ids: [Todo.ID], completedFrom first: Date, in transaction: ReadTransaction
    ) throws -> [Todo] {
        let entities = try ids.compactMap { try transaction.record(TodoEntity.self, id: $0.rawValue) }
            .filter { !$0.record.isDeleted }
        return try TodoMapping().models(from: entities, in: transaction)
            .filter { $0.completedAt.map { $0 >= first } ?? true }
    }
}
