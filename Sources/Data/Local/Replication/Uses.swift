import JSON
import SQLite
import TodoDomain

// Conflicts between the deletion of a record on one device and a new use of it on another. A to-do uses tags, a
// location and a list; a comment uses a to-do. The device that syncs later notices them.
extension WriteTransaction {
    /// The conflict between a received deletion and uses of the record that were never sent; nil without such uses.
    /// - Parameter countingArrived: whether received uses count too. They do if the record was deleted here before any
    ///   other device could know about it.
    func conflict<Entity: RecordEntity>(
        ofDeleted entity: Entity, deletedBefore: Bool, countingArrived: Bool
    ) throws -> RecordConflict? {
        guard !deletedBefore || countingArrived, entity.record.isDeleted,
            (entity as? any AliasedEntity)?.mergedInto == nil
        else {
            return nil
        }
        let (id, isInSpace): (StoredValue, SQLFragment) = (
            .text(entity.record.id), "space = \(entity.record.space.value)"
        )
        switch Entity.kind {
        case .tag:
            return try conflict(
                of: entity, usedBy: TodoEntity.self, countingArrived,
                where: """
                    rowID IN (SELECT todoID FROM todoTag WHERE tagID = \(.integer(entity.record.rowID)) \
                    UNION SELECT todoID FROM todoTagPending WHERE tagID = \(id)) AND \(isInSpace)
                    """)
        case .location:
            return try conflict(
                of: entity, usedBy: TodoEntity.self, countingArrived, where: "locationID = \(id) AND \(isInSpace)")
        case .list:
            return try conflict(
                of: entity, usedBy: TodoEntity.self, countingArrived, where: "standingList = \(id) AND \(isInSpace)")
        case .todo:
            return try conflict(
                of: entity, usedBy: CommentEntity.self, countingArrived, where: "todoID = \(id) AND \(isInSpace)")
        case .comment, .view, .app, .conflict, .device, .membership: return nil
        }
    }

    private func conflict<Entity: RecordEntity, User: RecordEntity>(
        of entity: Entity, usedBy type: User.Type, _ countingArrived: Bool, where condition: SQLFragment
    ) throws -> RecordConflict? {
        let deletion = entity.record.stamps[RecordColumns.deletion]
        // A record that the remote has collected was not deleted by a person here.
        if countingArrived, deletion?.device == .shared { return nil }
        var latest: Stamp?
        let users: SQLFragment = countingArrived ? "isDeleted = 0" : "isDirty = 1 AND isDeleted = 0"
        for user in try reading.entities(User.self, where: "\(users) AND \(condition)") {
            let record = user.asRecord
            let key = RecordKey(Entity.kind, entity.record.id)
            guard let use = record.uses.first(where: { $0.of == key })?.stamp else { continue }
            let base = try reading.base(User.kind, rowID: user.record.rowID)
            let known = base?.stamp(ofUse: entity.record.id, of: Entity.kind)
            // The deletion may have left out a user that was itself deleted then.
            let isBroughtBack = base?.isDeleted ?? false
            guard countingArrived || use != known || isBroughtBack else { continue }
            let stamp = isBroughtBack ? record.revivedAt : use
            // A copy of a database may have unsent uses that the other one has already sent and deleted.
            if deletion?.knows(stamp) != true { latest = max(latest ?? stamp, stamp) }
        }
        return latest.flatMap { entity.deletionConflict(usedAt: $0) }
    }

    /// The conflicts of a received record that uses others whose deletion was never sent.
    func conflictsOfUses(in record: TodoDomain.Record, before: TodoDomain.Record?) throws -> [(
        RecordKey, RecordConflict
    )] {
        guard !record.isDeleted else { return [] }
        let isBroughtBack = before?.isDeleted ?? false
        let former = Set(before?.uses ?? [])
        var found: [(RecordKey, RecordConflict)] = []
        for use in record.uses where isBroughtBack || !former.contains(use) {
            let stamp = isBroughtBack ? record.revivedAt : use.stamp
            if let conflict = try conflict(of: use.of, at: stamp) { found.append((use.of, conflict)) }
        }
        return found
    }

