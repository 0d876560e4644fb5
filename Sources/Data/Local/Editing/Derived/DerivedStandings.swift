import GRDB
import SQLite
import TodoDomain

/// The effective lists and parents of to-dos: the tables `todoList` and `todoParent`.
final class DerivedStandings: DerivedState {
    /// The ids of to-dos that edits have moved, or whose list or parent a sync has changed.
    private(set) var written: Set<String> = []
    /// Whether deriving is postponed until several edits are written.
    var isPostponed = false
    /// The ids of to-dos whose list and parent have to be derived again, with those of their subtasks.
    private var stale: Set<String> = []
    /// Whether any to-do is below another one; nil if that is not known yet.
    private var knowsParents: Bool?

    override var isReadBack: Bool { !isPostponed }

    override var isStale: Bool { !stale.isEmpty }

    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        let name = TodoRegister.standing.rawValue
        if let old, old.record.isDeleted == new.record.isDeleted, old.content.standing == new.content.standing,
            old.record.stamp(of: name) == new.record.stamp(of: name) || new.content.standing.parent == nil
        {
            return
        }
        if new.content.standing.parent != nil { knowsParents = true }
        // Most have neither list nor parent nor subtasks.
        guard
            try new.content.standing != Standing() || old.map({ $0.content.standing != Standing() }) ?? false
                || hasParents(in: transaction) && transaction.reading.isParent(new.record.id)
        else { return }
        stale.insert(new.record.id)
        let author = transaction.author
        if author == .sync || author == .user && old?.content.standing != new.content.standing {
            written.insert(new.record.id)
        }
    }

    /// A list that is created, deleted or revived moves its to-dos.
    override func note(_ old: ListEntity?, _ new: ListEntity, in transaction: WriteTransaction) throws {
        guard old?.record.isDeleted != new.record.isDeleted else { return }
        stale.formUnion(
            try transaction.reading.texts(
                """
                SELECT id FROM todo WHERE standingList = \(.text(new.record.id)) AND space = \(transaction.space.value) \
                AND isDeleted = 0
                """))
    }

    /// Whether any to-do is below another one; in many databases none is.
    private func hasParents(in transaction: WriteTransaction) throws -> Bool {
        if let knowsParents { return knowsParents }
        let isAny =
            try transaction.reading.integer("SELECT EXISTS (SELECT 1 FROM todo WHERE standingParent IS NOT NULL)") != 0
        knowsParents = isAny
        return isAny
    }

    /// Updates the tables for all to-dos that the changes can have moved.
    override func derive(in transaction: WriteTransaction) throws {
        guard !stale.isEmpty else { return }
        let changed = stale
        stale = []
        let reading = transaction.reading
        var derivation = StandingDerivation(TodoLookup(reading))
        var (todoRows, listRows): ([String: Int64], [String: Int64?]) = ([:], [:])
        for (id, standing) in try derivation.affected(by: changed) {
            transaction.derived.order.insert(id)
            guard let (row, isThere) = try reading.presence(ofTodo: id) else { continue }
            todoRows[id] = row
            if try transaction.hasSeries() { transaction.derived.restarts.insert(id) }
            var (list, parent): (Int64?, Int64?)
            if isThere, let id = standing.list {
                if listRows[id] == nil {
                    listRows[id] = try reading.integers(
                        "SELECT rowID FROM list WHERE \(ListEntity.identity(id, in: transaction.space)) AND isDeleted = 0"
                    ).first
                }
                list = listRows[id] ?? nil
            }
            if isThere, let id = standing.parent {
                parent = try todoRows[id] ?? reading.presence(ofTodo: id)?.row
                todoRows[id] = parent
            }
            try relate(row, to: list, in: "todoList", "listID", transaction.database)
            try relate(row, to: parent, in: "todoParent", "parentID", transaction.database)
        }
    }

    private func relate(
        _ row: Int64, to other: Int64?, in table: String, _ column: String, _ database: Database
    ) throws {
        guard let other else { return try database.run("DELETE FROM \(table) WHERE todoID = ?", [.integer(row)]) }
        try database.run(
            """
            INSERT INTO \(table) VALUES (?, ?)
            ON CONFLICT (todoID) DO UPDATE SET \(column) = excluded.\(column) WHERE \(column) <> excluded.\(column)
            """, [.integer(row), .integer(other)])
    }
}

extension ReadTransaction {
    /// Whether any to-do was put below this one.
    fileprivate func isParent(_ id: String) throws -> Bool {
        try integer(
            "SELECT EXISTS (SELECT 1 FROM todo WHERE standingParent = \(.text(id)) AND space = \(space.value))") != 0
    }

    /// The row of a to-do, and whether it is not deleted; nil if it does not exist.
    fileprivate func presence(ofTodo id: String) throws -> (row: Int64, isThere: Bool)? {
        var found: (row: Int64, isThere: Bool)?
        try database.bound(
            "SELECT rowID, isDeleted FROM todo WHERE id = ? AND space = ?", [.text(id), space.value]
        ).forEachRow { row in found = (row.integer(), !row.bool()) }
        return found
    }
}
