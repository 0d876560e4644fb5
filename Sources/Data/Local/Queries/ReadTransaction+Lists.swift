import GRDB
import SQLite
import TodoDomain

extension ReadTransaction {
    /// The lists at a path, that which was made first at the beginning.
    package func lists(atPath path: String) throws -> [ListEntity] {
        let wanted = ListPath(path)
        // What another program has made may have a slash in its title: its last parts may be more than one of the path's.
        let names = wanted.parts.indices.map { wanted.parts[$0...].joined(separator: "/") }
        let named = try entities(
            ListEntity.self,
            where: "isDeleted = 0 AND foldedName IN (\(list: names.map(StoredValue.text))) ORDER BY createdAt, id")
        let ancestors = try ancestors(ofLists: named.map(\.record.rowID))
        return named.filter { list in
            ListPath(titles: (ancestors[list.record.rowID] ?? []).map(\.title) + [list.title]) == wanted
        }
    }

    /// How many to-dos stand in each list, open and done.
    func listCounts() throws -> [TodoList.ID: TodoCount] {
        let sql = """
            SELECT list.id, count(*) FILTER (WHERE completedAt IS NULL), count(*) FILTER (WHERE completedAt IS NOT NULL)
            FROM todoList JOIN list ON list.rowID = todoList.listID JOIN todo ON todo.rowID = todoList.todoID
            GROUP BY todoList.listID
            """
        var counts: [TodoList.ID: TodoCount] = [:]
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
        while let row = try rows.next() {
            counts[Identifier(stored: row[0])] = TodoCount(open: row[1], done: row[2])
        }
        return counts
    }
}

/// A path of lists as it is compared: each title folded.
struct ListPath: Hashable {
    let parts: [String]

    init(_ path: String) {
        self.init(titles: path.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
    }

    init(titles: [String]) {
        // A title with a slash is as good as two.
        parts = titles.map(TagName.folded).joined(separator: "/").split(
            separator: "/", omittingEmptySubsequences: false
        ).map(String.init)
    }
}
