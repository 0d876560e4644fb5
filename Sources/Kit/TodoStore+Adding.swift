import Foundation
package import TodoDomain
import TodoLocal

/// A to-do that is to be added, with the names of what it needs.
package struct TodoAddition: Sendable {
    /// Its fields. Its id, its dates, and what is derived from other records do not count.
    package var todo: Todo
    /// The titles of its tags, which are created if they are missing.
    package var tags: [String]
    /// Where to do it.
    package var place: PlaceReference?
    /// Its list or its parent; nil for the inbox.
    package var placement: Placement?
    /// The to-dos that have to be done first.
    package var dependsOn: [Todo.ID]
    /// When to remind of it.
    package var reminders: [ReminderPhrase]

    package init(
        _ todo: Todo, tags: [String] = [], place: PlaceReference? = nil, placement: Placement? = nil,
        dependsOn: [Todo.ID] = [], reminders: [ReminderPhrase] = []
    ) {
        (self.todo, self.tags, self.place, self.placement) = (todo, tags, place, placement)
        (self.dependsOn, self.reminders) = (dependsOn, reminders)
    }
}

extension TodoStore {
    /// Adds to-dos, all or none, as one step.
    /// - Throws: as ``add(_:notes:tags:due:priority:start:place:placement:dependsOn:recurrence:reminders:)``.
    package func addEach(_ additions: [TodoAddition]) async throws -> [Todo] {
        var alarms: [[Alarm]] = []
        for addition in additions { alarms.append(try await triggers(of: addition.reminders).map { Alarm($0) }) }
        let each = Array(zip(additions, alarms))
        return try await stack.write("add") { transaction in
            let entities = try each.map { try transaction.add($0, reminding: $1) }
            return try self.todoDAO.store.mapping.models(from: entities, in: transaction.reading)
        }
    }
}

extension WriteTransaction {
    fileprivate func add(_ addition: TodoAddition, reminding alarms: [Alarm]) throws -> TodoEntity {
        var todo = addition.todo
        todo.id = environment.makeID()
        (todo.createdAt, todo.alarms) = (date, alarms)
        todo.dependsOn = try addition.dependsOn.map {
            .init(stored: try reading.liveRecord(TodoEntity.self, id: $0.rawValue).record.id)
        }
        todo.tags = try addition.tags.map { try model(of: tag(titled: $0)) }
        todo.location = try addition.place.map { try model(of: location($0)) }
        let standing = try addition.placement.map { try self.standing(for: $0, of: nil) }
        let created = try create(todo, isNew: true)
        guard let standing else { return created }
        return try update(Todo.Update(id: .init(stored: created.record.id), standing: standing))
    }
}
