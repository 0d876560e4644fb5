public import TodoDomain
import TodoLocal

extension TodoStore {
    /// Whether to-dos are on the remote, and which device wrote them last. To-dos that are not on this device are left out.
    public func syncState(of ids: [Todo.ID]) async throws -> [Todo.ID: RecordSyncState] {
        let names = try await sync.deviceNames.merging(memberNames) { own, _ in own }
        let refused = Dictionary(
            try await sync.quarantined().filter { $0.key.kind == .todo }.map { ($0.key.id, $0) }
        ) { first, _ in first }
        return try await stack.read { transaction in
            var states: [Todo.ID: RecordSyncState] = [:]
            for id in ids {
                let own = try transaction.record(TodoEntity.self, id: id.rawValue)
                guard let row = try own ?? transaction.namedRow(TodoEntity.self, id: id.rawValue) else { continue }
                let editor = row.asRecord.editStamp.device
                states[id] = RecordSyncState(
                    isUnsent: row.record.isDirty, refusal: refused[id.rawValue], editor: editor,
                    editorName: names[editor])
            }
            return states
        }
    }
}
