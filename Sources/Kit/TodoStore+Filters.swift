import Foundation
public import TodoDomain

// Filters as people type them, with names that are looked up in the store.
extension TodoStore {
    /// The query that a filter such as `list:Work (due:..today or tag:urgent) sort:due` means now, in the environment's time
    /// zone, without a window. ``TodoFilter`` describes the grammar.
    /// - Parameters:
    ///   - text: the filter.
    ///   - completion: a condition that is added unless the filter itself chooses between open and done to-dos;
    ///     ``Todo/Condition/isDone(_:)`` with false for lists of open to-dos.
    ///   - settings: how dates are read.
    /// - Throws: ``TodoError``: `bad-filter`; `not-found` or `ambiguous` for a name. The underlying
    ///   ``TodoFilter/Problem`` says where.
    public func query(
        matching text: String, byDefault completion: Todo.Condition? = nil, settings: PhraseSettings = .standard
    ) async throws -> Query<Todo> {
        let (now, zone) = (stack.environment.now(), stack.environment.timeZone)
        let filter = try TodoFilter.parse(text, now: now, timeZone: zone, settings: settings)
        return try filter.query(
            now: now, timeZone: zone, settings: settings, names: try await names(in: filter, settings: settings),
            byDefault: completion)
    }

    /// The names that a filter refers to. Each is looked up by itself. All names of a kind are read only for a pattern. If
    /// no record has a name, all names of its kind are read to suggest a similar one, unless there are more than 2,000.
    /// - Parameters:
    ///   - filter: the filter.
    ///   - settings: how dates in views are read.
    /// - Throws: `ambiguous` if the ids of several to-dos begin with the text.
    public func names(in filter: TodoFilter, settings: PhraseSettings = .standard) async throws -> FilterNames {
        var reader = FilterNameReader(store: self)
        for reference in filter.references { try await reader.read(reference) }
        var namesMembers = filter.namesMembers
        guard filter.references.contains(where: { $0.field == nil }) else {
            return try await reader.names.adding(members: namesMembers, of: self)
        }
        // There are only few views, so all are read. The filter tells which of them it mentions.
        let views = SavedViews(try await self.views.fetch(.all, source: .local).items)
        let mentioned = filter.references.filter { $0.field == nil }.compactMap {
            try? views.find($0.name.parts.joined(separator: "*"))
        }
        let (present, environment) = (try await presentNames(of: mentioned), stack.environment)
        for view in mentioned {
            // An invalid view fails below, where it is used.
            let meant = try? view.filter(
                names: present, now: environment.now(), timeZone: environment.timeZone, settings: settings)
            for reference in meant?.references ?? [] { try await reader.read(reference) }
            if let meant, meant.namesMembers { namesMembers = true }
        }
        var names = try await reader.names.adding(members: namesMembers, of: self)
        views.add(
            to: &names, present: present, now: environment.now(), timeZone: environment.timeZone, settings: settings)
        return names
    }
}

extension FilterNames {
    /// The names with those of the members of shared spaces, if these are needed.
    package func adding(members isNeeded: Bool = true, of store: TodoStore) async throws -> FilterNames {
        guard isNeeded else { return self }
        var names = self
        names.add(spaces: try await store.spaces())
        return names
    }
}

/// Reads the names of a filter.
private struct FilterNameReader {
    let store: TodoStore
    private var tags: [Tag.ID: Tag] = [:]
    private var lists: [TodoList.ID: TodoList] = [:]
    private var places: [Location.ID: Location] = [:]
    /// Adds the other names of records: the names of merged ones, and beginnings of ids.
    private var aliases: [@Sendable (inout FilterNames) -> Void] = []
    /// The kinds whose names have all been read.
    private var whole: Set<TodoFilter.Subject> = []
    /// The kinds whose names have been read for suggestions, unless there are too many names.
    private var suggested: Set<TodoFilter.Subject> = []

    init(store: TodoStore) { self.store = store }

