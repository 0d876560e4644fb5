import TodoDomain
import TodoLocal

/// A model of an app whose rows have a key of another name than `id`, and whose mapping leaves out what takes no time, which it
/// may not.
struct Recipe: MappedModel {
    var id: String
    var minutes: Int

    enum Condition: Hashable, Sendable, Codable, CustomStringConvertible {
        case quick
        var description: String { "quick" }
    }
    enum SortKey: String, Hashable, Sendable, Codable, CaseIterable { case minutes }
    struct SortKeys: Sendable { let minutes = SortKey.minutes }

    static var sortKeys: SortKeys { SortKeys() }
    static var defaultOrder: [SortTerm<Recipe>] { [SortTerm(.minutes)] }
    static var defaultMapping: RecipeMapping { RecipeMapping() }

    func sortValue(for key: SortKey) -> SortValue { .integer(Int64(minutes)) }
    func meets(_ condition: Condition) -> Bool { minutes <= 15 }

    static let migrations = [
        AppMigration(
            "recipes", "CREATE TABLE app_recipe (name TEXT PRIMARY KEY NOT NULL, minutes INTEGER NOT NULL) STRICT")
    ]
}

struct RecipeRow: StoredEntity {
    static let table = "app_recipe"
    static let columns = ["name", "minutes"]
    static let key = "name"

    var name: String
    var minutes: Int64

    init(_ model: Recipe) { (name, minutes) = (model.id, Int64(model.minutes)) }
    init(reading row: inout ColumnReader) { (name, minutes) = (row.text(), row.integer()) }
    var values: [StoredValue] { [.text(name), .integer(minutes)] }
}

struct RecipeMapping: Mapping {
    func sortExpression(for key: Recipe.SortKey) -> String { "minutes" }

    func condition(
        _ condition: Recipe.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment { "minutes <= 15" }

    func models(from rows: [RecipeRow], in transaction: ReadTransaction) throws -> [Recipe] {
        rows.compactMap { $0.minutes > 0 ? Recipe(id: $0.name, minutes: Int($0.minutes)) : nil }
    }

    func upsert(_ model: Recipe, in transaction: WriteTransaction) throws -> RecipeRow {
        let row = RecipeRow(model)
        try transaction.upsert(row)
        return row
    }

    func delete(_ ids: [String], in transaction: WriteTransaction) throws {
        try transaction.delete(RecipeRow.self, keys: ids)
    }
}
