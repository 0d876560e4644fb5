import JSON
import TodoDomain
import TodoFormats
import TodoKit

// Lists of to-dos: a page on a terminal, all of them into a pipe.
extension Session {
    /// The person's own view, which filters a list on a terminal if nothing else is asked for, and its meaning. nil if there is
    /// none. A view that cannot be used is left out with a note.
    func defaultFilter(_ options: ListOptions) async throws -> (filters: [TypedFilter], meaning: Query<Todo>)? {
        guard output.isInteractive, !isJSON, let name = settings.view, options.words.isEmpty, options.after == nil,
            !options.explain
        else { return nil }
        do {
            let filters = try await filters(["@" + name], where: nil)
            return (filters, try await query(filters, byDefault: options.completion))
        } catch let error as TodoError {
            say("The setting list.view: \(error.reason)")
            return nil
        }
    }

    /// Prints the to-dos that the options select. Into a pipe it prints all of them unless a page was requested, because a
    /// program could take a page for everything.
    /// - Parameter words: a filter that was typed as arguments.
    func list(
        _ options: ListOptions, filter words: [String] = [], matching text: String? = nil, command: [String]
    ) async throws {
        // Reads the words once, before the store is used, with dates as of the moment that is viewed.
        at = try options.at.map(moment)
        var filters = try await filters(words, where: options.condition)
        let own = try options.filter(in: self)
        var query = try options.baseQuery(in: self, filters)
        var meant: Query<Todo>?
        if text == nil, words.isEmpty, let usual = try await defaultFilter(options) {
            filters = usual.filters
            meant = usual.meaning
            query = try options.baseQuery(in: self, filters)
        } else if !filters.isEmpty {
            meant = try await self.query(filters, byDefault: options.completion)
        }
        // The past is computed in memory, and then queried like any store.
        try await pastState()
        try await prepareLook(for: filters)
        if let meant { query = options.narrowed(query, to: meant, filters) }
        if let own {
            query = query.narrowed(to: try await self.query(own))
            try await sayMerged(options)
        }
        if let text { query = query.matching(text) }
        guard !options.explain else {
            return try await explain(query, filters.map(\.filter) + [own].compactMap(\.self))
        }
        guard output.isInteractive || options.asksForPage else {
            query.window = .everything
            if try await printAll(query) == 0 { try await sayWhatIsMeant(by: filters) }
            return
        }
        if let roots = options.trees(of: query, in: self, isSearch: text != nil) {
            return try await printTrees(query.ascending(\.manual), of: roots, command: command)
        }
        let waits = Query<Todo>.waiting(on: now, in: timeZone)
        let hidesWaiting =
            text == nil && filters.isEmpty && past == nil && options.isPlain && !isJSON && output.isInteractive
        if hidesWaiting { query = query.filter(.not(waits.predicate)) }
        // A cursor is valid only for the order in which its page was printed.
        if query.order.isEmpty, text == nil, options.after == nil { query.order = usualOrder }
        let page: Page<Todo>
        if let past {
            page = try query.answer(from: past.todos)
        } else {
            page = try await store.todos.fetch(query, source: .afterFirstPull)
        }
        try await print(page, command: command)
        if page.items.isEmpty { try await sayWhatIsMeant(by: filters) }
        guard hidesWaiting else { return }
        let count = try await store.todos.count(waits)
        if count > 0 { say("\(count.counted("more to-do")) cannot start yet: todo list --waiting", .dim) }
    }

    /// Says which names of options are those of a tag or a place that was merged into another one.
    private func sayMerged(_ options: ListOptions) async throws {
        guard past == nil else { return }
        try await sayMerged(options.tags)
        if let place = options.location { try await sayMerged(placeNamed: place) }
    }

