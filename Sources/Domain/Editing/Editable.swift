import Foundation
import JSON

/// A model that can be edited outside the store and reconciled with what has changed there meanwhile.
public protocol Editable: Queryable {
    /// The model, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    func validated() throws -> Self
    /// Checks that this value is a possible edit of `original`. Changes that an edit cannot write would be lost
    /// silently: a model's creation date, and the contents of a to-do's tags and location, which are models of their
    /// own. The last edit date is kept by the store and ignored here.
    /// - Throws: ``TodoError`` with code `usage`.
    func checkEdit(of original: Self) throws
    /// Applies the edit from `original` to this value onto `current`: the fields that it changed are taken from this
    /// value, the others from `current`.
    func rebased(from original: Self, onto current: Self) -> Self
}

extension Todo: Editable {
    /// Checks that this value is an edit of `original`. If a tag or a location in both has other content but the same
    /// edit date, it was edited here; with another edit date it was merely read at another time.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Todo) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
        let read = Dictionary(original.tags.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for tag in tags {
            guard let other = read[tag.id], other != tag, other.updatedAt == tag.updatedAt else { continue }
            throw TodoError(.usage, "A tag is edited by itself, not inside a to-do.", effect: .nothingChanged)
        }
        if let location, let other = original.location, other.id == location.id, other != location,
            other.updatedAt == location.updatedAt
        {
            throw TodoError(.usage, "A place is edited by itself, not inside a to-do.", effect: .nothingChanged)
        }
        // The lists above it are its own, and do not matter.
        if let list, var other = original.list, other.id == list.id, other.updatedAt == list.updatedAt,
            other.ancestors == list.ancestors
        {
            // Moving it among its siblings is no edit of it.
            other.position = list.position
            guard TodoList.Content(other) != TodoList.Content(list) else { return }
            throw TodoError(.usage, "A list is edited by itself, not inside a to-do.", effect: .nothingChanged)
        }
    }

    /// Takes the fields that differ from `original` over into `current`; tags, reminders and imported properties one by one.
    public func rebased(from original: Todo, onto current: Todo) -> Todo {
        var todo = Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).todo
        if location?.id != original.location?.id { todo.location = location }
        if list?.id != original.list?.id || parent != original.parent {
            (todo.list, todo.parent, todo.ancestors) = (list, parent, ancestors)
        }
        let (before, after) = (Set(original.tags.map(\.id)), Set(tags.map(\.id)))
        let known = after.intersection(before).union(todo.tags.map(\.id))
        todo.tags.removeAll { before.contains($0.id) && !after.contains($0.id) }
        todo.tags += tags.filter { !known.contains($0.id) }
        todo.tags.sort(by: Query<Tag>.all.precedes)
        let (waited, waits) = (Set(original.dependsOn), Set(dependsOn))
        todo.dependsOn = Set(todo.dependsOn).subtracting(waited.subtracting(waits))
            .union(waits.subtracting(waited)).sorted()
        var alarms = Dictionary(todo.alarms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for (id, change) in Self.differences(of: self.alarms, from: original.alarms) { alarms[id] = change.value }
        todo.alarms = alarms.values.sorted { $0.id < $1.id }
        for key in Set(extras.keys).union(original.extras.keys) where extras[key] != original.extras[key] {
            todo.extras[key] = extras[key]
        }
        return todo
    }
}

extension Tag: Editable {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Tag) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }

    /// Takes the fields that differ from `original` over into `current`.
    public func rebased(from original: Tag, onto current: Tag) -> Tag {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).tag
    }
}

extension TodoList: Editable {
    /// Whether this is an edit of `original`. The lists above it are their own, and do not matter.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: TodoList) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }

    /// The fields that differ from `original`, in `current`.
    public func rebased(from original: TodoList, onto current: TodoList) -> TodoList {
        var list = Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).list
        if parent != original.parent { (list.parent, list.ancestors) = (parent, ancestors) }
        return list
    }
}

extension Todo.Comment: Editable {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Todo.Comment) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
        guard original.todo == todo else {
            throw TodoError(.usage, "A comment stays with its to-do.", effect: .nothingChanged)
        }
    }

    /// Takes the fields that differ from `original` over into `current`.
    public func rebased(from original: Todo.Comment, onto current: Todo.Comment) -> Todo.Comment {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).comment
    }
}

extension SavedView: Editable {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: SavedView) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }

    /// Takes the fields that differ from `original` over into `current`.
    public func rebased(from original: SavedView, onto current: SavedView) -> SavedView {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current))
            .view(id: current.id, createdAt: current.createdAt, updatedAt: current.updatedAt)
    }
}

extension Location: Editable {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Location) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }

    /// Takes the fields that differ from `original` over into `current`; the position as one.
    public func rebased(from original: Location, onto current: Location) -> Location {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).location
    }
}

extension TodoError {
    fileprivate static func checkEdit<ID: Equatable>(id: (ID, ID), createdAt: (Date, Date)) throws {
        guard id.0 == id.1 else {
            throw TodoError(.usage, "A model is edited from what it was itself; these two have different ids.")
        }
        guard createdAt.0.milliseconds == createdAt.1.milliseconds else {
            throw TodoError(.usage, "No edit changes when something was made.", effect: .nothingChanged)
        }
    }
}

extension AppRecord: Editable {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: AppRecord) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
        guard (original.type, original.isLocal) == (type, isLocal) else {
            throw TodoError(.usage, "A record keeps its type and its place.", effect: .nothingChanged)
        }
    }

    /// Takes the registers that differ from `original` over into `current`.
    public func rebased(from original: AppRecord, onto current: AppRecord) -> AppRecord {
        var record = current
        for (name, value) in Update(differenceOf: self, from: original).registers {
            record.registers[name] = value.isNull ? nil : value
        }
        return record
    }
}
