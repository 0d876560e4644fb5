import ArgumentParser
import TodoDomain
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
    var isPlain: Bool { isUnconditional && condition == nil && at == nil && !done && !all }

    /// Whether no option is a condition of a filter.
    private var isUnconditional: Bool {
        let values = [list, location, near, due, priority]
        return tags.isEmpty && values.allSatisfy { $0 == nil }
            && ![untagged, waiting, started, blocked, ready].contains(true)
    }

    /// The options that select to-dos, as one filter. Each option is a condition on a field, and is read like that field.
    /// - Throws: `usage` for a value that the field does not take; `bad-distance`.
    func filter(in session: Session) throws -> TodoFilter? {
        guard !isUnconditional else { return nil }
        var conditions: [TodoFilter.Condition] = []
        func add(_ field: TodoFilter.Field, _ value: String?, _ option: String) throws {
            guard let value else { return }
            conditions.append(
                try Typed.value(value, of: option) {
                    try TodoFilter.Condition(
                        field, typed: $0, now: session.viewedAt, timeZone: session.timeZone, settings: session.phrases)
                })
        }
        for (isGiven, word) in [
            (waiting, "waiting"), (started, "started"), (blocked, "blocked"), (ready, "ready"),
        ] where isGiven { try add(.is, word, "--" + word) }
        try add(.tag, untagged ? "none" : nil, "--untagged")
        for tag in tags { try add(.tag, tag, "--tag") }
        try add(.list, list, "--list")
        try add(.place, location, "--location")
        _ = try within.map { try Typed.value($0, of: "--within", Distance.parse) }
        try add(.near, near.map { place in within.map { "\(place)/\($0)" } ?? place }, "--near")
        try add(.due, due, "--due")
        try add(.priority, priority, "--priority")
        return TodoFilter(.and(conditions))
    }

    /// The part of the query that no filter has: which page, in what order, and whether open or done ones are meant.
    func baseQuery(in session: Session, _ filters: [TypedFilter]) throws -> Query<Todo> {
        guard !(done && all) else { throw TodoError(.usage, "Either --done or --all, not both.") }
        guard page == nil || after == nil else { throw TodoError(.usage, "Either --page or --after, not both.") }
        guard within == nil || near != nil else { throw TodoError(.usage, "--within belongs to --near.") }
        guard sort == nil || filters.allSatisfy(\.filter.order.isEmpty) else {
            throw TodoError(.usage, "Give one order: sort: in the filter or --sort, not both.")
        }
        // Otherwise, the filters decide whether only open to-dos are listed.
        var query: Query<Todo> = done ? .all.done : all || !filters.isEmpty ? .all : .all.open
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
        return query
    }

    /// Which of the open and the done ones are meant where filters do not say so.
    var completion: Todo.Condition? { done || all ? nil : .isDone(false) }

    /// A query that another one narrows; the order of a view counts where no other is asked for.
    func narrowed(_ query: Query<Todo>, to meant: Query<Todo>, _ filters: [TypedFilter]) -> Query<Todo> {
        var query = query.narrowed(to: meant)
        guard sort == nil, filters.allSatisfy(\.filter.order.isEmpty), !meant.order.isEmpty else { return query }
        query.order = meant.order
        return reverse ? query.reversed() : query
    }

    private static func order(_ sort: String) throws -> [SortTerm<Todo>] {
        guard let key = Todo.SortKey(rawValue: sort), !key.isExtra else {
            throw TodoError(.usage, "Sort by updated, created, due, title, priority, completed or manual.")
        }
        return Todo.usualOrder(by: key)
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
    /// The trees that a terminal shows; nil for a flat list.
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
