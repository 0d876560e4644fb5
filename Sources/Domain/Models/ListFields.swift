public import JSON

/// The registers of a list, and the corresponding fields of the model.
package enum ListRegister: String, CaseIterable, Sendable {
    /// The title.
    case title
    /// Its colour as a front end understands it, or null.
    case color
    /// The id of its parent, or null. It counts unless that list is deleted or the two are in a circle.
    case parent
    /// True if it is archived, or null.
    case archived
    /// Where it was put among its siblings, or null.
    case position
}

extension ListRegister: FieldRegister {
    package var field: Field<TodoList.Content> {
        switch self {
        case .title:
            .line(rawValue, \.list.title, \.title, isSearched: true, limit: Limits.name, check: Validation.listTitle)
        case .color: .optionalText(rawValue, \.list.color, \.color, limit: Limits.color, check: Validation.color)
        case .parent: .reference(rawValue, to: .list, column: "parentID", \.parentID, \.parent)
        case .archived: .flag(rawValue, column: "isArchived", \.list.isArchived, \.isArchived)
        case .position: .order(rawValue, \.position)
        }
    }
}

extension TodoList {
    /// The values of the registers of a list. Only the fields of the list in it count.
    public struct Content: RecordContent {
        /// The list.
        public package(set) var list: TodoList
        /// The id of its parent, which need not be known here.
        package var parentID: String?
        /// Where it was put among its siblings, which need not be there.
        public package(set) var position: OrderPosition?

        /// Empty content.
        public init() { self = Self.empty }

        /// The content of a list.
        package init(_ list: TodoList) {
            self.list = list
            parentID = list.parent?.rawValue
            position = list.position.map { OrderPosition($0, in: list.container) }
        }

        private static let empty = Content(
            TodoList(id: .init(stored: ""), title: "", createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(ListRegister.self)

        /// Changes to a list.
        public typealias Update = TodoList.Update
    }
}

extension TodoList.Update {
    /// The register values that it writes, by name.
    public var registers: [String: JSONValue] { TodoList.Content.fields.registers(of: self) }
}
