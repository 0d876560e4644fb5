// The only place in the library that reads the launch arguments.
extension TodoStore {
    /// The user's own store, opened on first use as the launch arguments and the environment say.
    public static var shared: TodoStore {
        get throws { try sharedResult.get() }
    }

    private static let sharedResult = Result { try TodoStore(.launch()) }
}
