import Foundation
public import JSON

/// The registers of a to-do that hold one value each, and the fields of the model that they are. CONTRIBUTING.md says what
/// else a new one needs.
public enum TodoRegister: String, CaseIterable, Sendable {
    /// What is to be done.
    case title
    /// Longer text; null where it is empty.
    case notes
    /// When it was done; null while it is open.
    case completion
    /// When it is due, or null.
    case due
    /// How much it matters, or null.
    case priority
    /// The id of its place, or null.
    case location
}

extension TodoRegister: FieldRegister {
    package var field: Field<Todo.Content> {
        switch self {
        case .title: .line(rawValue, \.todo.title, \.title, isSearched: true, check: Validation.title)
        case .notes: .text(rawValue, \.todo.notes, \.notes, isSearched: true, check: Validation.notes)
        case .completion: .completion(rawValue, member: "completedAt", \.todo.completedAt, \.completedAt)
        case .due: .due(rawValue, \.todo.due, \.due)
        case .priority: .priority(rawValue, \.todo.priority, \.priority)
        case .location: .reference(rawValue, to: .location, column: "locationID", \.locationID, \.location)
        }
    }
}

extension TodoRegister {
    /// The register of an imported property. An accent is spelt in one way, however the file spells it.
    public static func extra(_ key: String) -> String {
        extrasPrefix + (key.utf8.allSatisfy { $0 < 0x80 } ? key : key.precomposedStringWithCanonicalMapping)
    }
    /// The imported property of a register; nil where it is none of these.
    public static func extraKey(of register: String) -> String? {
        register.hasPrefix(extrasPrefix) ? String(register.dropFirst(extrasPrefix.count)) : nil
    }
    /// What the names of the registers of imported properties begin with.
    public static let extrasPrefix = "extras."
}

extension Todo {
    /// What the registers of a to-do hold. Of the to-do in it only the fields count: who it is and when it was made and
    /// edited is kept beside its content, its tags and its place by their ids.
    public struct Content: RecordContent {
        /// The to-do.
        public package(set) var todo: Todo
        /// The id of its place, whether that is known here or not.
        public package(set) var locationID: String?
        /// Its tags, those taken off and those not known here among them.
        public var elements: [String: Record.Element] = [:]

        /// What holds nothing yet.
        public init() { self = Self.empty }

        /// All that a to-do shows.
        package init(_ todo: Todo) { (self.todo, locationID) = (todo, todo.location?.id.rawValue) }

        private static let empty = Content(Todo(id: .init(stored: ""), title: "", createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(TodoRegister.self)

        /// What changes a to-do.
        public typealias Update = Todo.Update

        /// The imported properties.
        public var extras: [String: JSONValue] {
            get { todo.extras }
            set { todo.extras = newValue }
        }
    }
}

extension Todo.Update {
    /// The values of the registers that it writes, by name; tags are not among them.
    public var registers: [String: JSONValue] {
        var values = Todo.Content.fields.registers(of: self)
        for (key, change) in extras where !change.isKept { values[TodoRegister.extra(key)] = change.value ?? .null }
        return values
    }
}
