import ArgumentParser
import TodoKit

/// Which to-dos a list shows, in what order, and which page.
struct ListOptions: ParsableArguments {
    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp("Only those that a filter matches, in one argument.", valueName: "filter"),
        completion: Completer.filter)
    var condition: String?

    @Option(
        name: [.customLong("tag"), .customShort("t")], parsing: .singleValue,
        help: ArgumentHelp("Only those with this tag. Repeat for those with all of several.", valueName: "title"),
        completion: Completer.tags)
    var tags: [String] = []

    @Flag(help: "Only those without any tag.")
    var untagged = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Only those in this list or in one below it; inbox: those in none.", valueName: "list"),
        completion: Completer.lists)
    var list: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Only those at this place.", valueName: "place"),
        completion: Completer.places)
    var location: String?

    // A value may begin with a minus: 33 degrees south, or a page number to be refused.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only those near a place or LATITUDE,LONGITUDE.", valueName: "place"),
        completion: Completer.places)
    var near: String?

    @Option(help: ArgumentHelp("How near: 500m (the default), 1.5km, 3mi.", valueName: "distance"))
    var within: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "today, tomorrow, overdue, week, any, none, a day, or FROM..TO.", valueName: "when"),
        completion: .list(["today", "tomorrow", "overdue", "week", "any", "none"]))
    var due: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("high, medium, low or none.", valueName: "level"),
        completion: .list(["high", "medium", "low", "none"]))
    var priority: String?

    @Flag(help: "Those that are done.")
    var done = false

    @Flag(help: "Those that are open and those that are done.")
    var all = false

    @Flag(help: "Only those whose start date is yet to come.")
    var waiting = false

    @Flag(help: "Only those that were started.")
    var started = false

    @Flag(help: "Only those that wait for other open ones.")
    var blocked = false

    @Flag(help: "Only those that can be worked on now: not blocked, not waiting, without open subtasks.")
    var ready = false

    @Option(
        help: ArgumentHelp("updated, created, due, title, priority, completed or manual.", valueName: "key"),
        completion: .list(["updated", "created", "due", "title", "priority", "completed", "manual"]))
    var sort: String?

    @Flag(help: "In reverse order.")
    var reverse = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Which page, from 0.", valueName: "n"))
    var page: Int?

    @Option(
        name: .customLong("page-size"), parsing: .unconditional,
        help: ArgumentHelp("How many to a page (20).", valueName: "n"))
    var pageSize: Int?

    @Option(help: ArgumentHelp("Continue after this cursor.", valueName: "cursor"))
    var after: String?

    @Option(
        help: ArgumentHelp(
            "As it was at a moment: yesterday, 2 hours ago, 2026-11-21 18:00.", valueName: "when"))
    var at: String?

    @Flag(name: .customLong("no-total"), help: "Do not count how many there are in all.")
    var noTotal = false

    @Flag(help: "Instead of the list, show the filter as it was understood, and which index it uses.")
    var explain = false
}

extension ListOptions {
    /// Whether a page was requested.
    var asksForPage: Bool { page != nil || pageSize != nil || after != nil }

    /// Whether nothing says which to-dos are meant, so that they are the open ones.
    var isPlain: Bool {
        let values = [condition, list, location, near, due, priority, at]
        let flags = [untagged, done, all, waiting, started, blocked, ready]
        return tags.isEmpty && values.allSatisfy { $0 == nil } && !flags.contains(true)
    }

    /// The part of the query that does not need the store.
    func baseQuery(in session: Session, _ filters: [TypedFilter]) throws -> Query<Todo> {
        guard !(done && all) else { throw TodoError(.usage, "Either --done or --all, not both.") }
        guard page == nil || after == nil else { throw TodoError(.usage, "Either --page or --after, not both.") }
        guard within == nil || near != nil else { throw TodoError(.usage, "--within belongs to --near.") }
        guard sort == nil || filters.allSatisfy(\.filter.order.isEmpty) else {
            throw TodoError(.usage, "Give one order: sort: in the filter or --sort, not both.")
        }
        // Whether open ones are meant is otherwise for the filters to say.
        var query: Query<Todo> = done ? .all.done : all || !filters.isEmpty ? .all : .all.open
        if untagged { query = query.untagged }
        if waiting { query = query.filter(.start(.after(session.viewedAt, in: session.timeZone))) }
        if started { query = query.started }
        if blocked { query = query.blocked }
        if ready { query = query.filter(.isReady(waiting: .after(session.viewedAt, in: session.timeZone))) }
        if let due {
            let filter = try Typed.value(due, of: "--due") {
                try DueFilter.parse(
                    $0, now: session.viewedAt, timeZone: session.timeZone, settings: session.phrases)
            }
            query = query.filter(filter.condition)
        }
        if let priority { query = query.priority(try Typed.value(priority, of: "--priority", Self.priority)) }
        query.order = try sort.map { try Typed.value($0, of: "--sort", Self.order) } ?? filters.flatMap(\.filter.order)
        if reverse { query = query.reversed() }
        query = query.countingTotal(!noTotal)
        let size = pageSize ?? 20
        if let after {
            let cursor = try Typed.value(after, of: "--after") { text in
                guard let cursor = Cursor(text) else {
                    throw TodoError(.badCursor, "This is not a cursor; take the nextCursor of a list.")
                }
                return cursor
            }
            query = query.after(cursor, size: size)
        } else {
            query = query.page(page ?? 0, size: size)
        }
        try query.validate()
        _ = try within.map { try Typed.value($0, of: "--within", Distance.parse) }
        _ = try near.map { try Typed.value($0, of: "--near", Place.parse) }
        return query
    }

