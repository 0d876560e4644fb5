package import Foundation
package import TodoDomain

/// What became of an imported to-do.
package enum ImportOutcome: Sendable {
    case added, updated, unchanged
}

// Files as replicas: a record from a file bears the file's own time as its stamp and is merged, so that importing twice
// changes nothing and an import that is older than a local edit loses to it.
extension WriteTransaction {
    /// Takes a to-do from a file.
    /// - Parameters:
    ///   - modifiedAt: when it was last edited; nil where the file does not say: then a known to-do stays as it is.
    ///   - declared: the ids of the tags that the file lists by themselves.
    package func importTodo(_ todo: Todo, modifiedAt: Date?, declaredTags declared: Set<Tag.ID>) throws -> ImportOutcome
    {
        var todo = try todo.validated()
        todo.tags = try todo.tags.map { try knownTag(for: $0, isDeclared: declared.contains($0.id)) }
        guard let modifiedAt else {
            guard try reading.record(TodoEntity.self, id: todo.id.rawValue) == nil else { return .unchanged }
            try create(todo)
            return .added
        }
        if let location = todo.location { try createIfAbsent(location) }
        let origin = importStamp(modifiedAt)
        let columns = RecordColumns(id: todo.id.rawValue, createdAt: todo.createdAt.milliseconds, stamp: origin)
        let entity = TodoEntity(columns, holding: todo)
        // Most of a first import is new: that needs no merge, and no look before.
        if try insert(entity) != nil { return .added }
        var record = entity.asRecord
        let known = try reading.record(TodoEntity.self, id: todo.id.rawValue)?.elements ?? [:]
        // The file tells all tags that it had then: those put on before and missing from it were taken off.
        for (id, element) in known where element.isPresent && record.elements[id] == nil && element.stamp < origin {
            record.elements[id] = Record.Element(isPresent: false, stamp: origin)
        }
        return try merge(TodoEntity.self, record).didChange ? .updated : .unchanged
    }

    /// Takes a tag that a file lists by itself.
    package func importTag(_ tag: Tag) throws {
        let tag = try tag.validated()
        let columns = RecordColumns(
            id: tag.id.rawValue, createdAt: tag.createdAt.milliseconds, stamp: importStamp(tag.updatedAt))
        var entity = TagEntity(columns)
        (entity.title, entity.color) = (tag.title, tag.color)
        _ = try merge(TagEntity.self, entity.asRecord)
    }

    /// Takes a location that a file lists by itself.
    package func importLocation(_ location: Location) throws {
        let location = try location.validated()
        let columns = RecordColumns(
            id: location.id.rawValue, createdAt: location.createdAt.milliseconds, stamp: importStamp(location.updatedAt)
        )
        _ = try merge(LocationEntity.self, LocationEntity(columns, holding: location).asRecord)
    }

    /// The same on every device, so that a file imported on two of them is one edit; never later than now.
    private func importStamp(_ date: Date) -> Stamp {
        Stamp(milliseconds: min(date.milliseconds, now), counter: 0, device: DeviceID(rawValue: 0))
    }

    /// The tag here that a file's tag stands for: the one that the file describes, or else one of that name.
    private func knownTag(for tag: Tag, isDeclared: Bool) throws -> Tag {
        if let known = importedTags[tag.id] { return known }
        let mapping = TagMapping()
        var known: TagEntity?
        if let found = try reading.record(TagEntity.self, id: tag.id.rawValue) {
            let isSame = isDeclared || TagName.folded(found.title) == TagName.folded(tag.title)
            known = !found.record.isDeleted && isSame ? found : nil
            if known == nil { known = try self.tag(titled: tag.title) }
        } else {
            known = try self.tag(titled: tag.title, newID: tag.id)
        }
        let model = known.map(mapping.model(from:)) ?? tag
        importedTags[tag.id] = model
        return model
    }
}
