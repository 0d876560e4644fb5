import FirestoreWire

extension Status {
    /// Runs `body`, and makes INVALID_ARGUMENT of a name that cannot be.
    static func naming<T>(_ body: () throws(InvalidName) -> T) throws(Status) -> T {
        do {
            return try body()
        } catch {
            throw Status(.invalidArgument, error.description)
        }
    }
}
