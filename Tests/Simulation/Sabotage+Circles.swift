import JSON
import TodoDomain
import TodoLocal

// Damages the state that is derived from circles, after a page was applied.
extension Sabotage {
    /// Puts each to-do and each list whose parent is ignored where it is shown.
    static func writeBackCircles(in transaction: WriteTransaction) throws {
        let todos = try transaction.reading.entities(
            TodoEntity.self,
            where: """
                isDeleted = 0 AND standingParent IN (SELECT id FROM todo WHERE isDeleted = 0)
                AND rowID NOT IN (SELECT todoID FROM todoParent)
                """, suffix: "ORDER BY id")
        for todo in todos {
            let place = Standing(list: try transaction.reading.listID(ofTodo: todo.record.id))
            try transaction.edit(todo, registers: [TodoRegister.standing.rawValue: .standing(place)])
        }
        let lists = try transaction.reading.entities(
            ListEntity.self,
            where: """
                isDeleted = 0 AND parentID IN (SELECT id FROM list WHERE isDeleted = 0) AND parentRow IS NULL
                """, suffix: "ORDER BY id")
        for list in lists { try transaction.edit(list, registers: [ListRegister.parent.rawValue: .null]) }
    }
}
