import Foundation
import JSON
import SQLite
package import TodoDomain

/// The effect of importing a to-do.
package enum ImportOutcome: Sendable {
    case added, updated, unchanged
    /// It was deleted here, and stays so.
    case deletedHere
    /// It was done here since, and stays so. The file has it open, and does not say when it was edited.
    case doneHere
}

// A file is imported like a replica: its records have the file's times as stamps and are merged. So importing it twice
// changes nothing, and local edits win over older values in the file.
extension WriteTransaction {
    /// A known to-do in the state of the file. The file has all tags of that time, so tags that it lacks were removed.
    /// But if the to-do was edited later, a tag that is unknown here is not new.
    func imported(_ record: Record, over known: Record) -> Record {
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

    /// Merges a record from a file, unless that would change only stamps; returns whether anything changed.
    func mergeImported<Entity: RecordEntity>(
        _ type: Entity.Type, _ record: Record, into known: Record?
    ) throws -> Bool {
        let record = known.map(record.yielding) ?? record
        if let known, Self.differences(known, known.merged(with: record)).after.isEmpty { return false }
        return try merge(type, record).didChange
    }

    /// Imports a tag that a file lists separately.
    package func importTag(_ tag: Tag) throws {
        let tag = try tag.validated()
        let columns = RecordColumns(
            id: tag.id.rawValue, in: space, createdAt: tag.createdAt.milliseconds, stamp: importStamp(tag.updatedAt))
        let entity = TagEntity(columns, holding: tag)
        let known = try reading.record(TagEntity.self, id: tag.id.rawValue)?.asRecord
        guard known == nil || !isToCome(tag.updatedAt) else { return }
        _ = try mergeImported(TagEntity.self, entity.asRecord, into: known)
    }

    /// Imports a location that a file lists separately.
    package func importLocation(_ location: Location) throws {
        let location = try location.validated()
        let columns = RecordColumns(
            id: location.id.rawValue, in: space, createdAt: location.createdAt.milliseconds,
            stamp: importStamp(location.updatedAt))
        let known = try reading.record(LocationEntity.self, id: location.id.rawValue)?.asRecord
        guard known == nil || !isToCome(location.updatedAt) else { return }
        _ = try mergeImported(LocationEntity.self, LocationEntity(columns, holding: location).asRecord, into: known)
    }

    /// Imports a list that a file lists separately. If its id is unknown and a list at its path is not one of the
    /// file's, it becomes that list, which stays unchanged.
    package func importList(_ list: TodoList) throws {
        var list = try list.validated()
        if list.id.rawValue.isEmpty { list.id = Self.listID(atPath: list.path) }
        let known = try reading.record(ListEntity.self, id: list.id.rawValue)?.asRecord
        guard known == nil || !isToCome(list.updatedAt) else { return }
        try deriveLists()
        if known == nil {
            guard
                try reading.lists(atPath: list.path).allSatisfy({ importedRecords.declaredLists.contains($0.record.id) }
                )
            else {
                return
            }
            // The parent may be another list here.
            let parent = try list.parent.flatMap { try reading.record(ListEntity.self, id: $0.rawValue) }
            if parent == nil, !list.ancestors.isEmpty {
                let path = TodoList.path(list.ancestors.map(\.title))
                list.parent = .init(stored: try self.list(atPath: path, newID: .init(stored: "")).record.id)
            }
        }
        importedRecords.declaredLists.insert(list.id.rawValue)
        let columns = RecordColumns(
            id: list.id.rawValue, in: space, createdAt: list.createdAt.milliseconds, stamp: importStamp(list.updatedAt))
        _ = try mergeImported(ListEntity.self, ListEntity(columns, holding: list).asRecord, into: known)
    }

    /// Imports a view that a file lists separately.
    package func importView(_ view: SavedView) throws {
        let view = try view.validated()
        let known = try reading.record(ViewEntity.self, id: view.id.rawValue)?.asRecord
        guard known == nil || !isToCome(view.updatedAt) else { return }
        let columns = RecordColumns(
            id: view.id.rawValue, in: space, createdAt: view.createdAt.milliseconds, stamp: importStamp(view.updatedAt))
        _ = try mergeImported(ViewEntity.self, ViewEntity(columns, holding: view).asRecord, into: known)
    }

    /// Whether a file's time is in the future and so proves nothing about a known record. Capped to now, it would be
    /// later at each import, and later than every edit here.
    func isToCome(_ date: Date) -> Bool { date.milliseconds > now }

    /// A stamp that is the same on every device, so that a file imported on two devices is one edit. It is never later
    /// than the remote's time.
    func importStamp(_ date: Date) -> Stamp {
        let stamp = Stamp(milliseconds: min(date.milliseconds, sharedNow), counter: 0, device: .shared)
        // The clock then shows how recent the stamps are that no other device has seen.
        didGive(stamp)
        return stamp
    }

    /// The tag in this database for a tag in the file: the tag that the file describes, or else a tag with the same
    /// name.
    func knownTag(for tag: Tag, isDeclared: Bool) throws -> Tag {
        if let known = importedRecords.tags[tag.id] { return known }
        let name = TagName.folded(tag.title)
        try deriveAliases()
        let found = try reading.record(TagEntity.self, id: tag.id.rawValue)
        let isSame = found.map { isDeclared || TagName.folded($0.title) == name } ?? false
        let isSeen = TagEntity.seen(id: tag.id.rawValue, in: space)
        let seen = isSame ? try reading.entities(TagEntity.self, where: isSeen).first : nil
        let known = try seen ?? self.tag(titled: tag.title, newID: found == nil ? tag.id : nil)
        // A tag found by its id may have been renamed here.
        if known.foldedName != name, seen?.record.id != tag.id.rawValue {
            importedRecords.mergedTitles[tag.title] = known.title
        }
        let model = known.asModel(with: NoRelations())
        importedRecords.tags[tag.id] = model
        return model
    }

    /// The list in this database for a list in the file: the list with its id, or else the oldest list at its path. A
    /// missing list is created, with the lists above it.
    func knownList(for list: TodoList) throws -> TodoList {
        let key = "\(list.id)\u{0}\(list.path)"
        if let known = importedRecords.lists[key] { return known }
        try deriveLists()
        let found =
            try (list.id.rawValue.isEmpty ? nil : reading.record(ListEntity.self, id: list.id.rawValue))
            .flatMap { $0.record.isDeleted ? nil : $0 } ?? self.list(atPath: list.path, newID: list.id)
        var known = list
        known.id = TodoList.ID(stored: found.record.id)
        importedRecords.lists[key] = known
        return known
    }

    /// The location in this database for a location in the file: the location with its id, an equal location, or the
    /// location that replaces an equal one.
    func knownLocation(for location: Location) throws -> Location {
        try deriveAliases()
        if let seen = try reading.entities(
            LocationEntity.self, where: LocationEntity.seen(id: location.id.rawValue, in: space)
        )
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
            LocationEntity.self,
            where: "isDeleted = 0 AND effectiveID = rowID AND \(isAlike) AND space = \(space.value)",
            suffix: "ORDER BY id LIMIT 1")
        if let known = try alike.first ?? reading.target(of: LocationEntity.self, mergedWhere: isAlike) {
            return try known.asModel()
        }
        try create(location)
        return location
    }
}
