package import Foundation
import JSON
import SQLite
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
    ///   - modifiedAt: when it was last edited; nil if the file does not say: then a known to-do stays as it is.
    ///   - formerID: by which it is known if an earlier version has imported it.
    ///   - declared: the ids of the tags that the file lists by themselves.
    package func importTodo(
        _ todo: Todo, modifiedAt: Date?, formerID: Todo.ID? = nil, declaredTags declared: Set<Tag.ID>
    ) throws -> ImportOutcome {
        var todo = try todo.validated()
        todo.tags = try todo.tags.map { try knownTag(for: $0, isDeclared: declared.contains($0.id)) }
        todo.location = try todo.location.map(knownLocation(for:))
        let columns = RecordColumns(
            id: try knownID(of: todo, former: formerID).rawValue, createdAt: todo.createdAt.milliseconds,
            stamp: try modifiedAt.map(importStamp) ?? stamp())
        let entity = TodoEntity(columns, holding: todo)
        // Most of a first import is new: that needs no merge, and no look before.
        if try insert(entity) != nil { return .added }
        guard let modifiedAt, !isToCome(modifiedAt),
            let known = try reading.record(TodoEntity.self, id: columns.id)?.asRecord
        else { return .unchanged }
        return try mergeImported(TodoEntity.self, imported(entity.asRecord, over: known), into: known)
            ? .updated : .unchanged
    }

    /// The id by which a to-do of a file is known here: the former one where an earlier version has imported the same,
    /// as its extras show.
    private func knownID(of todo: Todo, former: Todo.ID?) throws -> Todo.ID {
        guard let former, let known = try reading.record(TodoEntity.self, id: former.rawValue) else { return todo.id }
        func registers(_ extras: [String: JSONValue]) -> [String: JSONValue] {
            Dictionary(extras.map { (TodoRegister.extra($0.key), $0.value) }) { first, _ in first }
        }
        return registers(known.content.extras) == registers(todo.extras) ? former : todo.id
    }

    /// What a file says of a to-do that is known: its tags are all that it had then, so that those put on before and
    /// missing were taken off; but where the to-do was edited later, a tag not known here is no news.
    private func imported(_ record: Record, over known: Record) -> Record {
        var record = record
        record.createdAt = known.createdAt
        if known.contentStamp > record.origin {
            record.elements = record.elements.filter { known.elements[$0.key] != nil }
        }
        for (id, element) in known.elements
        where element.isPresent && record.elements[id] == nil && element.stamp < record.origin {
            record.elements[id] = Record.Element(isPresent: false, stamp: record.origin)
        }
        return record
    }

    /// Merges a record of a file, unless that would change nothing but stamps; returns whether it changed anything.
    private func mergeImported<Entity: RecordEntity>(
        _ type: Entity.Type, _ record: Record, into known: Record?
    ) throws -> Bool {
        let record = known.map(record.yielding) ?? record
        if let known, Self.differences(known, known.merged(with: record)).after.isEmpty { return false }
        return try merge(type, record).didChange
    }

    /// Takes a tag that a file lists by itself.
    package func importTag(_ tag: Tag) throws {
        let tag = try tag.validated()
        let columns = RecordColumns(
            id: tag.id.rawValue, createdAt: tag.createdAt.milliseconds, stamp: importStamp(tag.updatedAt))
        let entity = TagEntity(columns, holding: tag)
        let known = try reading.record(TagEntity.self, id: tag.id.rawValue)?.asRecord
        guard known == nil || !isToCome(tag.updatedAt) else { return }
        _ = try mergeImported(TagEntity.self, entity.asRecord, into: known)
    }

    /// Takes a location that a file lists by itself.
    package func importLocation(_ location: Location) throws {
        let location = try location.validated()
        let columns = RecordColumns(
            id: location.id.rawValue, createdAt: location.createdAt.milliseconds, stamp: importStamp(location.updatedAt)
        )
        let known = try reading.record(LocationEntity.self, id: location.id.rawValue)?.asRecord
        guard known == nil || !isToCome(location.updatedAt) else { return }
        _ = try mergeImported(LocationEntity.self, LocationEntity(columns, holding: location).asRecord, into: known)
    }

    /// Whether a file's time says nothing of a record that is known: capped to now, it would be later at each import, and
    /// later than every edit here.
    private func isToCome(_ date: Date) -> Bool { date.milliseconds > now }

    /// The same on every device, so that a file imported on two of them is one edit; never later than now.
    private func importStamp(_ date: Date) -> Stamp {
        let stamp = Stamp(milliseconds: min(date.milliseconds, now), counter: 0, device: .shared)
        // So that the clock tells how far ahead the stamps are that nobody has seen.
        didGive(stamp)
        return stamp
    }

    /// The tag here that a file's tag stands for: the one that the file describes, or else one of that name.
    private func knownTag(for tag: Tag, isDeclared: Bool) throws -> Tag {
        if let known = importedTags[tag.id] { return known }
        let name = TagName.folded(tag.title)
        try settleAliases()
        let found = try reading.record(TagEntity.self, id: tag.id.rawValue)
        let isSame = found.map { isDeclared || TagName.folded($0.title) == name } ?? false
        let seen = isSame ? try reading.entities(TagEntity.self, where: TagEntity.seen(id: tag.id.rawValue)).first : nil
        let known = try seen ?? self.tag(titled: tag.title, newID: found == nil ? tag.id : nil)
        // One that is known by its id may have been renamed here.
        if known.foldedName != name, seen?.record.id != tag.id.rawValue { mergedTitles[tag.title] = known.title }
        let model = known.asModel(with: NoRelations())
        importedTags[tag.id] = model
        return model
    }

    /// The place here that a file's place stands for: the one with its id, or else one just like it, or in whose place one
    /// just like it is used.
    private func knownLocation(for location: Location) throws -> Location {
        try settleAliases()
        if let seen = try reading.entities(LocationEntity.self, where: LocationEntity.seen(id: location.id.rawValue))
            .first,
            seen.record.id != location.id.rawValue
        {
            return try seen.asModel()
        }
        guard try reading.record(LocationEntity.self, id: location.id.rawValue) == nil else { return location }
        let name = SearchText.folded(location.placeName ?? "")
        let isAlike: SQLFragment = """
            foldedPlaceName = \(.text(name)) AND latitude = \(.real(location.latitude)) \
            AND longitude = \(.real(location.longitude)) AND altitude IS \(StoredValue(location.altitude))
            """
        let alike = try reading.entities(
            LocationEntity.self, where: "isDeleted = 0 AND effectiveID = rowID AND \(isAlike)",
            suffix: "ORDER BY id LIMIT 1")
        if let known = try alike.first ?? reading.target(of: LocationEntity.self, mergedWhere: isAlike) {
            return try known.asModel()
        }
        try create(location)
        return location
    }
}

extension Record {
    /// The record of a file without what another file of the same time has brought here before: under one stamp there is
    /// one value on a device, as nothing else would tell that there is something to be sent.
    fileprivate func yielding(to known: Record) -> Record {
        var record = self
        for name in Set(kind.registerNames).union(registers.keys) where stamp(of: name) == known.stamp(of: name) {
            record.registers[name] = Register(known.registers[name]?.value ?? .null, stamp(of: name))
        }
        for (id, element) in known.elements where elements[id]?.stamp == element.stamp { record.elements[id] = element }
        return record
    }
}
