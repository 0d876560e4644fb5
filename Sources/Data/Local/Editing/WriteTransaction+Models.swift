import Foundation
import JSON
package import SQLite
package import TodoDomain

// Operations on models within an open transaction, so that several of them form one step of the history.
extension WriteTransaction {
    // MARK: To-dos

    /// Adds a to-do with its tags and its location.
    /// - Parameter isNew: whether its id is new. If not, it may replace the to-do with its id.
    /// - Throws: `already-exists` if it is new and a to-do already has its id.
    @discardableResult
    package func create(_ todo: Todo, isNew: Bool = false) throws -> TodoEntity {
        let todo = try todo.validated()
        return try inSpace(of: todo) { try createHere(todo, isNew: isNew) }
    }

    private func createHere(_ todo: Todo, isNew: Bool) throws -> TodoEntity {
        for tag in todo.tags where try isMissing(tag) { try create(tag) }
        if let location = todo.location, try isMissing(location) { try create(location) }
        if let list = todo.list, try isMissing(list) { try create(list) }
        var entity = TodoEntity(try newColumns(of: todo), holding: todo)
        if entity.content.standing != Standing(),
            try reading.record(TodoEntity.self, id: todo.id.rawValue)?.content.standing != entity.content.standing
        {
            entity.content.standing = try moving(todo.id.rawValue, to: entity.content.standing)
        }
        // Others may have waited for it before it was known here.
        if !todo.dependsOn.isEmpty, try reading.record(TodoEntity.self, id: todo.id.rawValue) == nil {
            for id in todo.dependsOn { try refuseCircle(from: todo.id.rawValue, to: id.rawValue) }
        }
        if let inserted = try insert(entity.beginningSeries(showing: todo.current)) {
            try deriveDependencies()
            return try derived(inserted)
        }
        guard !isNew else { throw TodoError.takenID }
        let current = try existing(TodoEntity.self, id: todo.id.rawValue)
        if entity.content.standing == Standing(), current.content.standing != Standing() {
            // To-dos in a cycle with it stay where they are shown.
            entity.content.standing = try moving(todo.id.rawValue, to: Standing())
        }
        var elements = try self.elements(of: current, after: Todo.TagChange.set(Set(todo.tags.map(\.id))))
        let dependencies = Todo.DependencyChange.set(Set(todo.dependsOn))
        elements.merge(removals(from: current, by: dependencies)) { first, _ in first }
        elements.merge(try additions(to: current, by: dependencies)) { first, _ in first }
        let edited = try edit(
            current, registers: current.replacing(with: entity), elements: elements, deletion: current.record.revival)
        try deriveDependencies()
        return try derived(edited)
    }

    /// A to-do as it shows itself once everything is derived from it.
    private func derived(_ todo: TodoEntity) throws -> TodoEntity {
        guard todo.content.todo.recurrence != nil else { return todo }
        return try reading.record(TodoEntity.self, id: todo.record.id) ?? todo
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: Todo.Update) throws -> TodoEntity {
        let update = try update.validated()
        return try inSpace(of: TodoEntity.self, update.id.rawValue) { try updateHere(update) }
    }

    private func updateHere(_ update: Todo.Update) throws -> TodoEntity {
        var update = update
        if let standing = update.standing {
            _ = try reading.liveRecord(TodoEntity.self, id: update.id.rawValue)
            update.standing = try moving(update.id.rawValue, to: standing)
        }
        var current = try reading.liveRecord(TodoEntity.self, id: update.id.rawValue)
        for id in update.tags?.add ?? [] { try referred(TagEntity.self, id: id.rawValue) }
        var elements = try update.tags.map { try self.elements(of: current, after: $0) } ?? [:]
        if let change = update.dependencies {
            for id in change.add { try referred(TodoEntity.self, id: id.rawValue) }
            // Removals first, because ignored dependencies may count then, which decides whether an added one closes a
            // cycle.
            current = try edit(current, registers: [:], elements: removals(from: current, by: change))
            elements.merge(try additions(to: current, by: change)) { first, _ in first }
        }
        if let id = update.location.value { try referred(LocationEntity.self, id: id.rawValue) }
        if let due = update.dueOnce { current = try move(current, onceTo: due) }
        try refuseReopening(current, by: update)
        let edited = try edit(current, registers: update.registers, elements: elements)
        if !update.alarms.isEmpty { _ = try Validation.alarms(edited.content.alarms) }
        try deriveDependencies()
        return try derived(edited)
    }

