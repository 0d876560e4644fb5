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
    /// Takes the fields that differ from `original` over into `current`; tags, reminders and imported properties one by one.
    public func rebased(from original: Todo, onto current: Todo) -> Todo {
        var todo = Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).todo
        if location?.id != original.location?.id { todo.location = location }
        if list?.id != original.list?.id || parent != original.parent {
            todo.list = list
            todo.parent = parent
            todo.ancestors = ancestors
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
    /// Takes the fields that differ from `original` over into `current`.
    public func rebased(from original: Tag, onto current: Tag) -> Tag {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).tag
    }
}

extension TodoList: Editable {
    /// The fields that differ from `original`, in `current`.
    public func rebased(from original: TodoList, onto current: TodoList) -> TodoList {
        var list = Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).list
        if parent != original.parent { (list.parent, list.ancestors) = (parent, ancestors) }
        return list
    }
}

extension Todo.Comment: Editable {
    /// Takes the fields that differ from `original` over into `current`.
    public func rebased(from original: Todo.Comment, onto current: Todo.Comment) -> Todo.Comment {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).comment
    }
}

extension SavedView: Editable {
    /// Takes the fields that differ from `original` over into `current`.
    public func rebased(from original: SavedView, onto current: SavedView) -> SavedView {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current))
            .view(id: current.id, createdAt: current.createdAt, updatedAt: current.updatedAt)
    }
}

extension Location: Editable {
    /// Takes the fields that differ from `original` over into `current`; the position as one.
    public func rebased(from original: Location, onto current: Location) -> Location {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).location
    }
}

extension AppRecord: Editable {
    /// Takes the registers that differ from `original` over into `current`.
    public func rebased(from original: AppRecord, onto current: AppRecord) -> AppRecord {
        var record = current
        for (name, value) in Update(differenceOf: self, from: original).registers {
            record.registers[name] = value.isNull ? nil : value
        }
        return record
    }
}
