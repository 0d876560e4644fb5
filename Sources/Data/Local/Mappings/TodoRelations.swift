import GRDB
import JSON
import SQLite
package import TodoDomain

/// The kinds of relations that exist in a database.
struct RelationUse: OptionSet {
    let rawValue: Int64

    /// A record is represented by another one.
    static let aliases = RelationUse(rawValue: 1)
    /// A to-do is in a list.
    static let lists = RelationUse(rawValue: 2)
    /// Some to-do is a subtask.
    static let trees = RelationUse(rawValue: 4)
    /// Some to-do waits for another.
    static let dependencies = RelationUse(rawValue: 8)
    /// Some to-do has comments.
    static let comments = RelationUse(rawValue: 16)
    /// Some program, such as an assistant, has written something.
    static let writers = RelationUse(rawValue: 32)
}

// The properties of to-dos that come from their lists, parents and subtasks: one query for each, for any number of
// rows.
extension ReadTransaction {
    var relationUse: RelationUse {
        get throws {
            RelationUse(
                rawValue: try integer(
                    """
                    SELECT (EXISTS (SELECT 1 FROM tag WHERE effectiveID <> rowID) \
                    OR EXISTS (SELECT 1 FROM location WHERE effectiveID <> rowID)) \
                    + 2 * EXISTS (SELECT 1 FROM todoList) + 4 * EXISTS (SELECT 1 FROM todoParent) \
                    + 8 * EXISTS (SELECT 1 FROM todoDependency) \
                    + 16 * EXISTS (SELECT 1 FROM comment WHERE isDeleted = 0) \
                    + 32 * EXISTS (SELECT 1 FROM device WHERE host IS NOT NULL)
                    """))
        }
    }

