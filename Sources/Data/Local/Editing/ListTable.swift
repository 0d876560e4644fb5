package import GRDB
import SQLite
import TodoDomain

/// All lists as what follows from where they stand.
package struct ListTable {
    /// A list that stands elsewhere, or is out of sight otherwise, than is stored.
    package struct Change {
        package let row: Int64
        package let parent: Int64?
        package let isHidden: Bool
    }

    private struct Stored {
        let entity: ListEntity
        let parent: Int64?
        let isHidden: Bool
    }

    private let lists: [Stored]

    package init(_ database: Database) throws {
        var lists: [Stored] = []
        try database.bound("SELECT \(ListEntity.columnList), parentRow, isHidden FROM list", []).forEachRow { row in
            lists.append(Stored(entity: ListEntity(reading: &row), parent: row.optionalInteger(), isHidden: row.bool()))
        }
        self.lists = lists
    }

    /// What is stored otherwise than it follows.
    package var changes: [Change] {
        let forest = ListForest(lists.map(\.entity))
        let rowIDs = Dictionary(
            lists.map { ($0.entity.record.id, $0.entity.record.rowID) }, uniquingKeysWith: { first, _ in first })
        return lists.compactMap { list in
            let id = list.entity.record.id
            let (parent, isHidden) = (forest.parents[id].flatMap { rowIDs[$0] }, forest.hidden.contains(id))
            guard parent != list.parent || isHidden != list.isHidden else { return nil }
            return Change(row: list.entity.record.rowID, parent: parent, isHidden: isHidden)
        }
    }

    /// Writes what follows where another thing is stored; returns whether anything was.
    @discardableResult
    package static func settle(in database: Database) throws -> Bool {
        let changes = try ListTable(database).changes
        for change in changes {
            try database.run(
                "UPDATE list SET parentRow = ?, isHidden = ? WHERE rowID = ?",
                [StoredValue(change.parent), StoredValue(change.isHidden), .integer(change.row)])
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