    /// A to-do's elements after a change of tags. Removing a tag removes all tags that it represents. Adding a tag does
    /// nothing if a tag that it represents is already there.
    private func elements(of todo: TodoEntity, after change: Todo.TagChange) throws -> [String: Bool] {
        var elements: [String: Bool] = [:]
        let present = todo.elements.filter { $0.value.isPresent && TodoElement($0.key).isTag }.keys
        let seen = try Dictionary(uniqueKeysWithValues: present.map { ($0, try seenRow(TagEntity.self, id: $0)) })
        let removed = Set(try change.remove.compactMap { try seenRow(TagEntity.self, id: $0.rawValue) })
        for (id, row) in seen {
            let isRemoved = change.remove.contains(Tag.ID(stored: id)) || row.map(removed.contains) ?? false
            if change.removesOthers || isRemoved { elements[id] = false }
        }
        for id in change.add {
            let row = try seenRow(TagEntity.self, id: id.rawValue)
            let standing = row == nil ? [] : seen.filter { $0.value == row }.map(\.key)
            for other in standing { elements[other] = true }
            if standing.isEmpty { elements[id.rawValue] = true }
        }
        return elements
    }

    // MARK: Tags

    /// Adds a tag to the space, or replaces the tag with its id there. Ids follow from titles, so other spaces may have
    /// it too.
    @discardableResult
    package func create(_ tag: Tag) throws -> TagEntity {
        let tag = try tag.validated()
        return try create(TagEntity(try newColumns(of: tag), holding: tag))
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: Tag.Update) throws -> TagEntity {
        let update = try update.validated()
        return try inSpace(of: TagEntity.self, update.id.rawValue) {
            let members = try reading.members(of: reading.liveRecord(TagEntity.self, id: update.id.rawValue))
            for member in members { try edit(member, registers: update.registers) }
            return try reading.liveRecord(TagEntity.self, id: members[0].record.id)
        }
    }

    /// Finds or creates the tag with this title. The title of a merged tag refers to the tag that replaces it.
    /// - Parameter newID: an unused id for a new tag; nil for the id derived from the title.
    @discardableResult
    package func tag(titled title: String, newID: Tag.ID? = nil) throws -> TagEntity {
        let title = try Validation.tagTitle(title)
        let name = StoredValue.text(TagName.folded(title))
        try deriveAliases()
        if let found = try reading.tag(named: name) { return found }
        // A deleted or renamed tag keeps its id; a new tag uses a later generation.
        if let newID { return try create(Tag(id: newID, title: title, createdAt: .init(milliseconds: now))) }
        var generation = 0
        while true {
            let id = TagName.id(for: title, generation: generation)
            if try reading.record(TagEntity.self, id: id.rawValue) == nil {
                return try create(Tag(id: id, title: title, createdAt: .init(milliseconds: now)))
            }
            generation += 1
        }
    }

    /// Merges tags into another one. It replaces them in all to-dos, now and later, and they are deleted. Other tags
    /// with the target's name are merged into it permanently.
    package func merge(tags others: [Tag.ID], into target: Tag.ID) throws {
        try merge(TagEntity.self, others.map(\.rawValue), into: target.rawValue)
    }

    /// Marks records as replaced by another one.
    ///
    /// No to-do changes. The target is written too, so that it survives if another device merges in the opposite
    /// direction.
    private func merge<Entity: AliasedEntity>(
        _ type: Entity.Type, _ others: [String], into target: String
    ) throws {
        try inSpace(of: type, target) { try mergeHere(type, others, into: target) }
    }

