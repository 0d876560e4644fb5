import JSON
import SQLite
package import TodoDomain

/// A place among siblings.
package enum OrderSpot: Hashable, Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// Directly before the item with this id.
    case before(String)
    /// Directly after the item with this id.
    case after(String)

    /// The id of the neighbouring item.
    package var anchor: String? {
        switch self {
        case .first, .last: nil
        case .before(let id), .after(let id): id
        }
    }
}

// The manual order of the to-dos and the lists of a space, read off its index.
extension ReadTransaction {
    /// The siblings of a record; nil if it does not exist.
    package func container<Entity: RecordEntity>(_ type: Entity.Type, of id: String) throws -> OrderContainer? {
        try sortText(type, of: id).flatMap(OrderContainer.init(ofSortText:))
    }

    private func sortText<Entity: RecordEntity>(_ type: Entity.Type, of id: String) throws -> String? {
        try texts(
            "SELECT manualOrder FROM \(sql: Entity.table) WHERE \(Entity.identity(id, in: space)) AND manualOrder IS NOT NULL"
        ).first
    }

    /// The gap at a position among siblings.
    /// - Parameter moved: the ids of the items that will be put there; they do not count.
    /// - Throws: `no-room`.
    package func gap<Entity: RecordEntity>(
        _ type: Entity.Type, at spot: OrderSpot, in container: OrderContainer, without moved: [String]
    ) throws -> OrderGap<String> {
        let anchor = try spot.anchor.flatMap { id in try sortText(type, of: id).map { (text: $0, id: id) } }
        func neighbors(_ isForward: Bool, _ limit: Int) throws -> [OrderGap<String>.Neighbor] {
            switch (spot, isForward) {
            case (.first, false), (.last, true): return []
            case (.before, true), (.after, false):
                // The anchor itself is next to the gap.
                let own = anchor.flatMap { OrderContainer.key(ofSortText: $0.text).map { [(spot.anchor ?? "", $0)] } }
                let others = try siblings(
                    type, in: container, beyond: anchor, isForward, without: moved, limit: limit - 1)
                return ((own ?? []) + others).map { .init($0, $1) }
            default:
                return try siblings(type, in: container, beyond: anchor, isForward, without: moved, limit: limit)
                    .map { .init($0, $1) }
            }
        }
        var limit = 1
        while true {
            let (before, after) = (try neighbors(false, limit), try neighbors(true, limit))
            guard let lower = before.first?.key, let upper = after.first?.key, lower >= upper else {
                return try OrderGap(preceding: before, following: after)
            }
            // All items with the same key, and one more.
            let isWhole = [before, after].allSatisfy { $0.count < limit || $0.last?.key != lower }
            if limit > 1, isWhole { return try OrderGap(preceding: before, following: after) }
            limit = limit == 1 ? 64 : limit * 8
        }
    }

    /// The siblings in order, or in the opposite order, with their keys.
    /// - Parameter start: the sibling after which to begin; nil to begin with the first.
    private func siblings<Entity: RecordEntity>(
        _ type: Entity.Type, in container: OrderContainer, beyond start: (text: String, id: String)?,
        _ isForward: Bool, without moved: [String], limit: Int
    ) throws -> [(String, OrderKey)] {
        guard limit > 0 else { return [] }
        let direction: SQLFragment = isForward ? "" : "DESC"
        let beyond: SQLFragment? = start.map { start in
            "AND (manualOrder, id) \(sql: isForward ? ">" : "<") (\(.text(start.text)), \(.text(start.id)))"
        }
        let query: SQLFragment = """
            SELECT id, manualOrder FROM \(sql: Entity.table)
            WHERE isDeleted = 0 AND \(container.condition) \(beyond ?? "") AND space = \(space.value)
            AND id NOT IN (\(list: moved.map(StoredValue.text)))
            ORDER BY manualOrder \(direction), id \(direction) LIMIT \(.integer(Int64(limit)))
            """
        return try keys(query)
    }

    private func keys(_ query: SQLFragment) throws -> [(String, OrderKey)] {
        var found: [(String, OrderKey)] = []
        try database.bound(query.sql, query.arguments).forEachRow { row in
            let (id, text) = (row.text(), row.text())
            // Another program could have written anything.
            found.append((id, OrderContainer.key(ofSortText: text) ?? .first))
        }
        return found
    }

