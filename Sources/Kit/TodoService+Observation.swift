import TodoDomain
import TodoLocal
import TodoSync

// Observations of everything that a view shows. Each gives its value at once, and again whenever this process, another one
// or a sync changes it.
extension TodoService {
    /// The value of `read`, at once and after each commit that changes it. Commits during a read lead to one further read.
    /// Equal values in a row are given once.
    /// ```swift
    /// for try await count in store.observe({ try await $0.todos.count(.all.open) }) { show(count) }
    /// ```
    /// For queries, ``Repository/observe(_:)`` is cheaper, because it knows which commits can change the result.
    /// - Throws: the error of `read`, which ends the observation.
    public func observe<Value: Equatable & Sendable>(
        _ read: @escaping @Sendable (Self) async throws -> Value
    ) -> AsyncThrowingStream<Value, any Error> {
        let (values, continuation) = AsyncThrowingStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let commits = commits()
        let task = Task { [weak self] in
            do {
                var last: Value?
                for try await _ in commits {
                    guard let self else { break }
                    let value = try await read(self)
                    guard value != last else { continue }
                    last = value
                    continuation.yield(value)
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return values
    }

    /// The next steps to undo and to redo.
    public func observeUndo() -> AsyncThrowingStream<UndoAvailability, any Error> {
        observe { try await $0.undoAvailability() }
    }

    /// The open conflicts, newest first.
    public func observeConflicts(limit: Int = 100) -> AsyncThrowingStream<[SyncConflict], any Error> {
        observe { try await $0.syncing.conflicts(limit: limit) }
    }

    /// The shared spaces that are known here, with their members.
    public func observeSpaces() -> AsyncThrowingStream<[Space], any Error> {
        observe { try await $0.spaces() }
    }

    /// How many to-dos have each tag.
    public func observeTagCounts() -> AsyncThrowingStream<[Tag.ID: TodoCount], any Error> {
        observe { try await $0.tags.todoCounts() }
    }

    /// How many to-dos are in each list.
    public func observeListCounts() -> AsyncThrowingStream<[TodoList.ID: TodoCount], any Error> {
        observe { try await $0.lists.todoCounts() }
    }

    /// The names of this person's devices that have synced.
    public func observeDevices() -> AsyncThrowingStream<[DeviceID: String], any Error> {
        observe { try await $0.syncing.deviceNames }
    }

    /// Whether to-dos are on the remote, and which device wrote them last.
    public func observeSyncState(
        of ids: [Todo.ID]
    ) -> AsyncThrowingStream<[Todo.ID: RecordSyncState], any Error> {
        observe { try await $0.syncState(of: ids) }
    }
}

/// The next steps to undo and to redo.
public struct UndoAvailability: Hashable, Sendable {
    /// The step that an undo would revert, such as `add “Buy milk”`; nil if there is none.
    public var undo: Step?
    /// The step that a redo would repeat; nil if there is none.
    public var redo: Step?

    /// A step and its title.
    public struct Step: Hashable, Sendable {
        /// Its token in the history.
        public let token: HistoryToken
        /// Its effect in words, such as `add “Buy milk”`, `edit “Buy milk” (due, title)` or `delete 12 to-dos`.
        public let title: String

        /// A step.
        public init(token: HistoryToken, title: String) {
            self.token = token
            self.title = title
        }
    }

    /// An availability.
    public init(undo: Step? = nil, redo: Step? = nil) {
        self.undo = undo
        self.redo = redo
    }
}

extension TodoStore {
    /// The next steps to undo and to redo, with their titles.
    public func undoAvailability() async throws -> UndoAvailability {
        let undo = try await undoableSteps(limit: 1).first
        let redo = try await redoableSteps(limit: 1).first
        let keys = [undo, redo].compactMap(\.self).reduce(into: Set<RecordKey>()) { $0.formUnion($1.mentioned) }
        let text = try await historyText(naming: keys)
        func step(_ step: HistoryTransaction?) -> UndoAvailability.Step? {
            step.map { UndoAvailability.Step(token: $0.token, title: text.action($0)) }
        }
        return UndoAvailability(undo: step(undo), redo: step(redo))
    }
}
