import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the derived columns are correct: folded text, `updatedAt` and `isDeleted`.
    static var derivedColumns: Check {
        Check("derived-columns") { subject in
            try subject.read { database in
                var stale = DerivedColumns.Stale()
                for kind in RecordKind.allCases { try DerivedColumns.examine(kind.entity, database, &stale) }
                stale.state += try AliasTable<TagEntity>.changes(in: database).count
                stale.state += try AliasTable<LocationEntity>.changes(in: database).count
                stale.state += try ListTable.changes(in: database).count
                return Finding.counted("wrong-folded-text", stale.text) {
                    "Some records are found and sorted by an outdated text (\($0))."
                }
                    + Finding.counted("wrong-state", stale.state) {
                        "Some records do not match their stamps: whether they are deleted, or when they were edited (\($0))."
                    }
            }
        } repair: { subject in
            try subject.write { database in
                for kind in RecordKind.allCases { try DerivedColumns.repair(kind.entity, database) }
                try DerivedColumns.repairAliases(of: TagEntity.self, database)
                try DerivedColumns.repairAliases(of: LocationEntity.self, database)
                for space in try ReadTransaction(database).spaces() { try ListTable.settle(space, in: database) }
            }
        }
    }
}

/// Columns that are computed when a row is written.
private enum DerivedColumns {
    /// How many rows have wrong derived columns.
    struct Stale {
        var text = 0
        var state = 0
    }

    static func examine<Entity: RecordEntity>(
        _ type: Entity.Type, _ database: Database, _ stale: inout Stale
    ) throws {
        try rows(type, database) { entity, texts in
            if texts != entity.derivedValues { stale.text += 1 }
            if entity.hasStaleState { stale.state += 1 }
        }
    }

    static func repair<Entity: RecordEntity>(_ type: Entity.Type, _ database: Database) throws {
        var wrong: [Int64] = []
        try rows(type, database) { entity, texts in
            if texts != entity.derivedValues || entity.hasStaleState { wrong.append(entity.record.rowID) }
        }
        let columns = Entity.derivedColumns + ["updatedAt", "isDeleted"]
        let sql =
            "UPDATE \(Entity.table) SET " + columns.map { "\($0) = ?" }.joined(separator: ", ") + " WHERE rowID = ?"
        for rowID in wrong {
            let entities = try ReadTransaction(database).entities(type, where: "rowID = \(.integer(rowID))")
            guard let entity = entities.first else { continue }
            let record = entity.asRecord
            try database.run(
                sql,
                entity.derivedValues + [
                    .integer(record.editStamp.milliseconds), StoredValue(record.isDeleted), .integer(rowID),
                ])
        }
    }

    /// Repairs which records represent others; the relations are derived again afterwards.
    static func repairAliases<Entity: AliasedEntity>(of type: Entity.Type, _ database: Database) throws {
        for change in try AliasTable<Entity>.changes(in: database) {
            try database.run(
                "UPDATE \(Entity.table) SET effectiveID = ? WHERE rowID = ?",
                [StoredValue(change.speaker), .integer(change.row)])
        }
    }

    /// Each readable row, and the contents of its columns of folded text.
    private static func rows<Entity: RecordEntity>(
        _ type: Entity.Type, _ database: Database, _ body: (Entity, [StoredValue]) throws -> Void
    ) throws {
        let columns = (Entity.columns + Entity.derivedColumns).joined(separator: ", ")
        try database.makeStatement(sql: "SELECT \(columns) FROM \(Entity.table)").forEachRow(
            toleratingDamage: true
        ) { row in
            let entity = Entity(reading: &row)
            guard !row.isDamaged else { return }
            try body(entity, Entity.derivedColumns.map { _ in .text(row.text()) })
        }
    }
}

extension RecordEntity {
    fileprivate var derivedValues: [StoredValue] { Array(values.suffix(Self.derivedColumns.count)) }

    fileprivate var hasStaleState: Bool {
        // Most records are as they were created; reading them as replicas would take most of the time.
        if record.stamps.isEmpty, elements.isEmpty {
            return record.isDeleted || record.updatedAt != record.stamp.milliseconds
        }
        let replica = asRecord
        return record.isDeleted != replica.isDeleted || record.updatedAt != replica.editStamp.milliseconds
    }
}
