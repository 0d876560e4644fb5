package import TodoDomain

/// The code with which an operation fails; nil if it does not, or where its error is no ``TodoError``.
package func errorCode<T>(_ operation: () async throws -> T) async -> TodoError.Code? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return (error as? TodoError)?.code
    }
}