    /// The effective lists of to-dos.
    func lists(
        _ mapping: any Mapping<TodoList, ListEntity>, ofTodos rowIDs: [Int64]
    ) throws -> [Int64: TodoList] {
        let sql = """
            SELECT todoList.todoID, \(ListEntity.modelColumnList) FROM todoList JOIN list ON list.rowID = todoList.listID
            WHERE todoList.todoID IN (SELECT value FROM json_each(?))
            """
        var (entities, places, owned): ([ListEntity], [Int64: Int], [Int64: Int]) = ([], [:], [:])
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            let owner = row.integer()
            let rowID = row.following
            if places[rowID] == nil {
                places[rowID] = entities.count
                entities.append(ListEntity(reading: &row))
            }
            owned[owner] = places[rowID]
        }
        let models = try mapping.allModels(from: entities, in: self)
        return owned.mapValues { models[$0] }
    }

    /// The to-dos above to-dos, outermost first; at most the nearest ``Limits/levels``.
    func ancestors(ofTodos rowIDs: [Int64]) throws -> [Int64: [Todo.Ancestor]] {
        // The number of steps is limited, because another program may have written a cycle.
        let sql = """
            WITH RECURSIVE above (owner, row, distance) AS (
                SELECT todoID, parentID, 1 FROM todoParent WHERE todoID IN (SELECT value FROM json_each(?))
                UNION ALL
                SELECT owner, parentID, distance + 1 FROM above JOIN todoParent ON todoParent.todoID = above.row
                WHERE distance < \(Limits.levels))
            SELECT owner, id, title, openBlockers > 0 AND completedAt IS NULL, \
            iif(completedAt IS NULL, startAt, NULL), startZone \
            FROM above JOIN todo ON todo.rowID = above.row ORDER BY owner, distance DESC
            """
        var ancestors: [Int64: [Todo.Ancestor]] = [:]
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            ancestors[row.integer(), default: []].append(
                Todo.Ancestor(
                    id: .init(stored: row.text()), title: row.text(), isBlocked: row.bool(),
                    start: Due(milliseconds: row.optionalInteger(), zone: row.optionalText())))
        }
        return ancestors
    }

    /// The dependencies of a to-do that do not count.
    package func ignoredDependencies(of id: Todo.ID) throws -> Set<Todo.ID> {
        let targets = try texts(
            """
            SELECT targetID FROM todoDependency WHERE isIgnored = 1 \
            AND todoID = \(Self.row(named: id.rawValue, in: "todo"))
            """)
        return Set(targets.map(Todo.ID.init(stored:)))
    }

    /// The dependencies of to-dos, and whether any of them counts and has an existing, open target.
    func dependencies(ofTodos rowIDs: [Int64]) throws -> [Int64: (ids: [Todo.ID], isBlocked: Bool)] {
        let sql = """
            SELECT todoID, targetID, openBlockers > 0 FROM todoDependency JOIN todo ON todo.rowID = todoID
            WHERE todoID IN (SELECT value FROM json_each(?)) ORDER BY todoID, targetID
            """
        var found: [Int64: (ids: [Todo.ID], isBlocked: Bool)] = [:]
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            let (owner, target, isBlocked) = (row.integer(), row.text(), row.bool())
            found[owner, default: ([], isBlocked)].ids.append(.init(stored: target))
        }
        return found
    }

    /// How many direct subtasks of to-dos are open and done.
    func subtasks(ofTodos rowIDs: [Int64]) throws -> [Int64: TodoCount] {
        let sql = """
            SELECT parentID, count(*) FILTER (WHERE completedAt IS NULL), count(completedAt)
            FROM todoParent JOIN todo ON todo.rowID = todoParent.todoID
            WHERE parentID IN (SELECT value FROM json_each(?)) GROUP BY parentID
            """
        var counts: [Int64: TodoCount] = [:]
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            counts[row.integer()] = TodoCount(open: Int(row.integer()), done: Int(row.integer()))
        }
        return counts
    }

    /// The open to-dos below some, at any depth, grouped by the nearest of these above them. To-dos without open
    /// subtasks are left out. The groups are in the order of `ids`, and each begins with the oldest.
    package func openSubtasks(of ids: [Todo.ID]) throws -> [(id: Todo.ID, below: [Todo.ID])] {
        // A walk ends at another one of `ids`, so that nothing is visited twice. It also ends in a cycle, which another
        // program may have written.
        let query: SQLFragment = """
            WITH RECURSIVE named (row) AS (
                SELECT rowID FROM todo WHERE \(Self.named(ids.map(\.rawValue), in: "todo"))),
            below (owner, row) AS (
                SELECT parentID, todoID FROM todoParent
                WHERE parentID IN (SELECT row FROM named) AND todoID NOT IN (SELECT row FROM named)
                UNION
                SELECT owner, todoID FROM below JOIN todoParent ON parentID = below.row
                WHERE todoID NOT IN (SELECT row FROM named))
            SELECT owner.id, todo.id FROM below
            JOIN todo AS owner ON owner.rowID = below.owner JOIN todo ON todo.rowID = below.row
            WHERE todo.completedAt IS NULL ORDER BY below.row
            """
        var found: [Todo.ID: [Todo.ID]] = [:]
        try database.bound(query.sql, query.arguments).forEachRow { row in
            found[.init(stored: row.text()), default: []].append(.init(stored: row.text()))
        }
        return ids.compactMap { id in found.removeValue(forKey: id).map { (id, $0) } }
    }

    /// The id of the effective list of a to-do; nil for the inbox.
    package func listID(ofTodo id: String) throws -> String? {
        try texts(
            """
            SELECT list.id FROM todo JOIN todoList ON todoList.todoID = todo.rowID JOIN list ON list.rowID = todoList.listID \
            WHERE todo.id = \(.text(id)) AND todo.space = \(space.value)
            """
        ).first
    }
}

extension StoredValue {
    /// Rows as one JSON array, so that a statement is prepared once for any number of them.
    static func array(_ rowIDs: [Int64]) -> StoredValue {
        .text("[" + rowIDs.map(String.init).joined(separator: ",") + "]")
    }
}