    /// All siblings in order, with their keys.
    func siblings<Entity: RecordEntity>(
        _ type: Entity.Type, in container: OrderContainer
    ) throws -> [(id: String, key: OrderKey)] {
        try keys(
            """
            SELECT id, manualOrder FROM \(sql: Entity.table)
            WHERE isDeleted = 0 AND \(container.condition) AND space = \(space.value) ORDER BY manualOrder, id
            """
        ).map { (id: $0.0, key: $0.1) }
    }

    /// The groups of siblings in which an item was ever moved, in no particular order.
    /// - Parameter list: the list that the to-dos have to be in; nil for everything.
    func orderedContainers<Entity: RecordEntity>(
        _ type: Entity.Type, inList list: String? = nil
    ) throws -> [OrderContainer] {
        let isInList: SQLFragment? = list.map { id in
            "AND rowID IN (SELECT todoID FROM todoList WHERE listID = (SELECT rowID FROM list WHERE \(ListEntity.identity(id, in: space))))"
        }
        return try texts(
            """
            SELECT DISTINCT positionIn || ' ' FROM \(sql: Entity.table) WHERE isDeleted = 0 AND positionKey IS NOT NULL
            AND substr(manualOrder, 1, length(positionIn) + 1) = positionIn || ' ' AND space = \(space.value) \
            \(isInList ?? "")
            """
        ).compactMap(OrderContainer.init(ofSortText:))
    }

    /// The rows of all lists, each before those in it, in their manual order.
    func listRowsInOrder() throws -> [(id: String, row: Int64, space: SpaceID)] {
        // The limit ends a cycle, which another program may have written.
        let query: SQLFragment = """
            WITH RECURSIVE tree (row, level, manualOrder, id, space) AS (
                SELECT rowID, 0, manualOrder, id, space FROM list WHERE isDeleted = 0 AND parentRow IS NULL
                UNION ALL
                SELECT list.rowID, level + 1, list.manualOrder, list.id, list.space FROM tree JOIN list ON list.parentRow = tree.row
                WHERE list.isDeleted = 0
                ORDER BY 2 DESC, 3, 4
                LIMIT 2 * (SELECT count(*) FROM list))
            SELECT id, row, space FROM tree
            """
        var found: [(id: String, row: Int64, space: SpaceID)] = []
        try database.bound(query.sql, query.arguments).forEachRow {
            found.append(($0.text(), $0.integer(), SpaceID(rawValue: $0.integer())))
        }
        return found
    }
}

extension OrderContainer {
    /// The condition of the to-dos or lists in it: a range of the index of their order.
    var condition: SQLFragment {
        let range = sortRange
        return "(manualOrder >= \(.text(range.from)) AND manualOrder < \(.text(range.to)))"
    }

    /// The condition of the rows of a table that are in it where a person or an app names it: those of the own space, and
    /// those of others if that has no such list or to-do. The inbox and the top of the lists have rows of all spaces.
    func condition(in table: String) -> SQLFragment {
        guard let owner else { return condition }
        let owns: SQLFragment = "owner.id = \(.text(owner.id)) AND owner.space = 0 AND owner.isDeleted = 0"
        return """
            (\(condition) AND (\(sql: table).space = 0 \
            OR NOT EXISTS (SELECT 1 FROM \(sql: owner.table) AS owner WHERE \(owns))))
            """
    }

    /// The table and the id of the list or to-do whose items it has; nil for the inbox and the top of the lists.
    private var owner: (table: String, id: String)? {
        switch self {
        case .inbox, .top: nil
        case .list(let id): ("list", id.rawValue)
        case .todo(let id): ("todo", id.rawValue)
        }
    }

    /// The container in the text of an item.
    package init?(ofSortText text: String) {
        guard let end = text.firstIndex(of: " ") else { return nil }
        let parts = text[..<end].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("inbox", 1): self = .inbox
        case ("top", 1): self = .top
        case ("list", 2): self = .list(.init(stored: parts[1]))
        case ("todo", 2): self = .todo(.init(stored: parts[1]))
        default: return nil
        }
    }
}