    private func mergeHere<Entity: AliasedEntity>(
        _ type: Entity.Type, _ others: [String], into target: String
    ) throws {
        let goal = try reading.liveRecord(type, id: target)
        var sources: [String: Entity] = [:]
        for other in others {
            for member in try reading.members(of: reading.liveRecord(type, id: other)) {
                sources[member.record.id] = member
            }
        }
        sources[goal.record.id] = nil
        let merged = sources.values.sorted { $0.record.id < $1.record.id }
        guard !merged.isEmpty else { return }
        for source in merged {
            try edit(
                source, registers: [TagRegister.mergedInto.rawValue: .string(goal.record.id)],
                deletion: .delete(at: sharedNow))
        }
        let last = goal.value(of: TagRegister.used.rawValue).integer ?? 0
        try edit(goal, registers: [TagRegister.used.rawValue: .integer(max(sharedNow, last + 1))])
    }

    // MARK: Locations

    /// Adds a location.
    /// - Parameter isNew: as for a to-do.
    @discardableResult
    package func create(_ location: Location, isNew: Bool = false) throws -> LocationEntity {
        let location = try location.validated()
        return try inSpace(of: LocationEntity.self, location.id.rawValue) {
            try create(LocationEntity(try newColumns(of: location), holding: location), isNew: isNew)
        }
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: Location.Update) throws -> LocationEntity {
        let update = try update.validated()
        let current = try reading.namedRecord(LocationEntity.self, id: update.id.rawValue)
        return try edit(current, registers: update.registers)
    }

    /// Merges locations into another one. It replaces them in all to-dos, now and later, and they are deleted.
    package func merge(locations others: [Location.ID], into target: Location.ID) throws {
        try merge(LocationEntity.self, others.map(\.rawValue), into: target.rawValue)
    }

    // MARK: Parts

    private func existing<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity {
        guard let entity = try reading.record(type, id: id) else {
            throw TodoError(.storage, "A record could not be inserted.")
        }
        return entity
    }

    /// Whether a tag that a to-do is to get has to be created first, because it was never known here.
    /// - Throws: `not-found` if it was deleted. Creating it again would bring it back on every to-do that had it.
    func isMissing(_ tag: Tag) throws -> Bool {
        try isMissing(
            TagEntity.self, id: tag.id.rawValue, named: tag.title, seenRow(TagEntity.self, id: tag.id.rawValue))
    }

    /// The same of a place.
    func isMissing(_ location: Location) throws -> Bool {
        let id = location.id.rawValue
        return try isMissing(
            LocationEntity.self, id: id, named: location.placeName ?? id, seenRow(LocationEntity.self, id: id))
    }

    /// The same of a list.
    func isMissing(_ list: TodoList) throws -> Bool {
        guard try isMissing(ListEntity.self, id: list.id.rawValue, named: list.title, nil) else { return false }
        try refuseCrossing(ListEntity.self, to: list.id.rawValue)
        return true
    }

    private func isMissing<Entity: RecordEntity>(
        _ type: Entity.Type, id: String, named name: String, _ row: Int64?
    ) throws -> Bool {
        if row != nil { return false }
        guard let known = try reading.record(type, id: id) else { return true }
        guard known.record.isDeleted else { return false }
        throw TodoError(
            .notFound, "The \(Entity.kind.word) “\(name.excerpt)” was deleted, so no to-do can get it.",
            effect: .nothingChanged)
    }

    /// Inserts the row of a new record.
    /// - Parameter isNew: whether its id is new. If not, it may replace the content of the record with its id.
    /// - Throws: `already-exists` if it is new and a record already has its id.
    func create<Entity: RecordEntity>(_ entity: Entity, isNew: Bool = false) throws -> Entity {
        if let inserted = try insert(entity) { return inserted }
        guard !isNew else { throw TodoError.takenID }
        let current = try existing(Entity.self, id: entity.record.id)
        return try edit(current, registers: current.replacing(with: entity), deletion: current.record.revival)
    }

    /// The columns of a new record for a model.
    func newColumns(of model: some RecordedModel) throws -> RecordColumns {
        try newColumns(id: model.id.rawValue, createdAt: model.createdAt, updatedAt: model.updatedAt)
    }

