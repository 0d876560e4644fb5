import SQLite
package import TodoDomain

extension ReplicationDAO {
    /// The records of a kind that are sent to other devices, after an id, including deleted ones, sorted by the bytes
    /// of their ids.
    package func records(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [Record] {
        try await read { try $0.records(kind.entity, afterID: id, limit: limit) }
    }
}

extension ReadTransaction {
    /// All records of a kind in the space after an id, including deleted ones, except those that never leave this device.
    package func records<Entity: RecordEntity>(
        _ type: Entity.Type, afterID id: String?, limit: Int
    ) throws -> [TodoDomain.Record] {
        try entities(
            type, where: "id > \(.text(id ?? "")) AND space = \(space.value) AND \(sql: Entity.sentCondition)",
            suffix: "ORDER BY id LIMIT \(limit)"
        ).map { $0.asRecord.shared(in: space) }
    }
}
