import Foundation
import TodoLocal
import TodoRepositories

/// The place of a to-do, as a person specifies it.
public enum PlaceReference: Hashable, Sendable {
    /// A known location.
    case location(Location.ID)
    /// A point, from which a location is made.
    case point(Coordinate)
}

/// A destination among lists and other to-dos.
public enum Placement: Hashable, Sendable {
    /// The inbox, without a parent.
    case inbox
    /// A list, without a parent.
    case list(TodoList.ID)
    /// The list at a path such as `Work/Reports`, created if missing, without a parent.
    case path(String)
    /// Below another to-do, as its subtask.
    case below(Todo.ID)
    /// The list in which it is shown, without a parent.
    case root
}

/// Changes to to-dos as a person words them: tags by title, which are created if they are missing. Fields that are not
/// named stay as they are.
///
/// Has the fields that ``Todo/Update`` can write, under the same names.
@dynamicMemberLookup
public struct TodoChanges: Hashable, Sendable {
    /// The changed fields; their to-do is set when it is edited.
    private var fields: Todo.Update
    /// Another place, or its removal.
    public var place: Change<PlaceReference>
    /// Another list or parent; nil for no change.
    public var placement: Placement?
    /// When to remind of it besides; ``ReminderPhrase/noReminders`` among them removes what there was.
    public var reminders: [ReminderPhrase]
    /// Another rule by which it repeats, as a person words it, or none any more.
    public var repetition: Change<RepeatPhrase>
    /// Whether a day that is given as `due` or `dueOnce` keeps the time of day at which the to-do is due.
    public var dueKeepsTime = false
    /// Whether a day that is given as `start` keeps the time of day at which the to-do starts.
    public var startKeepsTime = false
    /// Whether what repeats ends before its current occurrence. It counts as done then, and what was settled stays.
    public var endsRepeating: Bool
    /// Text that is added below the notes; nil for none.
    public var appendedNotes: String?
    /// The titles of tags to add.
    public var addingTags: [String]
    /// The tags to remove.
    public var removingTags: Set<Tag.ID>
    /// Whether all other tags are removed.
    public var removesOtherTags: Bool

    /// A change of the given fields.
    public init(
        title: String? = nil, notes: String? = nil, due: Change<Due> = .keep, priority: Change<Priority> = .keep,
        start: Change<Due> = .keep, place: Change<PlaceReference> = .keep, placement: Placement? = nil,
        repetition: Change<RepeatPhrase> = .keep, reminders: [ReminderPhrase] = [],
        addingTags: [String] = [], removingTags: Set<Tag.ID> = [],
        removesOtherTags: Bool = false
    ) {
        fields = Todo.Update(
            id: .init(stored: ""), title: title, notes: notes, due: due, priority: priority, start: start)
        (self.place, self.placement, self.repetition) = (place, placement, repetition)
        (self.reminders, endsRepeating) = (reminders, false)
        (self.addingTags, self.removingTags) = (addingTags, removingTags)
        self.removesOtherTags = removesOtherTags
    }

    /// The changes of an update, whose to-do does not count.
    package init(_ update: Todo.Update) {
        self.init()
        fields = update
        fields.id = .init(stored: "")
    }

    /// The change of a field.
    public subscript<Value>(dynamicMember field: WritableKeyPath<Todo.Update, Value>) -> Value {
        get { fields[keyPath: field] }
        set { fields[keyPath: field] = newValue }
    }

    /// Without what a to-do is made with, and without what is removed: a new one has nothing of that.
    fileprivate var withoutContent: TodoChanges {
        var rest = self
        rest.title = nil
        rest.notes = nil
        rest.setDue(.keep)
        rest.priority = .keep
        rest.setStart(.keep)
        rest.recurrence = .keep
        rest.dependencies = nil
        rest.place = .keep
        rest.repetition = .keep
        rest.reminders = []
        rest.addingTags = []
        rest.removingTags = []
        rest.removesOtherTags = false
        return rest
    }

    /// Changes when it is due, to what somebody has typed.
    public mutating func setDue(_ entry: Change<DueEntry>) {
        (self.due, dueKeepsTime) = (entry.map(\.due), entry.value?.keepsTime ?? false)
    }