    /// Prints the to-dos that were done today, the last one first.
    func listDoneToday() async throws {
        let query = try store.done(on: Day(containing: now, in: timeZone))
        guard output.isInteractive else {
            _ = try await printAll(query.countingTotal())
            return
        }
        let page = try await store.todos.fetch(query.countingTotal().page(0, size: 20), source: .afterFirstPull)
        guard !page.items.isEmpty else { return say("Nothing was done today.") }
        try await print(page, command: ["todo", "list", "is:done completed:today sort:-completed"])
    }

    /// Prints a page of trees on a terminal, and how to continue.
    private func printTrees(_ query: Query<Todo>, of roots: TreeRoots, command: [String]) async throws {
        let page = try await store.treePage(query, of: roots, source: .afterFirstPull)
        let places = page.items.map { TodoTable.TreePlace(level: $0.level, hiddenParents: $0.hiddenParents) }
        try await printRows(page.items.map(\.todo), in: places)
        say(ListFooter.line(page, command: command), .dim)
    }

    /// Prints trees: indented on a terminal, otherwise as ``list(_:matching:command:)`` prints everything.
    func printTrees(_ roots: TreeRoots, includesDone: Bool) async throws {
        try await prepareLook()
        guard output.isInteractive, !isJSON else {
            var list = ListStream(isJSON: isJSON, countsTotal: true)
            list = try await store.reduceTrees(
                roots, includesDone: includesDone, source: .afterFirstPull, into: list
            ) { list, part, _ in
                try list.write(part.models, list.isJSON ? [:] : part.shortestPrefixes())
            }
            return try list.finish()
        }
        let (todos, places) = try await store.reduceTrees(
            roots, includesDone: includesDone, source: .afterFirstPull, into: ([Todo](), [TodoTable.TreePlace]())
        ) { rows, part, levels in
            rows.0 += part.models
            // The to-dos above a subtask that was named are not shown.
            rows.1 += zip(part.models, levels).map { todo, level in
                TodoTable.TreePlace(level: level, hiddenParents: level == 0 ? todo.ancestors.count : 0)
            }
        }
        try await printRows(todos, in: places)
    }

    /// - Returns: how many to-dos were printed.
    private func printAll(_ query: Query<Todo>) async throws -> Int {
        var list = ListStream(isJSON: isJSON, countsTotal: query.countsTotal)
        if let past {
            let todos = try query.answer(from: past.todos).items
            let prefixes = isJSON ? [:] : try await store.todos.shortestPrefixes(of: todos.map(\.id))
            try list.write(todos, prefixes)
        } else {
            list = try await store.reduceTodos(query, source: .afterFirstPull, into: list) { list, part in
                try list.write(part.models, list.isJSON ? [:] : part.shortestPrefixes())
            }
        }
        try list.finish()
        return list.count
    }
}

/// Writes a list while it is read, as plain lines or as one JSON document.
private struct ListStream: Sendable {
    let isJSON: Bool
    let countsTotal: Bool
    private var json = JSONWriter()
    private(set) var count = 0

    init(isJSON: Bool, countsTotal: Bool) {
        self.isJSON = isJSON
        self.countsTotal = countsTotal
    }

    /// Writes the next to-dos.
    /// - Parameter prefixes: their ids as they are displayed. JSON does not use them.
    mutating func write(_ todos: [Todo], _ prefixes: [Todo.ID: String]) throws {
        guard !todos.isEmpty else { return }
        if isJSON { begin() }
        count += todos.count
        guard isJSON else {
            return try StandardStreams.write(lines: todos.map { TodoLines.line($0) { prefixes[$0] ?? $0.rawValue } })
        }
        for todo in todos { TodoJSON.write(todo, to: &json) }
        try StandardStreams.write(json: json.take())
    }

    /// Writes the end of the document.
    mutating func finish() throws {
        guard isJSON else { return }
        begin()
        let page = Page<Todo>(items: [], page: 0, pageSize: count, total: countsTotal ? count : nil)
        TodoJSON.endPage(page, to: &json)
        try StandardStreams.write(json: json.take() + [UInt8(ascii: "\n")])
    }

    private mutating func begin() {
        if count == 0 { TodoJSON.beginPage(to: &json) }
    }
}
