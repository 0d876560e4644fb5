import ArgumentParser
import TodoKit

/// The to-dos that a command changes: those with some ids, or those that a filter matches.
struct TodoSelection: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Beginnings of ids; or a filter, if one of the arguments has a colon or begins with ( or @.",
            valueName: "id"),
        completion: Completer.selection)
    var ids: [String] = []

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp("The to-dos that a filter matches, in one argument.", valueName: "filter"),
        completion: Completer.filter)
    var condition: String?

    @Flag(help: "Change all to-dos that a filter matches, even more than 50.")
    var yes = false

    /// To-dos that were selected.
    struct Selected {
        fileprivate(set) var ids: [Todo.ID]
        /// Whether a filter selected them.
        let isBulk: Bool
        /// Whether several are meant, however many there are.
        let isList: Bool

        /// The number that a bulk edit states; nil for ids.
        var count: Int? { isBulk ? ids.count : nil }
    }

    /// Whether nothing is selected.
    var isEmpty: Bool { ids.isEmpty && condition == nil }

    /// Whether a filter selects them, and not their ids.
    var isByFilter: Bool { condition != nil || PackedWords.unpack(ids).contains(where: Self.isFilter) }

    /// More than this are not changed without `--yes`.
    static let most = 50

    /// - Parameter completion: the condition if the filter does not say whether it means open or done to-dos.
    /// - Throws: `bad-filter`, `not-found`, `ambiguous`, `too-many`; `usage` if nothing is selected.
    func selected(in session: Session, byDefault completion: Todo.Condition = .isDone(false)) async throws -> Selected {
        let words = PackedWords.unpack(ids)
        let isFilter = words.contains(where: Self.isFilter)
        guard isFilter || condition != nil else {
            return Selected(ids: try await session.todoIDs(words), isBulk: false, isList: ids.count > 1)
        }
        guard isFilter || words.isEmpty else {
            throw TodoError(.usage, "Name to-dos either by their ids or by a filter.")
        }
        let filters = try await session.filters(words, where: condition)
        guard filters.contains(where: { $0.filter.condition != nil }) else {
            throw TodoError(.badFilter, "The filter is empty, so it would mean all to-dos.")
        }
        var query = try await session.query(filters, byDefault: completion)
        let count = try await session.store.todos.count(query)
        guard yes || count <= Self.most else {
            throw TodoError(
                .tooMany,
                "The filter matches \(count) to-dos; more than \(Self.most) are only changed with --yes.",
                effect: .nothingChanged)
        }
        query.window = .everything
        let ids = try await session.store.todos.fetch(query, source: .local).items.map(\.id)
        return Selected(ids: ids, isBulk: true, isList: true)
    }

    /// Selects to-dos and changes them. A to-do that a filter matched may be deleted before it is changed. Then the
    /// others are changed, with a note about it.
    /// - Parameters:
    ///   - nothing: the result if nothing is selected.
    ///   - change: changes the to-dos with these ids, all or none.
    func change<Result>(
        in session: Session, byDefault completion: Todo.Condition = .isDone(false), nothing: Result,
        _ change: ([Todo.ID]) async throws -> Result
    ) async throws -> (selected: Selected, result: Result) {
        var selected = try await selected(in: session, byDefault: completion)
        guard selected.isBulk else {
            return (selected, selected.ids.isEmpty ? nothing : try await change(selected.ids))
        }
        let changed = try await Self.changing(selected.ids, in: session, saying: "that the filter matched", change)
        selected.ids = changed?.ids ?? []
        return (selected, changed?.result ?? nothing)
    }

    /// Changes to-dos. To-dos that are gone are left out, with a note.
    /// - Parameters:
    ///   - which: describes the to-dos in the note.
    ///   - change: changes the to-dos with these ids, all or none.
    /// - Returns: The ids of the changed to-dos, and the result of the change; nil if there was nothing to change.
    static func changing<Result>(
        _ ids: [Todo.ID], in session: Session, saying which: String, _ change: ([Todo.ID]) async throws -> Result
    ) async throws -> (ids: [Todo.ID], result: Result)? {
        var ids = ids
        while !ids.isEmpty {
            do {
                return (ids, try await change(ids))
            } catch let error as TodoError where error.code == .notFound {
                let there = Set(try await session.store.todos.fetch(.ids(ids), source: .local).items.map(\.id))
                let gone = ids.count - there.count
                guard gone > 0 else { throw error }
                session.say("\(gone.counted("to-do")) \(which) \(gone == 1 ? "is" : "are") gone.")
                ids.removeAll { !there.contains($0) }
            }
        }
        return nil
    }

    /// Whether a word belongs to a filter, and cannot be the beginning of an id.
    static func isFilter(_ word: String) -> Bool {
        word.contains(":") || word.hasPrefix("(") || word.hasPrefix("@")
    }

    /// Refuses a command without ids and without a filter, in the parser's words.
    func requireSomething() throws {
        if isEmpty { throw ValidationError("Missing expected argument '<id> ...'") }
    }
}

extension Session {
    /// Says how many to-dos a bulk edit has changed.
    func sayChanged(_ selected: TodoSelection.Selected, _ verb: String = "Changed") {
        guard let count = selected.count else { return }
        say(count == 0 ? "The filter matches no to-do." : "\(verb) \(count.counted("to-do")).")
    }
}