    /// Changes when it can be started, to what somebody has typed.
    public mutating func setStart(_ entry: Change<DueEntry>) {
        (self.start, startKeepsTime) = (entry.map(\.due), entry.value?.keepsTime ?? false)
    }

    /// The update of one to-do, once its location and its new tags are known.
    fileprivate func update(of id: Todo.ID, place: Change<Location.ID>, adding tags: Set<Tag.ID>) -> Todo.Update {
        var update = fields
        update.id = id
        if !place.isKept { update.location = place }
        let change = Todo.TagChange(add: tags, remove: removingTags, removesOthers: removesOtherTags)
        if change != Todo.TagChange() { update.tags = change }
        return update
    }
}

/// The result of an edit that can change which dependencies count.
public struct DependencyEdit: Sendable, Hashable {
    /// The to-dos, as they are now.
    public let todos: [Todo]
    /// The dependencies that were ignored because they closed a circle, and count now that it is open.
    public let woken: [Todo.Dependency]
}

// Actions of a person, including the tags and locations they need: one transaction and one step of the history each.
extension TodoStore {
    /// Adds the to-do that the changes make of an empty one; without a placement it is in the inbox.
    /// - Throws: ``TodoError`` for a value that is not valid, `empty-title` if no title is named, or `not-found` for a place, a list
    ///   or a to-do.
    @discardableResult
    public func add(_ changes: TodoChanges) async throws -> Todo { try await add(each: [changes])[0] }

    /// Adds a to-do under an id that was made elsewhere. An addition whose answer was lost can so be sent again, and is never there
    /// twice.
    /// - Parameters:
    ///   - changes: what the to-do has.
    ///   - id: its id, which nothing has had before: a random UUID.
    /// - Throws: as ``add(_:)`` does; `already-exists`, with nothing changed, if a to-do was ever made with this id here, also if it
    ///   is deleted by now.
    @discardableResult
    public func add(_ changes: TodoChanges, as id: Todo.ID) async throws -> Todo {
        let alarms = try await triggers(of: changes.reminders).map { Alarm($0) }
        return try await stack.write("add") { transaction in
            let added = try transaction.create(changes, alarms, as: id)
            return try self.todoDAO.store.mapping.models(from: [added], in: transaction.reading)[0]
        }
    }

    /// Adds a to-do for each of the changes, all or none, as one step. They are created a millisecond apart, so that they keep
    /// this order.
    /// - Returns: them in this order.
    /// - Throws: as ``add(_:)`` does.
    @discardableResult
    public func add(each changes: [TodoChanges]) async throws -> [Todo] {
        try await add(each: changes, below: changes.map { _ in nil })
    }

    /// Adds to-dos, some of them below others of these.
    /// - Parameter parents: for each which of those before it its parent is; nil for where its changes say.
    func add(each changes: [TodoChanges], below parents: [Int?]) async throws -> [Todo] {
        var alarms: [[Alarm]] = []
        for changes in changes { alarms.append(try await triggers(of: changes.reminders).map { Alarm($0) }) }
        let (each, count) = (Array(zip(zip(changes, parents), alarms)), Int64(changes.count))
        return try await stack.write("add") { transaction in
            var added: [Todo.ID] = []
            for ((changes, parent), alarms) in each {
                var changes = changes
                if let parent { changes.placement = .below(added[parent]) }
                // The last one is made now and none later, so that none lies in the future.
                let age = count - 1 - Int64(added.count)
                let entity = try transaction.create(changes, alarms, millisecondsAgo: age)
                added.append(.init(stored: entity.record.id))
            }
            // Read at the end: one may have subtasks by now.
            let entities = try added.map { try transaction.reading.namedRecord(TodoEntity.self, id: $0.rawValue) }
            return try self.todoDAO.store.mapping.models(from: entities, in: transaction.reading)
        }
    }

    /// Changes to-dos, all or none, and reports which dependencies count again because others were removed. Those that are put
    /// into a list, or below a to-do, together stay below each other, as ``TodoAction/move(_:)`` leaves them.
    /// - Throws: ``TodoError`` for a value that is not valid, `not-found`, `would-circle` or `too-deep`.
    public func editDependencies(_ ids: [Todo.ID], _ changes: TodoChanges) async throws -> DependencyEdit {
        try await editDependencies(ids, changes, keepingTrees: false)
    }

