package import TodoDomain

extension RecordKind {
    /// The table of its records.
    package var table: String { entity.table }

    /// The rows of its records.
    package var entity: any RecordEntity.Type {
        switch self {
        case .todo: TodoEntity.self
        case .tag: TagEntity.self
        case .location: LocationEntity.self
        case .list: ListEntity.self
        case .comment: CommentEntity.self
        case .view: ViewEntity.self
        case .app: AppEntity.self
        case .conflict: ConflictEntity.self
        case .device: DeviceEntity.self
        case .membership: MembershipEntity.self
        }
    }
}
