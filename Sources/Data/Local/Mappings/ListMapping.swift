public import SQLite
public import TodoDomain

/// Maps lists to rows.
public struct ListMapping: RecordMapping {
    /// A mapping.
    public init() {}

    /// By the last edit, newest first.
    public var newestFirst: [SortTerm<TodoList>] { [SortTerm(.updated, descending: true)] }

    /// The column or expression of a sort key.
    public func sortExpression(for key: TodoList.SortKey) -> String {
        switch key {
        case .title: "foldedTitle"
        case .updated: "updatedAt"
        case .created: "createdAt"
        case .manual: "manualOrder"
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: TodoList.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): ReadTransaction.named(ids.map(\.rawValue), in: "list")
        case .titled(let title): "foldedName = \(.text(TagName.folded(title)))"
        case .placed(let container): container.condition(in: "list")
        case .isHidden(let hidden): "isHidden = \(StoredValue(hidden))"
        case .matching(let words):
            .joined(words.map { "instr(foldedTitle, \(.text($0))) > 0" }, by: "AND", empty: "1")
        }
    }

    /// The models of rows, in the same order.
    public func models(from entities: [ListEntity], in transaction: ReadTransaction) throws -> [TodoList] {
        let ancestors = try transaction.ancestors(ofLists: entities.map(\.record.rowID))
        let spaces = try transaction.sharedSpaces(of: entities.lazy.map(\.record))
        return entities.map {
            var list = $0.asModel(with: TodoList.Relations(ancestors: ancestors[$0.record.rowID] ?? []))
            list.space = spaces[$0.record.space]
            return list
        }
    }

    /// Stores a new model, or replaces the model with its id.
    public func upsert(_ model: TodoList, in transaction: WriteTransaction) throws -> ListEntity {
        try transaction.create(model)
    }

    /// Changes the fields that the update names.
    public func apply(_ update: TodoList.Update, in transaction: WriteTransaction) throws -> ListEntity {
        try transaction.update(update)
    }

    /// The fields in which one model differs from another.
    public func update(from original: TodoList, to model: TodoList) -> TodoList.Update {
        TodoList.Update(differenceOf: model, from: original)
    }
}

extension TodoList: EntityConvertible {
    /// The properties of a list that come from other rows.
    public struct Relations: Hashable, Sendable {
        /// The lists above it, outermost first.
        public var ancestors: [Ancestor]

        /// Relations of a list.
        public init(ancestors: [Ancestor] = []) { self.ancestors = ancestors }
    }

    /// The lists above it.
    public var relations: Relations { Relations(ancestors: ancestors) }

    /// A new row with the content of the list.
    public func asEntity() -> ListEntity {
        ListEntity(RecordColumns(id: id.rawValue, createdAt: createdAt, updatedAt: updatedAt), holding: self)
    }
}

extension ListEntity: DomainConvertible {
    /// The list with these lists above it.
    public func asModel(with relations: TodoList.Relations) -> TodoList {
        var list = record.identified(content.list)
        list.ancestors = relations.ancestors
        list.parent = relations.ancestors.last?.id
        list.position = content.position?.key(in: list.container)
        return list
    }
}

extension ReadTransaction {
    /// The lists above some lists, those at the top first, up to the maximum depth of lists.
    package func ancestors(ofLists rowIDs: [Int64]) throws -> [Int64: [TodoList.Ancestor]] {
        guard !rowIDs.isEmpty else { return [:] }
        if rowIDs.count > Limits.levels * 4 { return try sharedAncestors(ofLists: rowIDs) }
        // The number of steps is limited, because another program may have written a cycle.
        let sql = """
            WITH RECURSIVE above (owner, row, distance) AS (
                SELECT rowID, parentRow, 1 FROM list
                WHERE rowID IN (SELECT value FROM json_each(?)) AND parentRow IS NOT NULL
                UNION ALL
                SELECT owner, parentRow, distance + 1 FROM above JOIN list ON list.rowID = above.row
                WHERE parentRow IS NOT NULL AND distance < \(Limits.levels))
            SELECT owner, id, title, isArchived FROM above JOIN list ON list.rowID = above.row
            ORDER BY owner, distance DESC
            """
        var ancestors: [Int64: [TodoList.Ancestor]] = [:]
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            ancestors[row.integer(), default: []].append(
                TodoList.Ancestor(id: .init(stored: row.text()), title: row.text(), isArchived: row.bool()))
        }
        return ancestors
    }

    /// The same for many lists, which share their ancestors: each row is read only once.
    private func sharedAncestors(ofLists rowIDs: [Int64]) throws -> [Int64: [TodoList.Ancestor]] {
        let sql = """
            WITH RECURSIVE above (row) AS (
                SELECT value FROM json_each(?)
                UNION SELECT parentRow FROM above JOIN list ON list.rowID = above.row WHERE parentRow IS NOT NULL)
            SELECT rowID, parentRow, id, title, isArchived FROM above JOIN list ON list.rowID = above.row
            """
        var lists: [Int64: (parent: Int64?, list: TodoList.Ancestor)] = [:]
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            let (rowID, parent) = (row.integer(), row.optionalInteger())
            lists[rowID] = (
                parent, TodoList.Ancestor(id: .init(stored: row.text()), title: row.text(), isArchived: row.bool())
            )
        }
        var ancestors: [Int64: [TodoList.Ancestor]] = [:]
        for rowID in rowIDs {
            var (above, next): ([TodoList.Ancestor], Int64?) = ([], lists[rowID]?.parent)
            while above.count < Limits.levels, let list = next.flatMap({ lists[$0] }) {
                above.append(list.list)
                next = list.parent
            }
            if !above.isEmpty { ancestors[rowID] = above.reversed() }
        }
        return ancestors
    }
}
