public import TodoDomain
import TodoLocal

extension TodoError.Code {
    /// The input is understood, but cannot be stored yet.
    public static let notSupported = Self("not-supported")
}

/// A to-do that was added by a line, with the parts of the line that were understood.
public struct QuickAddition: Hashable, Sendable {
    /// The to-do. If it was not stored, its id and the ids of new tags are empty.
    public let todo: Todo
    /// The parts that were understood, in the order of the line.
    public let understood: [QuickAdd.Understood]
    /// The parts that look like a field but were left in the title, in the order of the line.
    public let hints: [QuickAdd.Hint]
    /// The path of the list that was created for it, or would be; nil if there is none.
    public let newList: String?

    /// An addition, for example the result of a service in a test.
    public init(
        todo: Todo, understood: [QuickAdd.Understood] = [], hints: [QuickAdd.Hint] = [], newList: String? = nil
    ) {
        self.todo = todo
        self.understood = understood
        self.hints = hints
        self.newList = newList
    }

    init(_ draft: QuickAdd.Draft, as todo: Todo) {
        self.init(todo: todo, understood: draft.understood, hints: draft.hints, newList: draft.newList)
    }
}

// To-dos that are typed in one line.
extension TodoStore {
    /// Reads a line such as `Call Bob tomorrow 5pm +work p1` with the locations, lists and to-dos of the store. Nothing is
    /// stored. ``QuickAdd`` describes the rules.
    /// - Parameters:
    ///   - line: the typed line.
    ///   - missing: how to treat a list that the line names but that does not exist. A refused list stays in the title, with
    ///     a hint.
    ///   - settings: how dates are read.
    /// - Throws: the errors of ``QuickAdd/parse(_:now:zone:names:settings:)``.
    public func quickDraft(
        _ line: String, missing: MissingLists = .refused, settings: PhraseSettings = .standard
    ) async throws -> QuickAdd.Draft {
        let names = try await names(of: QuickAdd.mentions(in: line), missing: missing)
        let environment = stack.environment
        return try QuickAdd.parse(
            line, now: environment.now(), zone: environment.timeZone, names: names, settings: settings)
    }

    /// The mentioned locations, lists and to-dos that exist. A name that several records have is left out.
    /// - Parameters:
    ///   - mentions: the names that a line may refer to.
    ///   - missing: how to treat lists that do not exist.
    public func names(
        of mentions: QuickAdd.Mentions, missing: MissingLists = .refused
    ) async throws -> QuickAdd.Names {
        var names = QuickAdd.Names()
        for place in mentions.places {
            let found = try await locations.fetch(.named(place).page(0, size: 2), source: .local).items
            if found.count == 1 { names.places[place] = found[0].id }
            if found.isEmpty { names.places[place] = try await locations.find(mergedNamed: place)?.id }
        }
        for path in mentions.lists {
            let found = try await lists.find(path: path)
            if found.count == 1 { names.lists[path] = found[0].id }
            guard found.isEmpty else { continue }
            switch missing {
            case .refused: names.similarLists[path] = try await similarList(to: path)
            case .created where Self.isPath(path): names.newLists.insert(path)
            case .created: break
            }
        }
        for prefix in mentions.parents {
            let found = try await todos.findIDs(beginning: prefix, limit: 2)
            if found.count == 1 { names.parents[prefix] = found[0] }
        }
        return names
    }

    /// Whether a list can have this path.
    private static func isPath(_ path: String) -> Bool {
        TodoList.titles(ofPath: path).allSatisfy { (try? Validation.listTitle($0)) != nil }
    }

    /// Adds the to-do that a line describes. Missing tags are created.
    /// - Parameters:
    ///   - line: the typed line.
    ///   - stores: whether to store the to-do; otherwise it is only returned as it would be.
    ///   - missing: how to treat a list that the line names but that does not exist, as for
    ///     ``quickDraft(_:missing:settings:)``.
    ///   - settings: how dates are read.
    /// - Throws: the errors of ``TodoStore/quickDraft(_:missing:settings:)`` and ``TodoStore/add(_:)``; `usage` for both a list
    ///   and a parent; `not-found` for the location of a reminder.
    @discardableResult
    public func quickAdd(
        _ line: String, stores: Bool = true, missing: MissingLists = .refused, settings: PhraseSettings = .standard
    ) async throws -> QuickAddition {
        let draft = try await quickDraft(line, missing: missing, settings: settings)
        try Self.checkSupport(of: draft)
        let todo = try await stores ? add(draft.changes) : preview(of: draft)
        return QuickAddition(draft, as: todo)
    }

    /// - Throws: `usage` for both a list and a parent.
    package static func checkSupport(of draft: QuickAdd.Draft) throws {
        guard !draft.namesList || draft.parent == nil else {
            throw TodoError(.usage, "Use either a list or a parent: a subtask is in the list of its parent.")
        }
    }

    /// The to-do as it would be stored, without an id. Tags that do not exist have no id either.
    func preview(of draft: QuickAdd.Draft) async throws -> Todo {
        let now = stack.environment.now()
        var todo = Todo(
            id: Todo.ID(stored: ""), title: try Validation.title(draft.title), createdAt: now, due: draft.due,
            priority: draft.priority, start: draft.start, recurrence: draft.recurrence)
        todo.alarms = try await triggers(of: draft.reminders).map { Alarm($0) }.sorted { $0.id < $1.id }
        if let recurrence = draft.recurrence {
            todo.current = Series(recurrence, settled: SettledSet([])).current
        }
        for title in draft.tags {
            let title = try Validation.tagTitle(title)
            let known = try await tags.find(titled: title)
            todo.tags.append(known ?? Tag(id: Tag.ID(stored: ""), title: title, createdAt: now))
        }
        todo.tags.sort { ($0.sortValue(for: .title), $0.id) < ($1.sortValue(for: .title), $1.id) }
        if let place = draft.place { todo.location = try await locations.find(place) }
        if let list = draft.list { todo.list = try await lists.find(list) }
        if let path = draft.newList {
            let titles = TodoList.titles(ofPath: path)
            todo.list = TodoList(id: TodoList.ID(stored: ""), title: titles.last ?? path, createdAt: now)
        }
        if let parent = draft.parent {
            let parent = try await todos.find(parent)
            todo.parent = parent.id
            todo.list = parent.list
        }
        return todo
    }
}
