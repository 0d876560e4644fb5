public import TodoDomain

/// An action on existing to-dos: a verb with its parameters. ``TodoService/perform(_:on:)`` performs it as one step of the
/// history.
public enum TodoAction: Hashable, Sendable {
    /// Changes fields.
    case edit(TodoChanges)
    /// Moves to-dos to a position in the manual order. They follow each other in the given order. A to-do that another
    /// device moves there at the same time does not come between them.
    ///
    /// To-dos that are already in that list, or below that parent, only change their order. If another device moves them
    /// meanwhile, its move counts. A subtask that is moved to a list, even to the list in which it is shown, is taken out of
    /// its parent. If a to-do above it is moved along with it, it stays below that to-do.
    case move(TodoDestination)
    /// Marks to-dos as done, with their open subtasks if the reach includes these. To-dos that are already done keep their
    /// time. For a repeating to-do, an occurrence is settled.
    case complete(TreeReach = .subtasks, Occurrence = .current)
    /// Skips occurrences of repeating to-dos. A skipped occurrence is settled, but not done.
    case skip(Occurrence = .current)
    /// Reopens done to-dos.
    case reopen
    /// Marks to-dos as started. To-dos that are already started keep their time.
    case start
    /// Marks to-dos as no longer started.
    case stop
    /// Puts off the due and start dates of to-dos by the same span. For a repeating to-do, only the current occurrence
    /// moves. Its start stays, because later occurrences derive theirs from it. A to-do that repeats from its completion
    /// moves as a whole.
    case `defer`(Deferral = .day)
    /// Deletes to-dos, with their open subtasks if the reach includes these. Other subtasks stay in the list in which they
    /// were shown.
    case delete(TreeReach = .subtasks)

    /// The kind of an action, without its parameters. It is the name of the command, of the form on the pages, and of the
    /// step in the history.
    public enum Verb: String, CaseIterable, Sendable {
        /// The verb of ``TodoAction/edit(_:)``.
        case edit
        /// The verb of ``TodoAction/move(_:)``.
        case move
        /// The verb of ``TodoAction/complete(_:_:)``.
        case done
        /// The verb of ``TodoAction/skip(_:)``.
        case skip
        /// The verb of ``TodoAction/reopen``.
        case reopen
        /// The verb of ``TodoAction/start``.
        case start
        /// The verb of ``TodoAction/stop``.
        case stop
        /// The verb of ``TodoAction/defer(_:)``.
        case `defer`
        /// The verb of ``TodoAction/delete(_:)``.
        case delete
    }

    /// The kind of the action.
    public var verb: Verb {
        switch self {
        case .edit: .edit
        case .move: .move
        case .complete: .done
        case .skip: .skip
        case .reopen: .reopen
        case .start: .start
        case .stop: .stop
        case .defer: .defer
        case .delete: .delete
        }
    }

    /// The occurrences of repeating to-dos that an action is about.
    public struct Occurrence: Hashable, Sendable {
        enum Choice: Hashable, Sendable {
            case current([Todo.ID: Day])
            case day(Day)
            case phrase(OccurrencePhrase)
        }

        let choice: Choice

        /// The current occurrences.
        public static let current = shown([:])

        /// The current occurrences that were on the screen. Occurrences that are already settled stay as they are, so that a
        /// double tap settles only one.
        /// - Parameter keys: the keys (``Recurrence/Current/key``) of the occurrences that were shown, by the ids of the
        ///   to-dos.
        public static func shown(_ keys: [Todo.ID: Day]) -> Occurrence { Occurrence(choice: .current(keys)) }

        /// The current occurrences of to-dos as they are on the screen.
        public static func shown(of todos: [Todo]) -> Occurrence {
            let keys = todos.compactMap { todo in todo.current.map { (todo.id, $0.key) } }
            return shown(Dictionary(keys, uniquingKeysWith: { first, _ in first }))
        }

        /// The occurrences on a day. For a to-do that repeats from its completion, it is the day on which it was done. A
        /// to-do that does not repeat is refused (`usage`).
        public static func on(_ day: Day) -> Occurrence { Occurrence(choice: .day(day)) }

        /// The occurrences that a phrase means, which may be on different days.
        package static func on(_ phrase: OccurrencePhrase) -> Occurrence { Occurrence(choice: .phrase(phrase)) }
    }
}

// The actions as methods. Each applies to all of the to-dos or none, as one step of the history.
extension TodoService {
    /// Changes to-dos.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) async throws -> [Todo] {
        try await perform(.edit(changes), on: ids).todos
    }

    /// Moves to-dos to a position in the manual order.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) async throws -> [Todo] {
        try await perform(.move(destination), on: ids).todos
    }

    /// Marks to-dos as done, with their open subtasks.
    /// - Returns: The given to-dos.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func complete(_ ids: [Todo.ID]) async throws -> [Todo] { try await perform(.complete(), on: ids).todos }

    /// Marks to-dos as done, with their open subtasks if the reach includes these.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - reach: whether their open subtasks are included.
    ///   - shown: as for ``TodoAction/Occurrence/shown(_:)``.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func complete(
        _ ids: [Todo.ID], _ reach: TreeReach, shown: [Todo.ID: Day] = [:]
    ) async throws -> TreeEdit {
        try await perform(.complete(reach, .shown(shown)), on: ids)
    }

    /// Completes the occurrences of repeating to-dos on a day, with their open subtasks. Occurrences that are already
    /// settled stay as they are.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - day: as for ``TodoAction/Occurrence/on(_:)``.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func complete(_ ids: [Todo.ID], on day: Day) async throws -> TreeEdit {
        try await perform(.complete(.subtasks, .on(day)), on: ids)
    }

    /// Skips occurrences of repeating to-dos.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - day: the day of the occurrence; nil for the current one.
    ///   - shown: as for ``TodoAction/Occurrence/shown(_:)``, if no day is given.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func skip(_ ids: [Todo.ID], on day: Day? = nil, shown: [Todo.ID: Day] = [:]) async throws -> TreeEdit {
        try await perform(.skip(day.map { .on($0) } ?? .shown(shown)), on: ids)
    }

    /// Reopens done to-dos.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func reopen(_ ids: [Todo.ID]) async throws -> [Todo] { try await perform(.reopen, on: ids).todos }

    /// Marks to-dos as started. To-dos that are already started keep their time.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func start(_ ids: [Todo.ID]) async throws -> [Todo] { try await perform(.start, on: ids).todos }

    /// Marks to-dos as no longer started.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func stop(_ ids: [Todo.ID]) async throws -> [Todo] { try await perform(.stop, on: ids).todos }

    /// Puts off the dates of to-dos; see ``TodoAction/defer(_:)``.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func `defer`(_ ids: [Todo.ID], by deferral: Deferral = .day) async throws -> [Todo] {
        try await perform(.defer(deferral), on: ids).todos
    }

    /// Deletes to-dos, with their open subtasks if the reach includes these.
    /// - Returns: The ids of all deleted to-dos: first the given ones, then their subtasks.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) async throws -> [Todo.ID] {
        try await perform(.delete(reach), on: ids).deleted
    }
}
