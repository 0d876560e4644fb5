import Foundation

// Refuses the changes that an edit of a model outside the store must not make.

extension Todo {
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
            // A move among its siblings is not an edit of it.
            other.position = list.position
            guard TodoList.Content(other) != TodoList.Content(list) else { return }
            throw TodoError(.usage, "A list is edited by itself, not inside a to-do.", effect: .nothingChanged)
        }
    }
}

extension Tag {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Tag) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }
}

extension TodoList {
    /// Whether this is an edit of `original`. The lists above it are their own, and do not matter.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: TodoList) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }
}

extension Todo.Comment {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Todo.Comment) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
        guard original.todo == todo else {
            throw TodoError(.usage, "A comment stays with its to-do.", effect: .nothingChanged)
        }
    }
}

extension SavedView {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: SavedView) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }
}

extension Location {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: Location) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
    }
}

extension AppRecord {
    /// Checks that this value is an edit of `original`.
    /// - Throws: ``TodoError`` with code `usage`.
    public func checkEdit(of original: AppRecord) throws {
        try TodoError.checkEdit(id: (original.id, id), createdAt: (original.createdAt, createdAt))
        guard (original.type, original.isLocal) == (type, isLocal) else {
            throw TodoError(.usage, "A record keeps its type and its place.", effect: .nothingChanged)
        }
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