    /// Changes to-dos that nobody has named one by one, such as those that a filter matches.
    /// - Parameter keepingTrees: as for ``move(_:to:keepingTrees:)``.
    /// - Throws: as ``editDependencies(_:_:)``.
    package func editDependencies(
        _ ids: [Todo.ID], _ changes: TodoChanges, keepingTrees: Bool
    ) async throws -> DependencyEdit {
        try await editEach(ids.map { ($0, changes) }, keepingTrees: keepingTrees)
    }

    /// Changes to-dos, each in its own way; all or none, in one step.
    /// - Throws: ``TodoError`` for a value that is not valid, `not-found`, `would-circle` or `too-deep`.
    public func editEach(_ edits: [(id: Todo.ID, changes: TodoChanges)]) async throws -> DependencyEdit {
        try await editEach(edits, keepingTrees: false)
    }

    /// Changes to-dos that nobody has named one by one, each in its own way.
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
    ///   - readsBefore: whether the to-dos are read as the edit found them too.
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
            var made = MadeRecords()
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
                try transaction.apply(changes, alarms[changes.reminders] ?? [], to: id, &made)
            }
            // Read at the end: what one waits for may have been changed with it.
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

    /// Merges tags into the one with this title, which is created if there is none: it replaces the others in all
    /// to-dos, now and later, and they are deleted. Merging a title into itself permanently unites several tags that
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

    /// Adds a location whose id was made for it.
    /// - Throws: ``TodoError`` for a value that is not valid; `already-exists` if there is one with its id.
    package func addLocation(_ location: Location) async throws -> Location { try await locationDAO.addOne(location) }

    /// Merges locations into another one: it replaces them in all to-dos, now and later, and they are deleted.
    /// - Throws: `not-found`.
    @discardableResult
    public func mergeLocations(_ others: [Location.ID], into target: Location.ID) async throws -> Location {
        try await stack.write("merge locations") { transaction in
            try transaction.merge(locations: others, into: target)
            return try self.locationDAO.store.mapping.model(
                from: transaction.reading.namedRecord(LocationEntity.self, id: target.rawValue))
        }
    }

    /// The list at a path such as `Work/Reports`, created with the lists above it if missing; sets its colour if one is
    /// given.
    /// - Throws: ``TodoError`` for a title that is not valid, or `too-deep`.
    @discardableResult
    public func addList(_ path: String, color: String? = nil) async throws -> TodoList {
        try await addList(path, changingColor: color.map(Change.set) ?? .keep)
    }

    /// The list at a path, created with the lists above it if missing; changes its colour in the same step.
    /// - Throws: ``TodoError`` for a title that is not valid, or `too-deep`.
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
    ///   - alarms: those that the reminders of the changes mean.
    ///   - id: its id; nil for a new one.
    ///   - age: how many milliseconds before this transaction it counts as made.
    fileprivate func create(
        _ changes: TodoChanges, _ alarms: [Alarm], as id: Todo.ID? = nil, millisecondsAgo age: Int64 = 0
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
        // What a new to-do cannot be made with is an edit of it.
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

    /// The to-dos whose list and parent stay although they are given others, because more are put there with them.
    fileprivate func staying(
        _ edits: [(id: Todo.ID, changes: TodoChanges)], keepingTrees: Bool
    ) throws -> Set<Todo.ID> {
        guard edits.count > 1 else { return [] }
        var groups = Dictionary(grouping: edits) { $0.changes.placement }
        var staying: Set<Todo.ID> = []
        // In their order, as a list that is missing is made.
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
        case .location(let id): try reading.namedRecord(LocationEntity.self, id: id.rawValue)
        case .point(let coordinate):
            try create(
                Location(id: environment.makeID(), coordinate: coordinate, createdAt: date), isNew: true)
        }
    }

    /// The standing that a placement stands for.
    /// - Parameter id: the to-do that is put there; nil for a new one.
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

/// The tags and places of an edit of several to-dos, which are found or made once.
private struct MadeRecords {
    var tags: [String: Tag.ID] = [:]
    var places: [PlaceReference: Location.ID] = [:]
}
