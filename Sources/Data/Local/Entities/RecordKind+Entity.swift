package import TodoDomain

extension RecordKind {
    /// The table of its records.
    package var table: String { entity.table }

    /// Whether a shared space may have records of the kind. Views and devices are those of one person.
    var isShared: Bool {
        switch self {
        case .todo, .tag, .location, .list, .comment, .app, .conflict: true
        case .view, .device: false
        }
    }

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
        }
    }
}