    var names: FilterNames {
        // Sorted, so that the order is always the same.
        var names = FilterNames(
            tags: tags.values.sorted { $0.id < $1.id }, lists: lists.values.sorted { $0.id < $1.id },
            places: places.values.sorted { $0.id < $1.id })
        for add in aliases { add(&names) }
        return names
    }

    mutating func read(_ reference: TodoFilter.Reference) async throws {
        guard let subject = reference.field?.subject else { return }
        let isTree = subject == .tag && reference.name.parts.last?.hasSuffix("/") == true
        if reference.name.isPattern || isTree, whole.insert(subject).inserted {
            try await readAll(subject)
        }
        guard let name = reference.subject?.name, !(try await find(name, subject)) else { return }
        if !whole.contains(subject), suggested.insert(subject).inserted {
            try await readAll(subject, atMost: FilterNames.mostSuggested)
        }
    }

    /// Reads the records with a name.
    /// - Returns: whether there are any.
    private mutating func find(_ name: String, _ subject: TodoFilter.Subject) async throws -> Bool {
        switch subject {
        case .tag:
            let found = try await store.tags.fetch(.titled(name), source: .local).items
            for tag in found { tags[tag.id] = tag }
            guard found.isEmpty else { return true }
            guard let target = try await store.tags.find(titled: name) else { return false }
            aliases.append { $0.add(tag: target.id, named: name) }
        case .list:
            var found = try await store.lists.find(path: name)
            if found.isEmpty { found = try await records(in: store.lists, idBeginning: name) }
            for list in found { lists[list.id] = list }
            return !found.isEmpty
        case .place:
            var found = try await store.locations.fetch(.named(name), source: .local).items
            if found.isEmpty, let target = try await store.locations.find(mergedNamed: name) {
                aliases.append { $0.add(place: target, named: name) }
                return true
            }
            if found.isEmpty { found = try await records(in: store.locations, idBeginning: name) }
            for place in found { places[place.id] = place }
            return !found.isEmpty
        case .todo:
            let found = try await records(in: store.todos, idBeginning: name)
            guard let todo = found.first else { return false }
            guard found.count == 1 else { throw try await Self.ambiguous(name, found, in: store) }
            aliases.append { $0.add(todo: todo.id, idBeginning: name) }
        }
        return true
    }

    /// The first few records with an id that begins with the text.
    private func records<Records: Repository>(
        in records: Records, idBeginning text: String
    ) async throws -> [Records.Model] where Records.Model.Condition: IDCondition<Records.Model.ID> {
        let prefix = text.trimmingCharacters(in: .whitespaces)
        let ids = try await records.findIDs(beginning: prefix, limit: 5)
        return ids.isEmpty ? [] : try await records.fetch(.ids(ids), source: .local).items
    }

    private static func ambiguous(_ name: String, _ found: [Todo], in store: TodoStore) async throws -> TodoError {
        let prefixes = try await store.todos.shortestPrefixes(of: found.map(\.id))
        let items = found.map { TodoError.Candidates.Item(id: prefixes[$0.id] ?? $0.id.rawValue, title: $0.title) }
        return TodoError(
            .ambiguous, "Several to-dos have ids that begin with “\(name)”:", candidates: TodoError.Candidates(items))
    }

    /// Reads all names of a kind, or none if there are more than `most`.
    private mutating func readAll(_ subject: TodoFilter.Subject, atMost most: Int? = nil) async throws {
        func fetch<Records: Repository>(_ records: Records) async throws -> [Records.Model] {
            var query = Query<Records.Model>.all
            if let most { query = query.page(0, size: most) }
            let page = try await records.fetch(query, source: .local)
            return page.nextCursor == nil ? page.items : []
        }
        switch subject {
        case .tag: for tag in try await fetch(store.tags) { tags[tag.id] = tag }
        case .list: for list in try await fetch(store.lists) { lists[list.id] = list }
        case .place: for place in try await fetch(store.locations) { places[place.id] = place }
        case .todo: break
        }
    }
}
