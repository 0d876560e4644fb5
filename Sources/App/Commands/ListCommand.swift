import ArgumentParser
import TodoKit

struct ListCommand: FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "list", abstract: "List to-dos: the open ones, unless asked for others.",
        discussion: """
            Words are a filter, such as due:..today or tag:urgent; together with options, all must be met. A condition that \
            begins with a minus goes into --where. A terminal gets a page of 20, a pipe everything, unless --page, \
            --page-size or --after ask for a part.

            EXAMPLES:
              todo list tag:shop due:today
              todo list 'list:Work (due:..today or priority:high) sort:due'
              todo list --where '-tag:home milk'
              todo list tag:home/ --explain
              todo list --tag shop --due today
              todo list --sort due --page-size 50
              todo list --near Migros --within 500m
              todo list --done --due 2026-11-01..2026-11-30
              todo list --at yesterday
              todo list --recent
            """,
        aliases: ["ls"])

    @Argument(
        help: ArgumentHelp("A filter: all words together.", valueName: "filter"),
        completion: Completer.filter)
    var filter: [String] = []

    @OptionGroup var options: ListOptions

    @Flag(help: "The ones that were viewed last.")
    var recent = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard !recent else { return try await listRecent(in: session) }
        try await session.list(options, filter: filter, command: ["todo", "list"] + words + options.words)
    }

    /// The filter for the hint how to continue. An argument with spaces among others stays by itself: it may be a value of which
    /// the shell has taken the quotation marks.
    private var words: [String] {
        guard !filter.isEmpty else { return [] }
        let text = filter.joined(separator: " ")
        guard !text.hasPrefix("-") else { return ["--where", text] }
        let hasSpaces = filter.contains { $0.contains(where: \.isWhitespace) }
        let hasDash = filter.contains { $0.hasPrefix("-") }
        return hasSpaces && !hasDash ? filter : [text]
    }

    private func listRecent(in session: Session) async throws {
        guard filter.isEmpty, options.words.isEmpty, options.page == nil, options.after == nil else {
            throw TodoError(.usage, "--recent stands alone.")
        }
        let recents: [RecentTodo] = try await session.store.recents.todos.fetchAll()
        let ids = recents.compactMap { Todo.ID($0.id) }
        let known = try await session.store.todos.fetch(.ids(ids), source: .local).items
        let byID = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let todos = ids.compactMap { byID[$0] }
        let page = Page(items: todos, page: 0, pageSize: RecentsDAO.limit, total: todos.count)
        try await session.print(page, command: ["todo", "list", "--recent"])
    }
}
