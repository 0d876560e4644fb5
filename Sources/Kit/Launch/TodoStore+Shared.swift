import Basics

// The only place in the library that reads the launch arguments.
extension TodoStore {
    /// The user's own store, opened on first use as the launch arguments and the environment say. If it cannot be opened, the
    /// next use tries again.
    public static var shared: TodoStore {
        get throws { try sharedStore.value { try TodoStore(.launch()) } }
    }

    private static let sharedStore = FirstSuccess<TodoStore>()
}

/// A value that is made once, by the first who asks for it and does not fail.
package final class FirstSuccess<Value: Sendable>: Sendable {
    private let made = Locked<Value?>(nil)

    /// Nothing was made yet.
    package init() {}

    /// The value. Whoever asks while it is being made waits, as for a global variable.
    /// - Parameter make: makes it if there is none.
    package func value(_ make: () throws -> Value) throws -> Value {
        try made.withLock { made in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
