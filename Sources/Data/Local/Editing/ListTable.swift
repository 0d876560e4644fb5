package import GRDB
import SQLite
package import TodoDomain

/// The rows of the lists of a space, compared with their derived columns.
package struct ListTable {
    /// A row whose derived columns are outdated, with the correct values.
    package struct Change {
        package let row: Int64
        package let parent: Int64?
        package let isHidden: Bool
        package let order: String?
    }

    private struct Stored {
        let entity: ListEntity
        let parent: Int64?
        let isHidden: Bool
        let order: String?
    }

    private let lists: [Stored]

    package init(_ database: Database, in space: SpaceID) throws {
        var lists: [Stored] = []
        try database.bound(
            "SELECT \(ListEntity.columnList), parentRow, isHidden, manualOrder FROM list WHERE space = ?", [space.value]
        ).forEachRow { row in
            lists.append(
                Stored(
                    entity: ListEntity(reading: &row), parent: row.optionalInteger(), isHidden: row.bool(),
                    order: row.optionalText()))
        }
        self.lists = lists
    }

    /// The rows of all spaces whose derived columns are not up to date.
    package static func changes(in database: Database) throws -> [Change] {
        try ReadTransaction(database).spaces().flatMap { try ListTable(database, in: $0).changes }
    }

    /// The rows whose derived columns are not up to date.
    package var changes: [Change] {
        let forest = ListForest(lists.map(\.entity))
        let rowIDs = Dictionary(
            lists.map { ($0.entity.record.id, $0.entity.record.rowID) }, uniquingKeysWith: { first, _ in first })
        return lists.compactMap { list in
            let id = list.entity.record.id
            let (parent, isHidden) = (forest.parents[id].flatMap { rowIDs[$0] }, forest.hidden.contains(id))
            let order = list.entity.order(below: forest.parents[id])
            guard parent != list.parent || isHidden != list.isHidden || order != list.order else { return nil }
            return Change(row: list.entity.record.rowID, parent: parent, isHidden: isHidden, order: order)
        }
    }

    /// Updates the derived columns.
    /// - Returns: whether any of them was outdated.
    @discardableResult
    package static func settle(_ space: SpaceID, in database: Database) throws -> Bool {
        let changes = try ListTable(database, in: space).changes
        for change in changes {
            try database.run(
                "UPDATE list SET parentRow = ?, isHidden = ?, manualOrder = ? WHERE rowID = ?",
                [
                    StoredValue(change.parent), StoredValue(change.isHidden), StoredValue(change.order),
                    .integer(change.row),
                ])
        }
        return !changes.isEmpty
    }
}

extension ListForest {
    /// The forest of these lists.
    init(_ lists: [ListEntity]) {
        self.init(lists.map(\.node), archived: Set(lists.filter(\.isArchived).map(\.record.id)))
    }
}

extension ListEntity {
    /// The text by which it is sorted among its siblings; nil for a deleted list.
    /// - Parameter parent: the id of its effective parent.
    func order(below parent: String?) -> String? {
        guard !record.isDeleted else { return nil }
        return OrderColumn.text(
            createdAt: record.createdAt, position: content.position,
            in: parent.map { .list(.init(stored: $0)) } ?? .top)
    }
}
