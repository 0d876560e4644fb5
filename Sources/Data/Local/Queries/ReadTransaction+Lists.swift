import SQLite
package import TodoDomain

extension ReadTransaction {
    /// The lists of the space at a path, oldest first.
    package func lists(atPath path: String) throws -> [ListEntity] {
        let wanted = ListPath(path)
        // Other programs may have written titles with slashes, which match several parts of a path.
        let names = wanted.parts.indices.map { wanted.parts[$0...].joined(separator: "/") }
        let named = try entities(
            ListEntity.self,
            where: """
                isDeleted = 0 AND foldedName IN (\(list: names.map(StoredValue.text))) AND space = \(space.value) \
                ORDER BY createdAt, id
                """)
        let ancestors = try ancestors(ofLists: named.map(\.record.rowID))
        return named.filter { list in
            ListPath(titles: (ancestors[list.record.rowID] ?? []).map(\.title) + [list.title]) == wanted
        }
    }

    /// The rows of lists and of those below them.
    func listRows(below ids: [TodoList.ID]) throws -> [Int64] {
        try integers(
            """
            WITH RECURSIVE below (row) AS (\
            SELECT rowID FROM list WHERE isDeleted = 0 AND \(Self.named(ids.map(\.rawValue), in: "list")) \
            UNION SELECT list.rowID FROM below JOIN list ON list.parentRow = below.row) SELECT row FROM below
            """)
    }

    /// The to-dos in lists, including subtasks, but not those in the lists below them; oldest first.
    package func todos(inLists ids: [TodoList.ID]) throws -> [Todo.ID] {
        try texts(
            """
            SELECT todo.id FROM list JOIN todoList ON todoList.listID = list.rowID JOIN todo ON todo.rowID = todoList.todoID \
            WHERE \(Self.named(ids.map(\.rawValue), in: "list")) ORDER BY todo.createdAt, todo.id
            """
        ).map { Todo.ID(stored: $0) }
    }

    /// How many to-dos there are in each list itself, open and done.
    func listCounts() throws -> [TodoList.ID: TodoCount] {
        try todoCounts(
            of: "list",
            from: """
                todoList JOIN list ON list.rowID = todoList.listID JOIN todo ON todo.rowID = todoList.todoID
                GROUP BY todoList.listID
                """)
    }
}

/// A path with folded titles, for comparisons.
struct ListPath: Hashable {
    let parts: [String]

    init(_ path: String) {
        self.init(titles: TodoList.titles(ofPath: path))
    }

    init(titles: [String]) {
        // A title with a slash counts as two.
        parts = TodoList.titles(ofPath: TodoList.path(titles.map(TagName.folded)))
    }
}
