public import JSON

/// A set of siblings, which have a manual order of their own.
public enum OrderContainer: Hashable, Sendable, Codable {
    /// The to-dos that have neither a list nor a parent.
    case inbox
    /// The lists that are in no other list.
    case top
    /// The to-dos in a list that have no parent; for lists, the lists in a list.
    case list(TodoList.ID)
    /// The subtasks of a to-do.
    case todo(Todo.ID)

    /// Its name in registers: `inbox`, `top`, `list:ID` or `todo:ID`. An id contains no colon.
    public var name: String {
        switch self {
        case .inbox: "inbox"
        case .top: "top"
        case .list(let id): "list:\(id)"
        case .todo(let id): "todo:\(id)"
        }
    }

    /// The container with this name; nil for any other text.
    public init?(name: String) {
        switch name {
        case "inbox": self = .inbox
        case "top": self = .top
        default:
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "list":
                guard let id = TodoList.ID(parts[1]) else { return nil }
                self = .list(id)
            case "todo":
                guard let id = Todo.ID(parts[1]) else { return nil }
                self = .todo(id)
            default: return nil
            }
        }
    }
}

// The text by which stores sort: a container's name and a key, separated by a space, which neither contains. So the
// order of each container is a range of one index.
extension OrderContainer {
    /// The text of an item of this container.
    package func sortText(_ key: OrderKey) -> String { "\(name) \(key)" }
    /// The range of the container’s texts: the first bound is included, the second is not.
    package var sortRange: (from: String, to: String) { (name + " ", name + "!") }

    /// The key in the text of an item.
    package static func key(ofSortText text: String) -> OrderKey? {
        text.firstIndex(of: " ").flatMap { OrderKey(String(text[text.index(after: $0)...])) }
    }
}

/// Where somebody put a to-do or a list among its siblings: one register.
///
/// It names the container for which it was meant, and counts only there: a position that arrives late from a device
/// on which the item had not yet been moved does not put it anywhere in its new container, let alone back.
public struct OrderPosition: Hashable, Sendable {
    /// The ``OrderContainer/name`` of its container, which need not exist.
    public let container: String
    /// The key, which need not be a valid ``OrderKey``.
    public let key: String

    /// A position with the text of a register.
    package init(container: String, key: String) {
        self.container = container
        self.key = key
    }

    /// A position in a container.
    public init(_ key: OrderKey, in container: OrderContainer) {
        self.init(container: container.name, key: key.description)
    }

    /// The key, if it counts in a container.
    public func key(in container: OrderContainer) -> OrderKey? {
        container.name == self.container ? OrderKey(key) : nil
    }
}

extension Todo {
    /// The siblings to which it belongs.
    public var container: OrderContainer { parent.map { .todo($0) } ?? list.map { .list($0.id) } ?? .inbox }
    /// The key by which it is sorted among its siblings, and to which its id is added: ``position``, or one that
    /// follows from ``createdAt``.
    public var orderKey: OrderKey { position ?? OrderKey(createdAt: createdAt) }
}

extension TodoList {
    /// The siblings to which it belongs.
    public var container: OrderContainer { parent.map { .list($0) } ?? .top }
    /// The key by which it is sorted among its siblings, and to which its id is added: ``position``, or one that
    /// follows from ``createdAt``.
    public var orderKey: OrderKey { position ?? OrderKey(createdAt: createdAt) }
}

extension JSONValue {
    /// `{"in": container, "key": key}`, or null.
    public static func order(_ position: OrderPosition?) -> JSONValue {
        position.map { ["in": .string($0.container), "key": .string($0.key)] } ?? .null
    }

    /// A position in a manual order; nil if there is none or the value has another form.
    package var asOrderPosition: OrderPosition? {
        guard let container = self["in"]?.string, let key = self["key"]?.string else { return nil }
        return OrderPosition(container: container, key: key)
    }
}
