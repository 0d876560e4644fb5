import Foundation
public import TodoDomain
import TodoLocal
import TodoRepositories

/// The result of an edit that can change which dependencies count.
public struct DependencyEdit: Sendable, Hashable {
    /// The to-dos after the edit.
    public let todos: [Todo]
    /// The dependencies that were ignored because they closed a circle, and that count now because the circle is open.
    public let woken: [Todo.Dependency]
}

// Actions of a person, including the tags and locations that they need. Each is one transaction and one step of the history.
extension TodoStore {
    /// Adds a to-do with the given fields. Without a placement, it is in the inbox.
    /// - Throws: ``TodoError`` for an invalid value, `empty-title` if no title is given, or `not-found` for a location, a list
    ///   or a to-do.
    @discardableResult
    public func add(_ changes: TodoChanges) async throws -> Todo { try await add(each: [changes])[0] }

    /// Adds a to-do with an id that was made elsewhere. So an addition whose answer was lost can be sent again without
    /// adding the to-do twice.
    /// - Parameters:
    ///   - changes: the fields of the to-do.
    ///   - id: its id: a random UUID that nothing else has ever had.
    /// - Throws: as ``add(_:)`` does; `already-exists`, with nothing changed, if a to-do with this id was ever made here, even
    ///   if it has been deleted since.
    @discardableResult
    public func add(_ changes: TodoChanges, as id: Todo.ID) async throws -> Todo {
        let alarms = try await triggers(of: changes.reminders).map { Alarm($0) }
        return try await stack.write("add") { transaction in
            let added = try transaction.create(changes, alarms, as: id)
            return try self.todoDAO.store.mapping.models(from: [added], in: transaction.reading)[0]
        }
    }

    /// Adds a to-do for each element, all or none, as one step. Their creation dates are a millisecond apart, so that they
    /// keep this order.
    /// - Returns: the to-dos, in this order.
    /// - Throws: as ``add(_:)`` does.
    @discardableResult
    public func add(each changes: [TodoChanges]) async throws -> [Todo] {
        try await add(each: changes, below: changes.map { _ in nil })
    }

    /// Adds to-dos, of which some may be subtasks of others.
    /// - Parameter parents: for each to-do, the index of an earlier one that is its parent; nil to use the placement in its
    ///   changes.
    func add(each changes: [TodoChanges], below parents: [Int?]) async throws -> [Todo] {
        var alarms: [[Alarm]] = []
        for changes in changes { alarms.append(try await triggers(of: changes.reminders).map { Alarm($0) }) }
        let (each, count) = (Array(zip(zip(changes, parents), alarms)), Int64(changes.count))
        return try await stack.write("add") { transaction in
            var added: [Todo.ID] = []
            for ((changes, parent), alarms) in each {
                var changes = changes
                if let parent { changes.placement = .below(added[parent]) }
                // The last one gets the current time, so that no creation date is in the future.
                let age = count - 1 - Int64(added.count)
                let entity = try transaction.create(changes, alarms, millisecondsAgo: age)
                added.append(.init(stored: entity.record.id))
            }
            // Read them at the end, because one may have got subtasks.
            let entities = try added.map { try transaction.reading.namedRecord(TodoEntity.self, id: $0.rawValue) }
            return try self.todoDAO.store.mapping.models(from: entities, in: transaction.reading)
        }
    }

    /// Changes to-dos, all or none, and reports which dependencies count again because others were removed. To-dos that are
    /// put into a list or below a to-do together keep their tree, as with ``TodoAction/move(_:)``.
    /// - Throws: ``TodoError`` for an invalid value, `not-found`, `would-circle` or `too-deep`.
    public func editDependencies(_ ids: [Todo.ID], _ changes: TodoChanges) async throws -> DependencyEdit {
        try await editDependencies(ids, changes, keepingTrees: false)
    }

    /// Changes to-dos that were not given one by one, such as the matches of a filter.
    /// - Parameter keepingTrees: as for ``move(_:to:keepingTrees:)``.
    /// - Throws: as ``editDependencies(_:_:)``.
    package func editDependencies(
        _ ids: [Todo.ID], _ changes: TodoChanges, keepingTrees: Bool
    ) async throws -> DependencyEdit {
        try await editEach(ids.map { ($0, changes) }, keepingTrees: keepingTrees)
    }

