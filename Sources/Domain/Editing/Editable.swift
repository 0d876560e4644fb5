import Foundation

/// A model that a person edits away from the store, to be brought together with what happened there meanwhile.
public protocol Editable: Queryable {
    /// The model in the form in which it is stored.
    /// - Throws: ``TodoError`` for the first value that cannot be.
    func validated() throws -> Self
    /// Whether this is what an edit can make of `original`. What it cannot write would be lost without a word: when a model
    /// was made, and what a to-do shows of its tags and its place, which are models of their own. The time of the last
    /// edit is the store's, and does not matter.
    /// - Throws: ``TodoError`` with code `usage`.
    func checkEdit(of original: Self) throws
    /// What an edit that made this of `original` makes of `current`: the fields that it changed are its own, the others
    /// are those of `current`.
    func rebased(from original: Self, onto current: Self) -> Self
}

extension Todo: Editable {
    /// Whether this is an edit of `original`. A tag or a place that is in both with another content and the same time of
    /// its last edit was edited here; with another time it was read at another time.
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
    }

    /// The fields that differ from `original`, in `current`; tags and imported properties one by one.
    public func rebased(from original: Todo, onto current: Todo) -> Todo {
        var todo = Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).todo
        if location?.id != original.location?.id { todo.location = location }
        let (before, after) = (Set(original.tags.map(\.id)), Set(tags.map(\.id)))
        let known = after.intersection(before).union(todo.tags.map(\.id))
        todo.tags.removeAll { before.contains($0.id) && !after.contains($0.id) }
        todo.tags += tags.filter { !known.contains($0.id) }
        todo.tags.sort(by: Query<Tag>.all.precedes)
        for key in Set(extras.keys).union(original.extras.keys) where extras[key] != original.extras[key] {
            todo.extras[key] = extras[key]
        }
        return todo
    }
}

extension Tag: Editable {
    /// Whether this is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Tag) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }

    /// The fields that differ from `original`, in `current`.
    public func rebased(from original: Tag, onto current: Tag) -> Tag {
        Content.fields.rebased(Content(self), from: Content(original), onto: Content(current)).tag
    }
}

extension Location: Editable {
    /// Whether this is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Location) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }

    /// The fields that differ from `original`, in `current`; the position as one.
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
