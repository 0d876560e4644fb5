public import Foundation
public import SQLite
public import TodoDomain

/// A recent action of a person: a search, or viewing a to-do. It is stored only on this device, and never synced.
public struct Recent<Subject: Sendable>: Hashable, Sendable, Queryable {
    /// The text of the search, or the id of the to-do.
    public let id: String
    /// When it was last done.
    public let at: Date

    /// Something done at a time.
    public init(id: String, at: Date) {
        self.id = id
        self.at = at.roundedToMilliseconds
    }

    /// The conditions by which recent items can be filtered.
    public enum Condition: Hashable, Sendable, Codable, CustomStringConvertible, IDCondition {
        /// Its id is one of these.
        case ids([String])

        /// The condition in words, without what a person typed.
        public var description: String { "one of some ids" }
    }

    /// The properties by which recent items can be sorted.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// When it was last done.
        case at
    }

    /// The sort keys by property name.
    public struct SortKeys: Sendable {
        /// When it was last done.
        public let at = SortKey.at
    }

    /// The sort keys by property name.
    public static var sortKeys: SortKeys { SortKeys() }
    /// Newest first.
    public static var defaultOrder: [SortTerm<Recent>] { [SortTerm(.at, descending: true)] }
    /// The value for a sort key.
    public func sortValue(for key: SortKey) -> SortValue { .integer(at.milliseconds) }
    /// Whether it meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): ids.contains(id)
        }
    }
}

/// The subject of a recent search.
public enum Search: Sendable {}
/// A recent search.
public typealias RecentSearch = Recent<Search>
/// A recently viewed to-do.
public typealias RecentTodo = Recent<Todo>

/// A recent item as a row.
public struct RecentEntity<Subject: Sendable>: StoredEntity {
    /// The name of its table.
    public static var table: String { Subject.self == Search.self ? "recentSearch" : "recentTodo" }
    /// The columns that are read and written.
    public static var columns: [String] { RecentRow.columns.names }
    private var row: RecentRow
    /// The text of the search, or the id of the to-do.
    public var id: String { row.id }
    /// Milliseconds since 1970.
    public var at: Int64 { row.at }

    init(id: String, at: Int64) { row = RecentRow(id: id, at: at) }
    /// Reads all columns in order.
    public init(reading reader: inout ColumnReader) {
        self.init(id: "", at: 0)
        RecentRow.columns.read(&reader, into: &row)
    }
    /// The values of all columns, in order.
    public var values: [StoredValue] {
        var values: [StoredValue] = []
        RecentRow.columns.write(row, into: &values)
        return values
    }
}

/// Recent items as rows.
public struct RecentMapping<Subject: Sendable>: Mapping {
    /// The mapping of recent items.
    public init() {}

    /// The last action is the newest.
    public var newestFirst: [SortTerm<Recent<Subject>>] { Recent.defaultOrder }

    /// The column or expression of a sort key.
    public func sortExpression(for key: Recent<Subject>.SortKey) -> String { "at" }

    /// The SQL of a condition.
    public func condition(
        _ condition: Recent<Subject>.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): "id IN (\(list: ids.map(StoredValue.text)))"
        }
    }

    /// The models of rows, in the same order.
    public func models(
        from entities: [RecentEntity<Subject>], in transaction: ReadTransaction
    ) throws -> [Recent<Subject>] {
        entities.map { $0.asModel(with: NoRelations()) }
    }

    /// The maximum distance, in milliseconds, between items that were noted in the same millisecond.
    private static var moment: Int64 { 500 }

    /// Stores a new model, or replaces the model with its id. Items noted in the same millisecond get successive times,
    /// which keeps their order.
    public func upsert(
        _ model: Recent<Subject>, in transaction: WriteTransaction
    ) throws -> RecentEntity<Subject> {
        let given = model.asEntity()
        let newest = try transaction.reading.integers(
            """
            SELECT at FROM \(sql: RecentEntity<Subject>.table) WHERE id <> \(.text(given.id)) \
            AND at BETWEEN \(.integer(given.at)) AND \(.integer(given.at)) + \(.integer(Self.moment)) \
            ORDER BY at DESC LIMIT 1
            """
        ).first
        let entity = RecentEntity<Subject>(id: given.id, at: newest.map { $0 == .max ? $0 : $0 + 1 } ?? given.at)
        try transaction.put(entity)
        return entity
    }

    /// Permanently deletes the items with these ids.
    public func delete(_ ids: [String], in transaction: WriteTransaction) throws {
        try transaction.remove(RecentEntity<Subject>.self, keys: ids)
    }
}

extension Recent: EntityConvertible {
    /// The row.
    public func asEntity() -> RecentEntity<Subject> { RecentEntity(id: id, at: at.milliseconds) }
}

extension RecentEntity: DomainConvertible {
    /// The recent item.
    public func asModel(with relations: NoRelations) -> Recent<Subject> {
        Recent(id: id, at: Date(milliseconds: at))
    }
}

/// The content of a recent item's row, not generic because generic types cannot store a static list of columns.
private struct RecentRow: Hashable, Sendable {
    var id: String
    var at: Int64

    static let columns = ColumnList<RecentRow>([Column("id", \.id), Column("at", \.at)])
}
