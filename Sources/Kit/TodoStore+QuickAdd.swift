public import TodoDomain
import TodoLocal

extension TodoError.Code {
    /// It is understood, but cannot be stored yet.
    public static let notSupported = Self("not-supported")
}

/// A to-do that was added by a line, and what was understood of it.
public struct QuickAddition: Hashable, Sendable {
    /// The to-do; of one that was not stored its id and those of new tags are empty.
    public let todo: Todo
    /// What was understood, in the order of the line.
    public let understood: [QuickAdd.Understood]
    /// What looked like something and was left in the title, in the order of the line.
    public let hints: [QuickAdd.Hint]

    /// An addition, such as a service of a test returns.
    public init(todo: Todo, understood: [QuickAdd.Understood] = [], hints: [QuickAdd.Hint] = []) {
        (self.todo, self.understood, self.hints) = (todo, understood, hints)
    }
}

// To-dos that are typed in one line.
extension TodoStore {
    /// What a line such as `Call Bob tomorrow 5pm +work p1` means now, with the places, lists and to-dos of the store; nothing
    /// is stored. ``QuickAdd`` has the rules.
    /// - Throws: what ``QuickAdd/parse(_:now:zone:names:settings:)`` throws.
    public func quickDraft(_ line: String, settings: PhraseSettings = .standard) async throws -> QuickAdd.Draft {
        let names = try await names(of: QuickAdd.mentions(in: line))
        let environment = stack.environment
        return try QuickAdd.parse(
            line, now: environment.now(), zone: environment.timeZone, names: names, settings: settings)
    }

    /// Which places, lists and to-dos there are. What several have, or nothing, is left out.
    public func names(of mentions: QuickAdd.Mentions) async throws -> QuickAdd.Names {
        var names = QuickAdd.Names()
        for place in mentions.places {
            let found = try await locations.fetch(.named(place).page(0, size: 2), source: .local).items
            if found.count == 1 { names.places[place] = found[0].id }
            if found.isEmpty { names.places[place] = try await locations.find(mergedNamed: place)?.id }
        }
        for path in mentions.lists {
            let found = try await lists.find(path: path)
            if found.count == 1 { names.lists[path] = found[0].id }
        }
        for prefix in mentions.parents {
            let found = try await todos.findIDs(beginning: prefix, limit: 2)
            if found.count == 1 { names.parents[prefix] = found[0] }
        }
        return names
    }

    /// Adds the to-do that a line means; tags are created if they are missing.
    /// - Parameters:
    ///   - line: what was typed.
    ///   - stores: whether it is stored, or only shown as it would be.
    ///   - settings: how dates are read.
    /// - Throws: what ``TodoStore/quickDraft(_:settings:)`` and ``TodoStore/add(_:)``
    ///   throw; `usage` for a list beside a parent; `not-found` for the place of a reminder.
    @discardableResult
    public func quickAdd(
        _ line: String, stores: Bool = true, settings: PhraseSettings = .standard
    ) async throws -> QuickAddition {
        let draft = try await quickDraft(line, settings: settings)
        try Self.checkSupport(of: draft)
        let todo = try await stores ? add(draft.changes) : preview(of: draft)
        return QuickAddition(todo: todo, understood: draft.understood, hints: draft.hints)
    }

    /// - Throws: `usage` for a list beside a parent.
    package static func checkSupport(of draft: QuickAdd.Draft) throws {
        guard draft.list == nil || draft.parent == nil else {
            throw TodoError(.usage, "Use either a list or a parent: a subtask is in the list of its parent.")
        }
    }

    /// The to-do as it would be stored, without an id; tags that do not exist have none either.
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
        if let parent = draft.parent {
            let parent = try await todos.find(parent)
            (todo.parent, todo.list) = (parent.id, parent.list)
        }
        return todo
    }
}