    /// Which of the open and the done ones are meant where filters do not say so.
    var completion: Todo.Condition? { done || all ? nil : .isDone(false) }

    /// The complete query, with tags and locations looked up by name.
    /// - Parameters:
    ///   - base: ``baseQuery(in:_:)`` with the same filters.
    ///   - meant: what the filters stand for; nil if there are none.
    ///   - text: what to search for.
    func completed(
        _ base: Query<Todo>, in session: Session, _ filters: [TypedFilter], meaning meant: Query<Todo>?,
        matching text: String?
    ) async throws -> Query<Todo> {
        var query = base
        if let meant {
            query = query.narrowed(to: meant)
            // The order of a view counts where no other is asked for.
            if sort == nil, filters.allSatisfy(\.filter.order.isEmpty), !meant.order.isEmpty {
                query.order = meant.order
                if reverse { query = query.reversed() }
            }
        }
        for tag in tags { query = query.tagged(try await session.tags(titled: tag).map(\.id)) }
        if let location { query = query.located(try await session.locations(named: location).map(\.id)) }
        if let list {
            query =
                TodoList.isInbox(list) ? query.inbox : query.listed([try await session.list(named: list).id])
        }
        if let near {
            let metres = try within.map(Distance.parse) ?? 500
            switch try Place.parse(near) {
            case .coordinate(let coordinate): query = query.near(coordinate, within: metres)
            case .name(let name): query = query.near(try await session.location(named: name), within: metres)
            }
        }
        if let text { query = query.matching(text) }
        return query
    }

    private static func order(_ sort: String) throws -> [SortTerm<Todo>] {
        guard let key = Todo.SortKey(rawValue: sort), !key.isExtra else {
            throw TodoError(.usage, "Sort by updated, created, due, title, priority, completed or manual.")
        }
        return Todo.usualOrder(by: key)
    }

    private static func priority(_ text: String) throws -> Priority? {
        if text.lowercased() == "none" { return nil }
        guard let priority = Priority(rawValue: text.lowercased()) else {
            throw TodoError(.usage, "A priority is high, medium, low or none.")
        }
        return priority
    }

    /// The options as given, except those that choose a page, for the hint how to continue.
    var words: [String] {
        var words: [String] = []
        for tag in tags { words += ["--tag", tag] }
        if untagged { words.append("--untagged") }
        if waiting { words.append("--waiting") }
        if started { words.append("--started") }
        if blocked { words.append("--blocked") }
        if ready { words.append("--ready") }
        let values = [
            ("--where", condition), ("--list", list), ("--location", location), ("--near", near), ("--within", within),
            ("--due", due), ("--priority", priority), ("--sort", sort), ("--page-size", pageSize.map(String.init)),
            ("--at", at),
        ]
        for case (let option, let value?) in values { words += [option, value] }
        let flags = [("--done", done), ("--all", all), ("--reverse", reverse), ("--no-total", noTotal)]
        return words + flags.filter(\.1).map(\.0)
    }
}

extension ListOptions {
    /// The trees that a terminal shows; nil for a list that is no tree.
    ///
    /// A list is shown in its manual order, unless another one is asked for. It is the same whether --list or a filter names it.
    /// - Parameters:
    ///   - query: all that is asked for.
    ///   - isSearch: whether these are options of a search.
    func trees(of query: Query<Todo>, in session: Session, isSearch: Bool) -> TreeRoots? {
        guard session.output.isInteractive, !session.isJSON, session.past == nil, after == nil, !reverse else {
            return nil
        }
        let list = TreeRoots(listOf: query)
        let usual =
            query.order.isEmpty
            ? list != nil && !isSearch && session.look.grouping == nil : query.order == [SortTerm(.manual)]
        let isManual = sort.map { $0 == Todo.SortKey.manual.rawValue } ?? usual
        return isManual ? list ?? .all : nil
    }
}
