public import TodoDomain

/// What people do to to-dos that are there: a verb, and what it needs besides the to-dos. ``TodoService/perform(_:on:)`` does it,
/// as one step of the history.
public enum TodoAction: Hashable, Sendable {
    /// Changes fields.
    case edit(TodoChanges)
    /// Moves them to a place in the manual order. They follow each other in the given order, and no to-do that another device puts
    /// there at the same time comes between them.
    ///
    /// To-dos that are already in that list, or below that parent, are put in order without being moved: if another device moves
    /// them meanwhile, they are moved. A subtask that is put into a list, also the one in which it is shown, is taken out of its
    /// parent; of several, one that has another of them above it stays below it.
    case move(TodoDestination)
    /// Marks them as done, and their open subtasks with them if the reach includes these. Those that are already done keep their
    /// time. Of one that repeats, an occurrence is settled.
    case complete(TreeReach = .subtasks, Occurrence = .current)
    /// Skips occurrences of to-dos that repeat: what is skipped is settled, but was not done.
    case skip(Occurrence = .current)
    /// Opens again what was done.
    case reopen
    /// Marks them as started; those that already are keep their time.
    case start
    /// Marks them as no longer started.
    case stop
    /// Puts off their due and start dates by the same span. Of one that repeats, only the current occurrence moves, and its start
    /// stays, since the later ones take theirs from it; one that counts from its completion moves as a whole.
    case `defer`(Deferral = .day)
    /// Deletes them, and their open subtasks with them if the reach includes these. Other subtasks stay in the list in which they
    /// were seen.
    case delete(TreeReach = .subtasks)

    /// What is done, without what it needs: the name of the command, of the form on the pages, and of the step in the history.
    public enum Verb: String, CaseIterable, Sendable {
        /// ``TodoAction/edit(_:)``
        case edit
        /// ``TodoAction/move(_:)``
        case move
        /// ``TodoAction/complete(_:_:)``
        case done
        /// ``TodoAction/skip(_:)``
        case skip
        /// ``TodoAction/reopen``
        case reopen
        /// ``TodoAction/start``
        case start
        /// ``TodoAction/stop``
        case stop
        /// ``TodoAction/defer(_:)``
        case `defer`
        /// ``TodoAction/delete(_:)``
        case delete
    }

    /// What is done.
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

    /// Which occurrences of to-dos that repeat are meant.
    public struct Occurrence: Hashable, Sendable {
        enum Choice: Hashable, Sendable {
            case current([Todo.ID: Day])
            case day(Day)
            case phrase(OccurrencePhrase)
        }

        let choice: Choice

        /// The current ones.
        public static let current = shown([:])

        /// The current ones, which were on the screen: what is settled already stays as it is, so that a double tap settles one.
        /// - Parameter keys: the keys (``Recurrence/Current/key``) of those that were shown, by the ids of the to-dos.
        public static func shown(_ keys: [Todo.ID: Day]) -> Occurrence { Occurrence(choice: .current(keys)) }

        /// The current ones of to-dos as they are on the screen.
        public static func shown(of todos: [Todo]) -> Occurrence {
            let keys = todos.compactMap { todo in todo.current.map { (todo.id, $0.key) } }
            return shown(Dictionary(keys, uniquingKeysWith: { first, _ in first }))
        }

        /// Those on a day on which they come; of one that counts from its completion, the day on which it was done. A to-do that
        /// does not repeat is refused (`usage`).
        public static func on(_ day: Day) -> Occurrence { Occurrence(choice: .day(day)) }

        /// Those that a phrase means, which may be on different days.
        package static func on(_ phrase: OccurrencePhrase) -> Occurrence { Occurrence(choice: .phrase(phrase)) }
    }
}

// The actions as methods. Each is one step of the history: all or none.
extension TodoService {
    /// Changes to-dos.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) async throws -> [Todo] {
        try await perform(.edit(changes), on: ids).todos
    }

    /// Moves to-dos to a place in the manual order.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) async throws -> [Todo] {
        try await perform(.move(destination), on: ids).todos
    }

    /// Marks to-dos as done, and their open subtasks with them.
    /// - Returns: The to-dos that were named.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func complete(_ ids: [Todo.ID]) async throws -> [Todo] { try await perform(.complete(), on: ids).todos }

    /// Marks to-dos as done, and their open subtasks with them if the reach includes these.
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

    /// Completes the occurrences on a day of to-dos that repeat, and their open subtasks with them. Those that are settled already
    /// stay as they are.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - day: as for ``TodoAction/Occurrence/on(_:)``.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func complete(_ ids: [Todo.ID], on day: Day) async throws -> TreeEdit {
        try await perform(.complete(.subtasks, .on(day)), on: ids)
    }

    /// Skips occurrences of to-dos that repeat.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - day: the day of the occurrence; nil for the current one.
    ///   - shown: as for ``TodoAction/Occurrence/shown(_:)``, if no day is given.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func skip(_ ids: [Todo.ID], on day: Day? = nil, shown: [Todo.ID: Day] = [:]) async throws -> TreeEdit {
        try await perform(.skip(day.map { .on($0) } ?? .shown(shown)), on: ids)
    }

    /// Opens again what was done.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func reopen(_ ids: [Todo.ID]) async throws -> [Todo] { try await perform(.reopen, on: ids).todos }

    /// Marks to-dos as started; those that already are keep their time.
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

    /// Deletes to-dos, and their open subtasks with them if the reach includes these.
    /// - Returns: The ids of all that was deleted: first those that were named, then their subtasks.
    /// - Throws: as ``perform(_:on:)``.
    @discardableResult
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) async throws -> [Todo.ID] {
        try await perform(.delete(reach), on: ids).deleted
    }
}
