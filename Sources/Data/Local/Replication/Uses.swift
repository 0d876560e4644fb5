import JSON
import SQLite
import TodoDomain

// Conflicts between the deletion of a tag or location on one device and a new use on another; the later device notices
// them.
extension WriteTransaction {
    /// The conflict between a deletion that has arrived and uses of the record that were never sent; nil if there are
    /// none.
    func conflict<Entity: RecordEntity>(ofDeleted entity: Entity, deletedBefore: Bool) throws -> RecordConflict? {
        guard !deletedBefore, let aliased = entity as? any AliasedEntity, aliased.mergedInto == nil,
            entity.record.isDeleted
        else { return nil }
        let id = StoredValue.text(entity.record.id)
        let users: SQLFragment =
            Entity.kind == .tag
            ? """
            rowID IN (SELECT todoID FROM todoTag WHERE tagID = \(.integer(entity.record.rowID)) \
            UNION SELECT todoID FROM todoTagPending WHERE tagID = \(id))
            """ : "locationID = \(id)"
        let deletion = entity.record.stamps[RecordColumns.deletion]
        var latest: Stamp?
        for todo in try reading.entities(TodoEntity.self, where: "isDirty = 1 AND isDeleted = 0 AND \(users)") {
            guard let use = todo.use(of: entity) else { continue }
            let base = try reading.base(.todo, rowID: todo.record.rowID)
            let known =
                Entity.kind == .tag
                ? base?.elements[entity.record.id] : base?.stamp(of: TodoRegister.location.rawValue)
            // Whoever deletes it may not have counted a to-do that was deleted then.
            let isBroughtBack = base?.isDeleted ?? false
            guard use != known || isBroughtBack else { continue }
            let stamp = isBroughtBack ? todo.record.stamps[RecordColumns.deletion] ?? use : use
            // A copy of a database may have unsent uses that the other one has already sent and deleted.
            if deletion?.knows(stamp) != true { latest = max(latest ?? stamp, stamp) }
        }
        return latest.flatMap { entity.deletionConflict(usedAt: $0) }
    }

    /// The conflicts of a to-do to which an arrival has given tags or a location whose deletion was never sent.
    func conflictsOfUses(in record: TodoDomain.Record, before: TodoDomain.Record?) throws -> [(
        RecordKey, RecordConflict
    )] {
        guard record.kind == .todo, !record.isDeleted else { return [] }
        var found: [(RecordKey, RecordConflict)] = []
        let isBroughtBack = before?.isDeleted ?? false
        let broughtBack = isBroughtBack ? record.deletion?.stamp : nil
        for (id, element) in record.elements
        where element.isPresent && TodoElement(id).isTag
            && (isBroughtBack || before?.elements[id]?.stamp != element.stamp)
        {
            if let conflict = try conflictOfUse(TagEntity.self, id, broughtBack ?? element.stamp) {
                found.append((RecordKey(.tag, id), conflict))
            }
        }
        let place = TodoRegister.location.rawValue
        if let id = record.registers[place]?.value.string,
            isBroughtBack || before?.stamp(of: place) != record.stamp(of: place),
            let conflict = try conflictOfUse(LocationEntity.self, id, broughtBack ?? record.stamp(of: place))
        {
            found.append((RecordKey(.location, id), conflict))
        }
        return found
    }

    private func conflictOfUse<Entity: AliasedEntity>(
        _ type: Entity.Type, _ id: String, _ use: Stamp
    ) throws -> RecordConflict? {
        guard try seenRow(type, id: id) == nil, let entity = try reading.record(type, id: id), entity.record.isDirty,
            entity.record.isDeleted, entity.mergedInto == nil
        else { return nil }
        let base = try reading.base(Entity.kind, rowID: entity.record.rowID)
        let deletion = entity.record.stamps[RecordColumns.deletion]
        guard deletion != base?.deletion, deletion?.knows(use) != true else { return nil }
        return entity.deletionConflict(usedAt: use)
    }
}

extension TodoEntity {
    /// When it was given a tag or a location that it has; nil if it does not have it.
    fileprivate func use<Entity: RecordEntity>(of entity: Entity) -> Stamp? {
        if Entity.kind == .tag { return elements[entity.record.id].flatMap { $0.isPresent ? $0.stamp : nil } }
        return locationID == entity.record.id ? record.stamp(of: TodoRegister.location.rawValue) : nil
    }
}

extension RecordEntity {
    /// The conflict in which a use lost to the deletion; it stands for all uses that the deletion affected.
    fileprivate func deletionConflict(usedAt use: Stamp) -> RecordConflict? {
        guard let deletion = record.stamps[RecordColumns.deletion] else { return nil }
        return RecordConflict(
            register: RecordConflict.deletion, lost: .null, lostStamp: use,
            kept: record.deletedAt.map(JSONValue.integer) ?? .null, keptStamp: deletion, identity: deletion)
    }
}
