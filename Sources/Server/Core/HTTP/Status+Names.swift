import FirestoreWire

extension Status {
    /// Runs `body`, and throws INVALID_ARGUMENT for an invalid name.
    static func naming<T>(_ body: () throws(InvalidName) -> T) throws(Status) -> T {
        do {
            return try body()
        } catch {
            throw Status(.invalidArgument, error.description)
        }
    }
}
