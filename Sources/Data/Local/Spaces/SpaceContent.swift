import SQLite
import TodoDomain

/// A list, with all that belongs to it.
struct SpaceContent {
    /// The list, and those below it.
    let lists: [ListEntity]
    /// The to-dos in these lists with their subtasks, and what settles the occurrences of those that repeat: deleted ones too,
    /// because the state of a series follows from them.
    let todos: [TodoEntity]
    /// The comments on these to-dos.
    let comments: [CommentEntity]
    /// The lists in which the to-dos are shown, by their rows.
    let shownIn: [Int64: String]

    /// The content of a list in the space of the transaction.
    init(of root: ListEntity, in reading: ReadTransaction) throws {
        let below: SQLFragment = """
            WITH RECURSIVE below (row) AS (SELECT \(.integer(root.record.rowID)) \
            UNION SELECT list.rowID FROM below JOIN list ON list.parentRow = below.row AND list.isDeleted = 0) \
            SELECT row FROM below
            """
        lists = try reading.entities(ListEntity.self, where: "rowID IN (\(below)) ORDER BY rowID")
        let inLists: SQLFragment = "SELECT todoID FROM todoList WHERE listID IN (\(below))"
        let settling: SQLFragment = """
            SELECT todoID FROM todoOccurrence WHERE space = \(reading.space.value) AND seriesID IN (\
            SELECT id FROM todo WHERE recurrence IS NOT NULL AND rowID IN (\(inLists)))
            """
        todos = try reading.entities(
            TodoEntity.self, where: "rowID IN (\(inLists)) OR rowID IN (\(settling)) ORDER BY rowID")
        comments = try reading.entities(
            CommentEntity.self,
            where: """
                isDeleted = 0 AND space = \(reading.space.value) AND todoID IN (SELECT id FROM todo \
                WHERE space = \(reading.space.value) AND isDeleted = 0 AND (rowID IN (\(inLists)) OR rowID IN (\(settling)))) \
                ORDER BY rowID
                """)
        var shownIn: [Int64: String] = [:]
        let shown: SQLFragment = """
            SELECT todoID, list.id FROM todoList JOIN list ON list.rowID = listID WHERE listID IN (\(below))
            """
        try reading.database.bound(shown.sql, shown.arguments).forEachRow { row in
            let todo = row.integer()
            shownIn[todo] = row.text()
        }
        self.shownIn = shownIn
    }

    /// The to-dos that there are.
    var liveTodos: [TodoEntity] { todos.filter { !$0.record.isDeleted } }
}
