import SQLite
package import TodoDomain

extension ReplicationDAO {
    /// The records of a kind, deleted ones too, in the order of their ids' bytes, from behind one on.
    package func records(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [Record] {
        try await stack.read { try $0.records(kind.entity, afterID: id, limit: limit) }
    }
}

extension ReadTransaction {
    fileprivate func records<Entity: RecordEntity>(
        _ type: Entity.Type, afterID id: String?, limit: Int
    ) throws -> [TodoDomain.Record] {
        try entities(type, where: "id > \(.text(id ?? ""))", suffix: "ORDER BY id LIMIT \(limit)").map(\.asRecord)
    }
}
