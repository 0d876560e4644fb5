package import TodoDomain

/// Returns the code with which an operation fails; nil if it succeeds or its error is not a ``TodoError``.
package func errorCode<T>(_ operation: () async throws -> T) async -> TodoError.Code? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return (error as? TodoError)?.code
    }
}
