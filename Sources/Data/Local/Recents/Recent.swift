public import Foundation
public import SQLite
public import TodoDomain

/// Something a person did lately: a search, or a to-do looked at. Kept on this device alone, never synced.
public struct Recent<Subject: Sendable>: Hashable, Sendable, Queryable {
    /// The text that was searched for, or the id of the to-do.
    public let id: String
    /// When it was done last.
    public let at: Date

    /// Something done at a time.
    public init(id: String, at: Date) { (self.id, self.at) = (id, at.roundedToMilliseconds) }

    /// What can be asked of a recent thing.
    public enum Condition: Hashable, Sendable, Codable, CustomStringConvertible, IDCondition {
        /// Its id is one of these.
        case ids([String])

        /// The condition in words; what a person typed is left out.
        public var description: String { "one of some ids" }
    }

    /// What recent things can be sorted by.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// When it was done last.
        case at
    }

    /// The sort keys under the names of the properties.
    public struct SortKeys: Sendable {
        /// When it was done last.
        public let at = SortKey.at
    }

    /// The sort keys under the names of the properties.
    public static var sortKeys: SortKeys { SortKeys() }
    /// The latest first.
    public static var defaultOrder: [SortTerm<Recent>] { [SortTerm(.at, descending: true)] }
    /// What it has for a sort key.
    public func sortValue(for key: SortKey) -> SortValue { .integer(at.milliseconds) }
    /// Whether it meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): ids.contains(id)
        }
    }
}

/// What a recent search is of.
public enum Search: Sendable {}
/// A text that was searched for.
public typealias RecentSearch = Recent<Search>
/// A to-do that was looked at.
public typealias RecentTodo = Recent<Todo>

/// A recent thing as a row.
public struct RecentEntity<Subject: Sendable>: StoredEntity {
    /// The name of its table.
    public static var table: String { Subject.self == Search.self ? "recentSearch" : "recentTodo" }
    /// The columns that are read and written.
    public static var columns: [String] { RecentRow.columns.names }
    private var row: RecentRow
    /// The text that was searched for, or the id of the to-do.
    public var id: String { row.id }
    /// Milliseconds since 1970.
    public var at: Int64 { row.at }

    init(id: String, at: Int64) { row = RecentRow(id: id, at: at) }
    /// Reads the columns, one after the other.
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

/// Recent things as rows.
public struct RecentMapping<Subject: Sendable>: Mapping {
    /// The mapping of recent things.
    public init() {}

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

    /// What is noted within the same millisecond lies no further apart, in milliseconds.
    private static var moment: Int64 { 500 }

    /// Stores a model that is new or replaces the one with its id. What is noted within the same millisecond as others
    /// counts as noted right after them, or their order would be lost.
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
        try transaction.upsert(entity)
        return entity
    }

    /// Removes those with these ids for good.
    public func delete(_ ids: [String], in transaction: WriteTransaction) throws {
        try transaction.deleteRows(RecentEntity<Subject>.self, keys: ids)
    }
}

extension Recent: EntityConvertible {
    /// The row.
    public func asEntity() -> RecentEntity<Subject> { RecentEntity(id: id, at: at.milliseconds) }
}

extension RecentEntity: DomainConvertible {
    /// The recent thing.
    public func asModel(with relations: NoRelations) -> Recent<Subject> {
        Recent(id: id, at: Date(milliseconds: at))
    }
}

/// What the row of a recent thing holds, whatever it is: a generic type keeps no list of columns.
private struct RecentRow: Hashable, Sendable {
    var id: String
    var at: Int64

    static let columns = ColumnList<RecentRow>([Column("id", \.id), Column("at", \.at)])
}
