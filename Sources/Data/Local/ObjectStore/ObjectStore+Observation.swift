import GRDB
public import TodoDomain

extension ObjectStore {
    /// The answer to a query at once, and again whenever a write of this stack has changed it, until the task that
    /// reads it ends. Changes that come quickly after one another may be shown as one.
    public func observe(_ query: Query<M.Model>) -> AsyncThrowingStream<Page<M.Model>, any Error> {
        let observation = ValueObservation.tracking { database in
            try self.page(query, in: ReadTransaction(database))
        }
        let values = observation.removeDuplicates().values(in: stack.database, bufferingPolicy: .bufferingNewest(1))
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    // GRDB may give the first value twice even so (its duplicates are looked for per connection).
                    var last: Page<M.Model>?
                    for try await page in values where page != last {
                        last = page
                        continuation.yield(page)
                    }
                    continuation.finish()
                } catch is CancellationError {
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: TodoError(storage: error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
