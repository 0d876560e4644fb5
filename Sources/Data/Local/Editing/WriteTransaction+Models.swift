import Foundation
import JSON
package import TodoDomain

// The models' own operations on an open transaction, so that several compose into one step of the history.
extension WriteTransaction {
    // MARK: To-dos

    /// Adds a to-do with the tags and the place that it bears, or replaces the one with its id.
    @discardableResult
    package func create(_ todo: Todo) throws -> TodoEntity {
        let todo = try todo.validated()
        for tag in todo.tags { try createIfAbsent(tag) }
        if let location = todo.location { try createIfAbsent(location) }
        let entity = TodoEntity(newColumns(id: todo.id.rawValue, createdAt: todo.createdAt), holding: todo)
        if let inserted = try insert(entity) { return inserted }
        let current = try existing(TodoEntity.self, id: todo.id.rawValue)
        var values = entity.registers
        for name in current.registers.keys where values[name] == nil { values[name] = .null }
        for name in TodoRegister.allCases where values[name.rawValue] == nil { values[name.rawValue] = .null }
        var elements = current.elements.mapValues { _ in false }
        for tag in todo.tags { elements[tag.id.rawValue] = true }
        return try edit(current, registers: values, elements: elements, deletion: current.revival)
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: Todo.Update) throws -> TodoEntity {
        let update = try update.validated()
        let current = try reading.liveRecord(TodoEntity.self, id: update.id.rawValue)
        var elements: [String: Bool] = [:]
        if let change = update.tags {
            if change.removesOthers { elements = current.elements.mapValues { _ in false } }
            for id in change.remove { elements[id.rawValue] = false }
            for id in change.add {
                _ = try reading.liveRecord(TagEntity.self, id: id.rawValue)
                elements[id.rawValue] = true
            }
        }
        if let id = update.location?.value { _ = try reading.liveRecord(LocationEntity.self, id: id.rawValue) }
        return try edit(current, registers: update.registers, elements: elements)
    }

    // MARK: Tags

    /// Adds a tag, or replaces the one with its id.
    @discardableResult
    package func create(_ tag: Tag) throws -> TagEntity {
        let tag = try tag.validated()
        if let inserted = try insert(row(for: tag)) { return inserted }
        let current = try existing(TagEntity.self, id: tag.id.rawValue)
        let update = Tag.Update(id: tag.id, title: tag.title, color: Change(tag.color))
        return try edit(current, registers: update.registers, deletion: current.revival)
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: Tag.Update) throws -> TagEntity {
        let update = try update.validated()
        let current = try reading.liveRecord(TagEntity.self, id: update.id.rawValue)
        return try edit(current, registers: update.registers)
    }

    /// The tag with this title, made where there is none. Of several, the one with the smallest id.
    /// - Parameter newID: the id of a tag to be made, which no other may have; nil: the one that follows from the title.
    @discardableResult
    package func tag(titled title: String, newID: Tag.ID? = nil) throws -> TagEntity {
        let title = try Validation.tagTitle(title)
        let name = StoredValue.text(TagName.folded(title))
        if let found = try reading.entities(
            TagEntity.self, where: "isDeleted = 0 AND foldedName = \(name)", suffix: "ORDER BY id LIMIT 1"
        ).first {
            return found
        }
        // An id whose tag is deleted or was renamed stays with that tag; the next generation takes over.
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

    /// Puts a tag in the place of others on all their to-dos, and deletes the others.
    package func merge(tags others: [Tag.ID], into target: Tag.ID) throws {
        _ = try reading.liveRecord(TagEntity.self, id: target.rawValue)
        for other in Set(others).subtracting([target]).sorted() {
            let tag = try reading.liveRecord(TagEntity.self, id: other.rawValue)
            let rowIDs = try reading.integers("SELECT todoID FROM todoTag WHERE tagID = \(.integer(tag.record.rowID))")
            for rowID in rowIDs {
                guard let todo = try reading.entities(TodoEntity.self, where: "rowID = \(.integer(rowID))").first else {
                    continue
                }
                try edit(todo, registers: [:], elements: [other.rawValue: false, target.rawValue: true])
            }
            try edit(tag, registers: [:], deletion: .integer(now))
        }
    }

    // MARK: Locations

    /// Adds a location, or replaces the one with its id.
    @discardableResult
    package func create(_ location: Location) throws -> LocationEntity {
        let location = try location.validated()
        if let inserted = try insert(row(for: location)) { return inserted }
        let current = try existing(LocationEntity.self, id: location.id.rawValue)
        let update = Location.Update(
            id: location.id, position: location.position, placeName: Change(location.placeName))
        return try edit(current, registers: update.registers, deletion: current.revival)
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: Location.Update) throws -> LocationEntity {
        let update = try update.validated()
        let current = try reading.liveRecord(LocationEntity.self, id: update.id.rawValue)
        return try edit(current, registers: update.registers)
    }

    // MARK: Parts

    private func existing<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity {
        guard let entity = try reading.record(type, id: id) else {
            throw TodoError(.storage, "A record could not be inserted.")
        }
        return entity
    }

    /// Makes a relation's other end where it was never known. One that is deleted stays so: the relation waits for it.
    private func createIfAbsent<Entity: RecordEntity>(
        _ type: Entity.Type, id: String, create: () throws -> Void
    ) throws {
        guard try liveRow(type, id: id) == nil, try reading.record(type, id: id) == nil else { return }
        try create()
    }

    private func createIfAbsent(_ tag: Tag) throws {
        try createIfAbsent(TagEntity.self, id: tag.id.rawValue) { try create(tag) }
    }

    private func createIfAbsent(_ location: Location) throws {
        try createIfAbsent(LocationEntity.self, id: location.id.rawValue) { try create(location) }
    }

    private func row(for tag: Tag) -> TagEntity {
        var entity = TagEntity(newColumns(id: tag.id.rawValue, createdAt: tag.createdAt))
        (entity.title, entity.color) = (tag.title, tag.color)
        return entity
    }

    private func row(for location: Location) -> LocationEntity {
        LocationEntity(newColumns(id: location.id.rawValue, createdAt: location.createdAt), holding: location)
    }

    private func newColumns(id: String, createdAt: Date) -> RecordColumns {
        RecordColumns(id: id, createdAt: createdAt.milliseconds, stamp: stamp())
    }
}

extension TodoEntity {
    /// A new row with all that a to-do holds, under one stamp.
    init(_ record: RecordColumns, holding todo: Todo) {
        self.init(record)
        (title, notes, completedAt) = (todo.title, todo.notes, todo.completedAt?.milliseconds)
        (due, priority, extras) = (todo.due, todo.priority, todo.extras)
        locationID = todo.location?.id.rawValue
        for tag in todo.tags { elements[tag.id.rawValue] = Record.Element(isPresent: true, stamp: record.stamp) }
    }
}

extension LocationEntity {
    /// A new row with all that a location holds, under one stamp.
    init(_ record: RecordColumns, holding location: Location) {
        self.init(record)
        set(LocationRegister.position.rawValue, to: .position(location.position))
        placeName = location.placeName
    }
}

extension RecordEntity {
    /// What its deletion register must hold for it to be there again; nil where it is there.
    fileprivate var revival: JSONValue? { record.isDeleted ? .null : nil }
}