    /// Changes to-dos, each in its own way, all or none, as one step.
    /// - Throws: ``TodoError`` for an invalid value, `not-found`, `would-circle` or `too-deep`.
    public func editEach(_ edits: [(id: Todo.ID, changes: TodoChanges)]) async throws -> DependencyEdit {
        try await editEach(edits, keepingTrees: false)
    }

    /// Changes to-dos that were not given one by one, each in its own way.
    /// - Parameter keepingTrees: as for ``move(_:to:keepingTrees:)``.
    /// - Throws: as ``editEach(_:)``.
    package func editEach(
        _ edits: [(id: Todo.ID, changes: TodoChanges)], keepingTrees: Bool
    ) async throws -> DependencyEdit {
        try await editEach(edits, keepingTrees: keepingTrees, readsBefore: false).edit
    }

    /// Changes to-dos, each in its own way.
    /// - Parameters:
    ///   - keepingTrees: as for ``move(_:to:keepingTrees:)``.
    ///   - readsBefore: whether to also read the to-dos as they were before the edit.
    /// - Throws: as ``editEach(_:)``.
    package func editEach(
        _ edits: [(id: Todo.ID, changes: TodoChanges)], keepingTrees: Bool, readsBefore: Bool
    ) async throws -> (edit: DependencyEdit, before: [Todo]) {
        var found: [[ReminderPhrase]: [Alarm]] = [:]
        for (_, changes) in edits where found[changes.reminders] == nil {
            found[changes.reminders] = try await triggers(of: changes.reminders).map { Alarm($0) }
        }
        let alarms = found
        return try await stack.write("edit") { transaction in
            var made: [SpaceID: MadeRecords] = [:]
            let ids = edits.map(\.id)
            func models() throws -> [Todo] {
                let entities = try ids.map { try transaction.reading.namedRecord(TodoEntity.self, id: $0.rawValue) }
                return try self.todoDAO.store.mapping.models(from: entities, in: transaction.reading)
            }
            let before = readsBefore ? try models() : []
            let staying = try transaction.staying(edits, keepingTrees: keepingTrees)
            for (id, changes) in edits {
                var changes = changes
                if staying.contains(id) { changes.placement = nil }
                let space = try transaction.reading.namedRecord(TodoEntity.self, id: id.rawValue).record.space
                try transaction.inside(space) {
                    try transaction.apply(
                        changes, alarms[changes.reminders] ?? [], to: id, &made[space, default: MadeRecords()])
                }
            }
            // Read them at the end, because the to-dos that one waits for may have been changed with it.
            return (DependencyEdit(todos: try models(), woken: transaction.wokenDependencies), before)
        }
    }

    /// Finds or creates the tag with this title, and sets its colour if one is given.
    @discardableResult
    public func addTag(_ title: String, color: String? = nil) async throws -> Tag {
        try await addTag(title, changingColor: color.map(Change.set) ?? .keep)
    }

    /// Finds or creates the tag with this title, and changes its colour in the same step.
    package func addTag(_ title: String, changingColor color: Change<String>) async throws -> Tag {
        try await stack.write("add tag") { transaction in
            let found = try transaction.tag(titled: title)
            let update = Tag.Update(id: Tag.ID(stored: found.record.id), color: color)
            return try transaction.model(of: transaction.update(update))
        }
    }

    /// Merges tags into the tag with this title, which is created if it is missing. That tag replaces the others in all
    /// to-dos, now and later, and the others are deleted. Merging a title into itself permanently unites several tags that
    /// have it.
    /// - Throws: `not-found`.
    @discardableResult
    public func mergeTags(_ others: [Tag.ID], into title: String) async throws -> Tag {
        try await stack.write("merge tags") { transaction in
            let target = try transaction.model(of: transaction.tag(titled: title))
            try transaction.merge(tags: others, into: target.id)
            return try transaction.model(of: transaction.reading.namedRecord(TagEntity.self, id: target.id.rawValue))
        }
    }

    /// Adds a location that already has an id.
    /// - Throws: ``TodoError`` for an invalid value; `already-exists` if there is a location with this id.
    package func addLocation(_ location: Location) async throws -> Location { try await locationDAO.addOne(location) }

