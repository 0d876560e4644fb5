import TodoDomain
import TodoLocal

extension LocalStack {
    /// Merges a record from elsewhere; returns whether that changed anything.
    @discardableResult
    func merge(_ record: Record) async throws -> Bool {
        try await write("pull", author: .sync) { transaction in
            switch record.kind {
            case .todo: try transaction.merge(TodoEntity.self, record).didChange
            case .tag: try transaction.merge(TagEntity.self, record).didChange
            case .location: try transaction.merge(LocationEntity.self, record).didChange
            case .list: try transaction.merge(ListEntity.self, record).didChange
            case .comment: try transaction.merge(CommentEntity.self, record).didChange
            case .view: try transaction.merge(ViewEntity.self, record).didChange
            case .app: try transaction.merge(AppEntity.self, record).didChange
            case .conflict: try transaction.merge(ConflictEntity.self, record).didChange
            case .device: try transaction.merge(DeviceEntity.self, record).didChange
            case .membership: try transaction.merge(MembershipEntity.self, record).didChange
            }
        }
    }
}
