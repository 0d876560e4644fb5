/// Runs an operation for a caller that does not use async, and passes the result or the error to `completion`, on any
/// thread.
/// ```swift
/// execute { try await dao.findMany(.all.open) } completion: { result in ... }
/// ```
/// - Returns: the task, which can be cancelled.
@discardableResult
public func execute<T: Sendable>(
    _ operation: @escaping @Sendable () async throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
) -> Task<Void, Never> {
    Task {
        do { completion(.success(try await operation())) } catch { completion(.failure(error)) }
    }
}

/// Runs an operation for a caller that does not use async, with the handler of its result first.
/// ```swift
/// execute(completion: { result in ... }) { try await dao.findMany(.all.open) }
/// ```
/// - Returns: the task, which can be cancelled.
@discardableResult
public func execute<T: Sendable>(
    completion: @escaping @Sendable (Result<T, any Error>) -> Void,
    _ operation: @escaping @Sendable () async throws -> T
) -> Task<Void, Never> {
    execute(operation, completion: completion)
}
