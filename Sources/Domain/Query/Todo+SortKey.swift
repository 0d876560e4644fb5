extension Todo.SortKey: RawRepresentable, Codable, CaseIterable {
    /// The built-in keys, which every to-do has.
    public static var allCases: [Todo.SortKey] { [.updated, .created, .due, .title, .priority, .completed, .manual] }

    /// The key with a stable name; nil for an unknown name.
    public init?(rawValue: String) {
        if let name = TodoRegister.extraKey(of: rawValue) {
            self = .extra(name)
        } else if let key = Self.allCases.first(where: { $0.rawValue == rawValue }) {
            self = key
        } else {
            return nil
        }
    }

    /// Its stable name: `due`, or `extras.` and the name of a property.
    public var rawValue: String {
        switch self {
        case .updated: "updated"
        case .created: "created"
        case .due: "due"
        case .title: "title"
        case .priority: "priority"
        case .completed: "completed"
        case .manual: "manual"
        case .extra(let name): TodoRegister.extra(name)
        }
    }

    /// Whether it is a property of an app or an import.
    package var isExtra: Bool { if case .extra = self { true } else { false } }
}
