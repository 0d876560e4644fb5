import SQLite
import TodoDomain

// What an edit lets a record refer to. The ids in a record are those of its own space.
extension WriteTransaction {
    /// The live record of the space that an edit refers to, or its representative.
    /// - Throws: `not-found`; `crosses-spaces` if only another space has it.
    @discardableResult
    func referred<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity {
        do { return try reading.liveRecord(type, id: id) } catch let error as TodoError where error.code == .notFound {
            try refuseCrossing(type, to: id)
            throw error
        }
    }

    /// Calls `body` in the space of a to-do: a new one is in that of its parent or its list.
    /// - Throws: `ambiguous-id`; what `body` throws.
    func inSpace<T>(of todo: Todo, _ body: () throws -> T) throws -> T {
        guard hasOtherSpaces, !isSpaceNamed, try reading.knownSpace(of: TodoEntity.self, todo.id.rawValue) == nil else {
            return try inSpace(of: TodoEntity.self, todo.id.rawValue, body)
        }
        if let parent = todo.parent { return try inSpace(of: TodoEntity.self, parent.rawValue, body) }
        if let list = todo.list { return try inSpace(of: ListEntity.self, list.id.rawValue, body) }
        return try inSpace(of: TodoEntity.self, todo.id.rawValue, body)
    }

    /// Refuses a reference to a record that only another space has.
    /// - Throws: `crosses-spaces`.
    func refuseCrossing<Entity: RecordEntity>(_ type: Entity.Type, to id: String) throws {
        guard hasOtherSpaces, try reading.record(type, id: id)?.record.isDeleted ?? true else { return }
        let others = "id = \(.text(id)) AND space <> \(space.value) AND isDeleted = 0" as SQLFragment
        guard try reading.integer("SELECT EXISTS (SELECT 1 FROM \(sql: Entity.table) WHERE \(others))") != 0 else {
            return
        }
        let isShared = try reading.sharedSpaces()[space] != nil
        throw TodoError(
            .crossesSpaces,
            isShared
                ? "The \(Entity.kind.word) \(id) is not in this shared list, so nothing in it can refer to that."
                : "The \(Entity.kind.word) \(id) is in a shared list, so nothing of your own can refer to it.",
            effect: .nothingChanged)
    }
}
