import JSON
import TodoDomain
import TodoFormats
import TodoLocal

/// Records what was overwritten, and puts a to-do among its siblings.
extension DavPutRun {
    /// Records the values that went without the client's user having seen them.
    func record(_ fields: Set<MergeField>, before: TodoEntity) throws {
        guard let after = try transaction.reading.record(TodoEntity.self, id: id.rawValue) else { return }
        for field in fields.sorted(by: { $0.properties[0] < $1.properties[0] }) {
            for name in registers(of: field) {
                let (lost, kept) = (before.currentValue(of: name), after.currentValue(of: name))
                guard lost != kept, field != .status || !(lost != .null && kept != .null) else { continue }
                _ = try transaction.note(
                    RecordConflict(
                        register: name, lost: lost, lostStamp: before.asRecord.stamp(of: name), kept: kept,
                        keptStamp: after.asRecord.stamp(of: name)), of: RecordKey(.todo, id.rawValue))
                try memory.count(conflicts: 1, of: client)
            }
        }
    }

    func registers(of field: MergeField) -> [String] {
        switch field {
        case .title: [TodoRegister.title.rawValue]
        case .notes: [TodoRegister.notes.rawValue]
        case .due: [TodoRegister.due.rawValue]
        case .start: [TodoRegister.start.rawValue]
        case .status: [TodoRegister.completion.rawValue, TodoRegister.started.rawValue]
        case .priority: [TodoRegister.priority.rawValue]
        case .place: [TodoRegister.location.rawValue] + field.properties.map { TodoRegister.extra("ics.\($0)") }
        case .parent: [TodoRegister.standing.rawValue]
        case .other(let name): [TodoRegister.extra("ics.\(name)")]
        }
    }

    /// Records the parent that a client wished for and that cannot be; ours is served to it again.
    func recordRefusedParent() throws {
        let list: TodoList.ID? = if case .list(let list) = place.collection { list } else { nil }
        try recordRefused(
            TodoRegister.standing.rawValue,
            .standing(Standing(in: list, below: body.parent.map(CalDAVEncoder.id(uid:)))))
    }

    /// Records a value that a client has sent and that cannot be merged; ours is served to it again.
    func recordRefused(_ register: String, _ value: JSONValue) throws {
        guard let entity = try transaction.reading.record(TodoEntity.self, id: id.rawValue) else { return }
        _ = try transaction.note(
            RecordConflict(
                register: register, lost: value, lostStamp: try transaction.stamp(),
                kept: entity.currentValue(of: register), keptStamp: entity.asRecord.stamp(of: register)),
            of: RecordKey(.todo, id.rawValue))
        try memory.count(conflicts: 1, of: client)
    }

    /// Puts it between the siblings whose numbers are around its own.
    func reorder(_ order: Int64) throws {
        let todo = try model()
        let siblings: [Todo] = try {
            let entities =
                if let parent = todo.parent {
                    try transaction.reading.entities(
                        TodoEntity.self, where: "isDeleted = 0 AND standingParent = \(.text(parent.rawValue))")
                } else if let list = todo.list {
                    try transaction.reading.todos(inLists: [list.id]).map {
                        try transaction.reading.liveRecord(TodoEntity.self, id: $0.rawValue)
                    }
                } else {
                    try transaction.reading.entities(TodoEntity.self, where: "isDeleted = 0 AND completedAt IS NULL")
                }
            return try TodoMapping().models(from: entities, in: transaction.reading)
        }().filter { $0.container == todo.container && $0.id != id }
        let before = siblings.filter { DavItems.order(of: $0) <= order }
            .max { DavItems.order(of: $0) < DavItems.order(of: $1) }
        let after = siblings.filter { DavItems.order(of: $0) > order }
            .min { DavItems.order(of: $0) < DavItems.order(of: $1) }
        let own = DavItems.order(of: todo)
        // Between the same neighbours it stays where it is.
        let isBetween =
            before.map { DavItems.order(of: $0) <= own } ?? true && after.map { own < DavItems.order(of: $0) } ?? true
        guard !isBetween, before != nil || after != nil else { return }
        let spot: OrderSpot = before.map { .after($0.id.rawValue) } ?? .first
        try transaction.move(todos: [id.rawValue], to: .here, at: spot)
    }
}
