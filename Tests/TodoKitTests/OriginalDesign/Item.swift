import TodoDomain
import TodoLocal

/// A model of an app that has a time, with its row and its mapping.
struct Item: MappedModel, Hashable {
    var id: String
    /// Seconds since anything.
    var at: Int

    enum Condition: Hashable, Sendable, Codable, CustomStringConvertible {
        case since(Int)
        var description: String { "since a time" }
    }
    enum SortKey: String, Hashable, Sendable, Codable, CaseIterable { case at }
    struct SortKeys: Sendable { let at = SortKey.at }

    static var sortKeys: SortKeys { SortKeys() }
    static var defaultOrder: [SortTerm<Item>] { [SortTerm(.at, descending: true)] }
    static var defaultMapping: ItemMapping { ItemMapping() }

    func sortValue(for key: SortKey) -> SortValue { .integer(Int64(at)) }
    func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .since(let start): at >= start
        }
    }

    static let migrations = [
        AppMigration("items", "CREATE TABLE app_item (id TEXT PRIMARY KEY NOT NULL, at INTEGER NOT NULL) STRICT")
    ]
}

struct ItemRow: StoredEntity {
    static let table = "app_item"
    static let columns = ["id", "at"]

    var id: String
    var at: Int64

    init(_ model: Item) { (id, at) = (model.id, Int64(model.at)) }
    init(reading row: inout ColumnReader) { (id, at) = (row.text(), row.integer()) }
    var values: [StoredValue] { [.text(id), .integer(at)] }
}

struct ItemMapping: Mapping {
    var newestFirst: [SortTerm<Item>] { Item.defaultOrder }

    func sortExpression(for key: Item.SortKey) -> String { "at" }

    func condition(
        _ condition: Item.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .since(let start): "at >= \(.integer(Int64(start)))"
        }
    }

    func models(from rows: [ItemRow], in transaction: ReadTransaction) throws -> [Item] {
        rows.map { Item(id: $0.id, at: Int($0.at)) }
    }

    func upsert(_ model: Item, in transaction: WriteTransaction) throws -> ItemRow {
        let row = ItemRow(model)
        try transaction.upsert(row)
        return row
    }

    func delete(_ ids: [String], in transaction: WriteTransaction) throws {
        try transaction.delete(ItemRow.self, keys: ids)
    }
}