    /// Merges locations into another one. It replaces them in all to-dos, now and later, and they are deleted.
    /// - Throws: `not-found`.
    @discardableResult
    public func mergeLocations(_ others: [Location.ID], into target: Location.ID) async throws -> Location {
        try await stack.write("merge locations") { transaction in
            try transaction.merge(locations: others, into: target)
            return try self.locationDAO.store.mapping.model(
                from: transaction.reading.namedRecord(LocationEntity.self, id: target.rawValue))
        }
    }

    /// Finds or creates the list at a path such as `Work/Reports`, with the lists above it, and sets its colour if one is
    /// given.
    /// - Throws: ``TodoError`` for an invalid title, or `too-deep`.
    @discardableResult
    public func addList(_ path: String, color: String? = nil) async throws -> TodoList {
        try await addList(path, changingColor: color.map(Change.set) ?? .keep)
    }

    /// Finds or creates the list at a path, with the lists above it, and changes its colour in the same step.
    /// - Throws: ``TodoError`` for an invalid title, or `too-deep`.
    package func addList(_ path: String, changingColor color: Change<String>) async throws -> TodoList {
        try await stack.write("add list") { transaction in
            let found = try transaction.list(atPath: path)
            let update = TodoList.Update(id: .init(stored: found.record.id), color: color)
            return try ListMapping().models(from: [transaction.update(update)], in: transaction.reading)[0]
        }
    }
}

extension WriteTransaction {
    /// - Parameters:
    ///   - alarms: the alarms for the reminders in the changes.
    ///   - id: its id; nil to make a new one.
    ///   - age: how many milliseconds its creation date is before the time of this transaction.
    fileprivate func create(
        _ changes: TodoChanges, _ alarms: [Alarm], as id: Todo.ID? = nil, millisecondsAgo age: Int64 = 0
    ) throws -> TodoEntity {
        try inside(reading.space(of: changes.placement)) {
            try createHere(changes, alarms, as: id, millisecondsAgo: age)
        }
    }

    /// Calls `body`, in which tags and lists are found and made in the space. In the own space, a record that an id names may
    /// be in another one.
    @discardableResult
    fileprivate func inside<T>(_ space: SpaceID, _ body: () throws -> T) rethrows -> T {
        space == .own ? try body() : try within(space, body)
    }

    private func createHere(
        _ changes: TodoChanges, _ alarms: [Alarm], as id: Todo.ID?, millisecondsAgo age: Int64
    ) throws -> TodoEntity {
        let createdAt = Date(milliseconds: date.milliseconds.addingClamped(-age))
        var todo = Todo(
            id: id ?? environment.makeID(), title: changes.title ?? "", notes: changes.notes ?? "",
            createdAt: createdAt,
            due: changes.due.value, priority: changes.priority.value, start: changes.start.value,
            recurrence: changes.recurrence.value, alarms: alarms)
        if let phrase = changes.repetition.value {
            todo.recurrence = try phrase.recurrence(
                now: date, timeZone: environment.timeZone, due: todo.due, start: todo.start)
        }
        todo.dependsOn = try (changes.dependencies?.add ?? []).sorted().map {
            .init(stored: try reading.namedRecord(TodoEntity.self, id: $0.rawValue).record.id)
        }
        todo.tags = try changes.addingTags.map { try model(of: tag(titled: $0)) }
        todo.location = try changes.place.value.map { try model(of: location($0)) }
        let created = try create(todo, isNew: true)
        // The fields that a new to-do cannot be created with are set by an edit.
        let rest = changes.withoutContent
        guard rest != TodoChanges() else { return created }
        var made = MadeRecords()
        return try apply(rest, [], to: .init(stored: created.record.id), &made)
    }

