public import JSON

/// The registers of a list, and the fields of the model that they are.
public enum ListRegister: String, CaseIterable, Sendable {
    /// What it is called.
    case title
    /// Its colour as a front end understands it, or null.
    case color
    /// The id of the list in which it stands, or null. It counts as far as that list is there and the two are in no circle.
    case parent
    /// True where it is archived, or null.
    case archived
}

extension ListRegister: FieldRegister {
    package var field: Field<TodoList.Content> {
        switch self {
        case .title: .line(rawValue, \.list.title, \.title, isSearched: true, check: Validation.listTitle)
        case .color: .optionalText(rawValue, \.list.color, \.color, check: Validation.color)
        case .parent: .reference(rawValue, to: .list, column: "parentID", \.parentID, \.parent)
        case .archived: .flag(rawValue, column: "isArchived", \.list.isArchived, \.isArchived)
        }
    }
}

extension TodoList {
    /// What the registers of a list hold. Of the list in it only the fields count.
    public struct Content: RecordContent {
        /// The list.
        public package(set) var list: TodoList
        /// The id of the list in which it stands, whether that is known here or not.
        public package(set) var parentID: String?

        /// What holds nothing yet.
        public init() { self = Self.empty }

        /// All that a list shows.
        package init(_ list: TodoList) { (self.list, parentID) = (list, list.parent?.rawValue) }

        private static let empty = Content(
            TodoList(id: .init(stored: ""), title: "", createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(ListRegister.self)

        /// What changes a list.
        public typealias Update = TodoList.Update
    }
}

extension TodoList.Update {
    /// The values of the registers that it writes, by name.
    public var registers: [String: JSONValue] { TodoList.Content.fields.registers(of: self) }
}
