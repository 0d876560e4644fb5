// Where what a program was launched with is read, and nowhere else in the library.
extension TodoStore {
    /// The user's own store, opened when it is first asked for as the launch arguments and the environment say.
    public static var shared: TodoStore {
        get throws { try sharedResult.get() }
    }

    private static let sharedResult = Result { try TodoStore(.launch()) }
}