    private func conflict(of key: RecordKey, at use: Stamp) throws -> RecordConflict? {
        switch key.kind {
        case .tag: try seenRow(TagEntity.self, id: key.id) == nil ? conflict(TagEntity.self, key.id, use) : nil
        case .location:
            try seenRow(LocationEntity.self, id: key.id) == nil ? conflict(LocationEntity.self, key.id, use) : nil
        case .list: try conflict(ListEntity.self, key.id, use)
        case .todo: try conflict(TodoEntity.self, key.id, use)
        case .comment, .view, .app, .conflict, .device, .membership: nil
        }
    }

    private func conflict<Entity: RecordEntity>(
        _ type: Entity.Type, _ id: String, _ use: Stamp
    ) throws -> RecordConflict? {
        guard let entity = try reading.record(type, id: id), entity.record.isDirty, entity.record.isDeleted,
            (entity as? any AliasedEntity)?.mergedInto == nil
        else { return nil }
        let base = try reading.base(Entity.kind, rowID: entity.record.rowID)
        let deletion = entity.record.stamps[RecordColumns.deletion]
        guard deletion != base?.deletion, deletion?.knows(use) != true else { return nil }
        return entity.deletionConflict(usedAt: use)
    }
}

/// A reference from one record to another, with its stamp.
private struct Use: Hashable {
    let of: RecordKey
    let stamp: Stamp
}

extension TodoDomain.Record {
    /// When a deleted record was revived: when its deletion was undone, or when it was edited later.
    fileprivate var revivedAt: Stamp {
        guard let deletion, deletion.value.isNull else { return contentStamp }
        return deletion.stamp ?? contentStamp
    }

    /// The tags, the location and the list of a to-do; the to-do of a comment.
    fileprivate var uses: [Use] {
        func use(_ kind: RecordKind, _ register: String, _ id: (JSONValue) -> String?) -> Use? {
            guard let id = registers[register].flatMap({ id($0.value) }) else { return nil }
            return Use(of: RecordKey(kind, id), stamp: stamp(of: register))
        }
        switch kind {
        case .todo:
            let tags = elements.filter { $0.value.isPresent && TodoElement($0.key).isTag }
            return tags.map { Use(of: RecordKey(.tag, $0.key), stamp: $0.value.stamp) }
                + [
                    use(.location, TodoRegister.location.rawValue, \.string),
                    use(.list, TodoRegister.standing.rawValue) { $0.asStanding.list },
                ].compactMap(\.self)
        case .comment: return [use(.todo, CommentRegister.todo.rawValue, \.string)].compactMap(\.self)
        case .tag, .location, .list, .view, .app, .conflict, .device, .membership: return []
        }
    }
}

extension RecordBase {
    /// The stamp of a reference to a record of a kind, as the remote knew it.
    fileprivate func stamp(ofUse id: String, of kind: RecordKind) -> Stamp? {
        switch kind {
        case .tag: elements[id]
        case .location: stamp(of: TodoRegister.location.rawValue)
        case .list: stamp(of: TodoRegister.standing.rawValue)
        case .todo: stamp(of: CommentRegister.todo.rawValue)
        case .comment, .view, .app, .conflict, .device, .membership: nil
        }
    }
}

extension RecordEntity {
    /// The conflict in which a use lost to the deletion. It stands for all uses that the deletion affected.
    fileprivate func deletionConflict(usedAt use: Stamp) -> RecordConflict? {
        guard let deletion = record.stamps[RecordColumns.deletion] else { return nil }
        return RecordConflict(
            register: RecordConflict.deletion, lost: .null, lostStamp: use,
            kept: record.deletedAt.map(JSONValue.integer) ?? .null, keptStamp: deletion, identity: deletion)
    }
}
