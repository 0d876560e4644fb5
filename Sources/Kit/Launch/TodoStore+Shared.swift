import Basics
public import TodoLocal

// The only place in the library that reads the launch arguments.
extension TodoStore {
    /// The user's own store. It is opened on first use, as the launch arguments and the environment specify. If it cannot be
    /// opened, the next use tries again.
    public static var shared: TodoStore {
        get throws { try sharedStore.value { try TodoStore(.launch()) } }
    }

    private static let sharedStore = FirstSuccess<TodoStore>()
}

extension TodoDAO {
    /// The to-dos of the user's own store (``TodoStore/shared``).
    public static var shared: TodoDAO { get throws { try TodoStore.shared.todoDAO } }
}

extension TagDAO {
    /// The tags of the user's own store (``TodoStore/shared``).
    public static var shared: TagDAO { get throws { try TodoStore.shared.tagDAO } }
}

extension LocationDAO {
    /// The locations of the user's own store (``TodoStore/shared``).
    public static var shared: LocationDAO { get throws { try TodoStore.shared.locationDAO } }
}

extension ListDAO {
    /// The lists of the user's own store (``TodoStore/shared``).
    public static var shared: ListDAO { get throws { try TodoStore.shared.listDAO } }
}

/// A value that is made once, by the first call that succeeds.
package final class FirstSuccess<Value: Sendable>: Sendable {
    private let made = Locked<Value?>(nil)

    /// A value that is not made yet.
    package init() {}

    /// The value. A caller waits while another one makes it, as with a global variable.
    /// - Parameter make: makes the value if there is none.
    package func value(_ make: () throws -> Value) throws -> Value {
        try made.withLock { made in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