    @discardableResult
    fileprivate func apply(
        _ changes: TodoChanges, _ alarms: [Alarm], to id: Todo.ID, _ made: inout MadeRecords
    ) throws -> TodoEntity {
        let added = try changes.addingTags.map { title in
            if let known = made.tags[title] { return known }
            let id = Tag.ID(stored: try tag(titled: title).record.id)
            made.tags[title] = id
            return id
        }
        let place = try changes.place.map { place in
            if let known = made.places[place] { return known }
            let id = Location.ID(stored: try location(place).record.id)
            made.places[place] = id
            return id
        }
        var update = changes.update(of: id, place: place, adding: Set(added))
        if changes.dueKeepsTime || changes.startKeepsTime {
            let todo = try reading.namedRecord(TodoEntity.self, id: id.rawValue).content
            let due = { DueEntry($0, keepsTime: changes.dueKeepsTime).replacing(todo.shownDue) }
            update.due = update.due.map(due)
            update.dueOnce = update.dueOnce.map(due)
            update.start = update.start.map {
                DueEntry($0, keepsTime: changes.startKeepsTime).replacing(todo.shownStart)
            }
        }
        if let text = changes.appendedNotes {
            let notes = try update.notes ?? reading.namedRecord(TodoEntity.self, id: id.rawValue).content.todo.notes
            let isSeparate = notes.isEmpty || notes.hasSuffix("\n")
            update.notes = try Validation.notes(notes + (isSeparate ? "" : "\n") + text)
        }
        if !changes.repetition.isKept {
            let todo = try reading.namedRecord(TodoEntity.self, id: id.rawValue)
            update.recurrence = try changes.repetition.map {
                try recurrence($0, of: todo, due: update.due.value, start: update.start)
            }
            if changes.repetition.value != nil { update.due = .keep }
        }
        if changes.reminders.contains(.noReminders) {
            let todo = try reading.namedRecord(TodoEntity.self, id: id.rawValue)
            for alarm in todo.content.alarms { update.alarms[alarm.id] = .clear }
        }
        if !alarms.isEmpty {
            let known = try reading.namedRecord(TodoEntity.self, id: id.rawValue).content
            for alarm in alarms {
                let named = Alarm.named(alarm.trigger, among: known.alarms, known.alarmStates, at: date)
                for id in named.replaced { update.alarms[id] = .clear }
                update.alarms[named.alarm.id] = .set(named.alarm)
            }
        }
        update.standing = try changes.placement.map { try standing(for: $0, of: id) }
        let updated = try self.update(update)
        guard changes.endsRepeating else { return updated }
        try end(reading.namedRecord(TodoEntity.self, id: id.rawValue))
        return try reading.namedRecord(TodoEntity.self, id: id.rawValue)
    }

    /// The to-dos that keep their list and parent although the edits give them others, because they stay below other to-dos.
    fileprivate func staying(
        _ edits: [(id: Todo.ID, changes: TodoChanges)], keepingTrees: Bool
    ) throws -> Set<Todo.ID> {
        guard edits.count > 1 else { return [] }
        var groups = Dictionary(grouping: edits) { $0.changes.placement }
        var staying: Set<Todo.ID> = []
        // In the given order, because a missing list is created.
        for (_, changes) in edits {
            guard let placement = changes.placement, placement != .root,
                let group = groups.removeValue(forKey: placement), group.count > 1
            else { continue }
            let ids = group.map { $0.id.rawValue }
            let place = Destination.standing(try standing(for: placement, of: nil))
            let found = try self.staying(ids, movedTo: place, keepingTrees: keepingTrees)
            staying.formUnion(found.map { Todo.ID(stored: $0) })
        }
        return staying
    }

    func location(_ place: PlaceReference) throws -> LocationEntity {
        switch place {
        case .location(let id): try placeOfSpace(named: id)
        case .point(let coordinate):
            try create(
                Location(id: environment.makeID(), coordinate: coordinate, createdAt: date), isNew: true)
        }
    }

    /// The list and parent that a placement means.
    /// - Parameter id: the to-do that is moved there; nil for a new one.
    func standing(for placement: Placement, of id: Todo.ID?) throws -> Standing {
        switch placement {
        case .inbox: return Standing()
        case .list(let list): return Standing(in: list)
        case .path(let path): return Standing(list: try list(atPath: path).record.id)
        case .below(let parent): return Standing(in: nil, below: parent)
        case .root: return Standing(list: try id.flatMap { try reading.listID(ofTodo: $0.rawValue) })
        }
    }

    func model(of entity: TagEntity) throws -> Tag { TagMapping().model(from: entity) }
    func model(of entity: LocationEntity) throws -> Location { try LocationMapping().model(from: entity) }
}

/// The tags and locations for an edit of several to-dos. Each is found or created once.
private struct MadeRecords {
    var tags: [String: Tag.ID] = [:]
    var places: [PlaceReference: Location.ID] = [:]
}