    /// The columns of a new record.
    /// - Parameter updatedAt: when it was last edited, if that is known. A time of its own, which is not to come, is
    ///   kept: the record is written as of then, like one from a file.
    func newColumns(id: String, createdAt: Date, updatedAt: Date? = nil) throws -> RecordColumns {
        var known = updatedAt
        if let edited = updatedAt, edited == createdAt || isToCome(edited) { known = nil }
        return RecordColumns(
            id: id, in: space, createdAt: createdAt.milliseconds, stamp: try known.map(importStamp) ?? stamp())
    }
}

extension TodoError {
    /// A new record has the id of another one and must not replace it. Ids are random, so the system's random numbers
    /// are faulty.
    static let takenID = TodoError(
        .alreadyExists, "The id of a new record is already in use.",
        effect: .nothingChanged)
}

extension TodoEntity {
    /// A new row with the content of a to-do, under one stamp.
    init(_ record: RecordColumns, holding todo: Todo) {
        self.init(record, holding: Todo.Content(todo))
        let keys = todo.tags.map { TodoElement.tag($0.id.rawValue) } + todo.dependsOn.map { .dependency($0.rawValue) }
        // Through `elements`, each insertion would copy the earlier ones.
        for element in keys { content.elements[element.key] = Record.Element(isPresent: true, stamp: record.stamp) }
    }
}

extension TodoEntity {
    /// The row of a new to-do. A repeating to-do gets the date of its first occurrence, and is not done.
    /// - Parameter current: the occurrence that it shows. For an imported to-do it need not be the first.
    func beginningSeries(showing current: Recurrence.Current? = nil) -> TodoEntity {
        guard let recurrence = content.todo.recurrence else { return self }
        var entity = self
        if let start = content.todo.start, let current {
            entity.content.todo.start = recurrence.register(forStart: start, ofOccurrenceOn: current.key)
        }
        entity.content.todo.due = recurrence.due
        entity.content.todo.completedAt = nil
        return entity
    }
}

extension TagEntity {
    /// A new row with the content of a tag, under one stamp.
    init(_ record: RecordColumns, holding tag: Tag) { self.init(record, holding: Tag.Content(tag)) }
}

extension LocationEntity {
    /// A new row with the content of a location, under one stamp.
    init(_ record: RecordColumns, holding location: Location) { self.init(record, holding: Location.Content(location)) }
}

extension RecordEntity {
    /// The register values that turn this row into another one, as far as edits can write them.
    fileprivate func replacing(with entity: Self) -> [String: JSONValue] {
        var values = Content.fields.writable(entity.content)
        for key in content.extras.keys { values[TodoRegister.extra(key)] = .null }
        for (key, value) in entity.content.extras { values[TodoRegister.extra(key)] = value }
        // The states of reminders are not part of an edit.
        let isAlarm = { (name: String) in ReminderRegister(name).map(\.isAlarm) ?? false }
        for name in content.reminders.keys where isAlarm(name) { values[name] = .null }
        for (name, value) in entity.content.reminders where isAlarm(name) { values[name] = value }
        return values
    }
}

extension ReadTransaction {
    /// The tag of the space that a folded name refers to: the representative of the tags with that name, or else the tag that
    /// replaces the last merged tag of that name.
    package func tag(named name: StoredValue) throws -> TagEntity? {
        if let found = try entities(
            TagEntity.self,
            where: "isDeleted = 0 AND effectiveID = rowID AND foldedName = \(name) AND space = \(space.value)"
        ).first {
            return found
        }
        return try target(of: TagEntity.self, mergedWhere: "foldedName = \(name)")
    }

    /// The replacement of a merged record of the space that meets a condition; of several, the one that was edited last. nil
    /// if no record meets it.
    func target<Entity: AliasedEntity>(of type: Entity.Type, mergedWhere condition: SQLFragment) throws -> Entity? {
        try entities(
            type,
            where: """
                rowID = (SELECT effectiveID FROM \(sql: Entity.table) WHERE mergedInto IS NOT NULL AND \(condition) \
                AND space = \(space.value) AND effectiveID IS NOT NULL ORDER BY updatedAt DESC, id LIMIT 1)
                """
        ).first
    }
}
