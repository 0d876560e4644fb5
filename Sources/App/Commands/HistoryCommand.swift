import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct HistoryCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "history", abstract: "Show who changed what and when.",
        discussion: """
            All that was done, the last first; or, with an id, all that happened to one to-do, even a deleted one, field \
            by field.

            EXAMPLES:
              todo history
              todo history 3f2a
              todo history --by claude         what an assistant did, see `todo mcp`
              todo history --by Bob            what another member of a shared list did
              todo history --page-size 50 --json
            """)

    private static let usualSize = 20

    @Argument(help: ArgumentHelp("The beginning of a to-do's id.", valueName: "id"), completion: Completer.ids)
    var id: String?

    @Option(
        name: .customLong("page-size"), parsing: .unconditional,
        help: ArgumentHelp("How many steps to a page.", valueName: "n"))
    var pageSize = Self.usualSize

    @Option(help: ArgumentHelp("Go on after this cursor.", valueName: "cursor"))
    var after: String?

    @Option(
        help: ArgumentHelp(
            "Only what a program or another person did whose name begins so; see `todo mcp`.", valueName: "name"))
    var by: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        if let by, by.trimmed.isEmpty { throw TodoError(.usage, "Say whose steps with --by NAME.") }
        guard pageSize > 0 else {
            throw TodoError(.badPage, "A page has at least one entry; the size given is \(pageSize).")
        }
        let token = try after.map { text in
            try Typed.value(text, of: "--after") {
                guard let token = HistoryToken($0) else {
                    throw TodoError(.badCursor, "This is not a cursor; take the nextCursor of a history.")
                }
                return token
            }
        }
        let record = try await session.recordKey(id)
        // Reads one more than it shows, to know whether there is another page.
        let limit = pageSize == .max ? pageSize : pageSize + 1
        let found = try await session.store.recentHistory(of: record, by: by, before: token, limit: limit)
        let page = Array(found.prefix(pageSize))
        let next = found.count > page.count ? page.last?.token : nil
        try await session.print(steps: page, pageSize: pageSize, next: next, fieldByField: record != nil)
        if page.isEmpty {
            session.sayOnTerminal(after == nil ? "Nothing was done yet." : "Nothing was done before that.")
        }
        guard let next else { return }
        let size = pageSize == Self.usualSize ? [] : ["--page-size", "\(pageSize)"]
        let which = (id.map { [$0] } ?? []) + (by.map { ["--by", $0] } ?? [])
        let words = ["todo", "history"] + which + size + ["--after", "\(next)"]
        session.say("next page: " + words.map(ShellWord.quoted).joined(separator: " "), .dim)
    }
}

extension Session {
    /// The to-do whose id begins with a text, even if it is deleted. nil for no text.
    fileprivate func recordKey(_ text: String?) async throws -> RecordKey? {
        guard let text else { return nil }
        return RecordKey(try await todoID(text, includingDeleted: true))
    }

    /// Prints steps of the history: a table on a terminal, tab-separated fields into a pipe.
    func print(
        steps: [HistoryTransaction], pageSize: Int, next: HistoryToken? = nil, fieldByField: Bool = false
    ) async throws {
        guard !isJSON else {
            return try print(json: { HistoryJSON.write(steps, pageSize: pageSize, next: next, to: &$0) })
        }
        let table = HistoryTable(
            text: try await store.historyText(naming: steps.reduce(into: []) { $0.formUnion($1.mentioned) }))
        try print(fieldByField ? table.fields(steps, on: output) : table.steps(steps, on: output))
    }
}
