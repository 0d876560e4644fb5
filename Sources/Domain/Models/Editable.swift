/// A model that a person edits away from the store, to be brought together with what happened there meanwhile.
public protocol Editable: Queryable {
    /// The model in the form in which it is stored.
    /// - Throws: ``TodoError`` for the first value that cannot be.
    func validated() throws -> Self
    /// What an edit that made this of `original` makes of `current`: the fields that it changed are its own, the others
    /// are those of `current`.
    func rebased(from original: Self, onto current: Self) -> Self
}

extension Todo: Editable {
    /// The fields that differ from `original`, in `current`; tags and imported properties one by one.
    public func rebased(from original: Todo, onto current: Todo) -> Todo {
        var todo = current
        if title != original.title { todo.title = title }
        if notes != original.notes { todo.notes = notes }
        if completedAt != original.completedAt { todo.completedAt = completedAt }
        if due != original.due { todo.due = due }
        if priority != original.priority { todo.priority = priority }
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
    /// The fields that differ from `original`, in `current`.
    public func rebased(from original: Tag, onto current: Tag) -> Tag {
        var tag = current
        if title != original.title { tag.title = title }
        if color != original.color { tag.color = color }
        return tag
    }
}

extension Location: Editable {
    /// The fields that differ from `original`, in `current`; the position as one.
    public func rebased(from original: Location, onto current: Location) -> Location {
        var location = current
        if position != original.position { (location.coordinate, location.altitude) = (coordinate, altitude) }
        if placeName != original.placeName { location.placeName = placeName }
        return location
    }
}
