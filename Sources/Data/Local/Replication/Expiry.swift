import JSON
import SQLite
import TodoDomain

// Each device deletes records that are no longer needed by itself, and all devices write the same. The deletion gets
// the stamp right after everything known of the record, so that any later write revives it.
extension ReplicationDAO {
    /// Deletes conflicts that were noticed before a time, open or closed. Also deletes the comments on to-dos that were
    /// deleted before another time and are about to be forgotten.
    /// - Parameters:
    ///   - noticed: milliseconds since 1970.
    ///   - deleted: milliseconds since 1970.
    package func expire(conflictsNoticedBefore noticed: Int64, commentsOfTodosDeletedBefore deleted: Int64) async throws
    {
        try await write { transaction in
            try transaction.expire(ConflictEntity.self, where: "ifnull(notice ->> 'at', 0) < \(.integer(noticed))")
            // A deletion that was undone since is not an edit, but the comment is still wanted.
            let first = Stamp(milliseconds: deleted, counter: 0, device: .shared).description
            try transaction.expire(
                CommentEntity.self,
                where: """
                    updatedAt < \(.integer(deleted)) AND ifnull(stamps ->> '$.deleted', '') < \(.text(first)) \
                    AND NOT EXISTS (SELECT 1 FROM todo \
                    WHERE todo.id = comment.todoID AND todo.space = comment.space AND (todo.isDeleted = 0 OR todo.deletedAt >= \(.integer(deleted))))
                    """)
        }
    }
}

extension WriteTransaction {
    fileprivate func expire<Entity: RecordEntity>(_ type: Entity.Type, where condition: SQLFragment) throws {
        for entity in try reading.entities(
            type, where: "isDeleted = 0 AND space = \(space.value) AND \(condition)", suffix: "LIMIT 1000")
        {
            var record = entity.asRecord
            var clock = HybridLogicalClock(device: .shared)
            record.deletion = Record.Register(
                .integer(record.highestStamp.milliseconds), clock.tick(now: 0, after: record.highestStamp))
            let (before, after) = Self.differences(entity.asRecord, record)
            _ = try write(entity.holding(record), over: entity, before: before, after: after)
        }
    }
}
