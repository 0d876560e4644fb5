import GRDB
import SQLite
import TodoDomain

/// The result of merging another database. The numbers count to-dos unless they say otherwise.
package struct ReplicaMerge: Sendable {
    package var added = 0
    package var updated = 0
    package var deleted = 0
    package var unchanged = 0
    /// How many tags, locations, lists, comments, views and records of apps were added, changed or deleted.
    package var others = 0
    /// The conflicts that are known since.
    package var conflicts: [StoredConflict] = []

    fileprivate mutating func count(_ kind: RecordKind, _ number: WritableKeyPath<Self, Int>) {
        if kind == .todo {
            self[keyPath: number] += 1
        } else if kind.isContent, number != \.unchanged {
            others += 1
        }
    }
}

// Merges another database as the replica that it is.
extension WriteTransaction {
    /// Merges all records of another database of this version into the local ones, stamp by stamp. Where both have written a field
    /// without knowing of each other, the later write stands, and the other one is kept as a conflict.
    package func merge(_ other: ReadTransaction) throws -> ReplicaMerge {
        let spaces = try adoptSpaces(of: other)
        isMergingReplica = true
        defer { isMergingReplica = false }
        var merge = ReplicaMerge()
        let conflictsBefore = try reading.integer("SELECT ifnull(max(rowID), 0) FROM conflict")
        let parting = try Fork(reading, other)
        // Conflicts come last, so that those noted here count as found by this merge.
        for kind in RecordKind.inOrder { try take(kind.entity, of: other, spaces, parting, &merge) }
        try inEverySpaceOfThis {
            _ = try noteCircles()
            try answerCompletions()
        }
        merge.conflicts = try reading.openConflicts(after: conflictsBefore)
        return merge
    }

    private func take<Entity: RecordEntity>(
        _ type: Entity.Type, of other: ReadTransaction, _ spaces: [SpaceID: SpaceID], _ parting: Fork,
        _ merge: inout ReplicaMerge
    ) throws {
        let rows = try other.database.makeStatement(sql: "SELECT \(Entity.columnList) FROM \(Entity.table)")
        try rows.forEachRow { row in
            let theirs = Entity(reading: &row)
            guard let space = spaces[theirs.record.space] else { return }
            try within(space) { try take(theirs, parting, &merge) }
        }
    }

    private func take<Entity: RecordEntity>(_ theirs: Entity, _ parting: Fork, _ merge: inout ReplicaMerge) throws {
        let record = theirs.asRecord
        guard let mine = try reading.record(Entity.self, id: record.id) else {
            guard !record.isDeletedForGood else { return }
            observe(record.highestStamp)
            var entity = Entity(
                RecordColumns(id: record.id, in: space, createdAt: record.createdAt, stamp: record.origin)
            )
            .holding(record)
            entity.content.isLocal = theirs.content.isLocal
            guard try insert(entity) != nil else {
                throw TodoError(.storage, "A record could not be inserted.")
            }
            return merge.count(Entity.kind, record.isDeleted ? \.unchanged : \.added)
        }
        let known = mine.asRecord.normalized()
        guard known != record.normalized() else {
            if !record.isDeleted { merge.count(Entity.kind, \.unchanged) }
            return
        }
        observe(record.highestStamp)
        let result = known.reconciled(with: record, over: parting.base(of: mine, theirs), at: 0)
        var isDeleted = mine.record.isDeleted
        if result.record != known {
            let (before, after) = Self.differences(known, result.record)
            let merged = mine.holding(result.record)
            isDeleted = try write(merged, over: mine, before: before, after: after).record.isDeleted
            let isSeen = !isDeleted || !mine.record.isDeleted
            if isSeen { merge.count(Entity.kind, isDeleted ? \.deleted : \.updated) }
        } else if !isDeleted {
            merge.count(Entity.kind, \.unchanged)
        }
        for conflict in result.conflicts { _ = try note(conflict, of: mine.key) }
    }
}
