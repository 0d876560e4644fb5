import ArgumentParser
import TodoDomain
import TodoKit

struct NextCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "next", abstract: "Show what to do next.",
        discussion: """
            Of the to-dos that can be done now, the one with the highest score comes first. There are points for how \
            soon it is due, its priority, having been started, what waits for it, and its age; --explain shows them.

            EXAMPLES:
              todo next
              todo next --limit 3 --explain
              todo next --json
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("How many at most (10).", valueName: "n"))
    var limit = 10

    @Flag(help: "Show the points of each reason.")
    var explain = false

    @Flag(name: .customLong("all-people"), help: "Include what other members of shared lists are to do.")
    var allPeople = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard limit > 0 else { throw TodoError(.usage, "--limit is 1 or more, not \(limit).") }
        let ranked = try await session.store.next(limit, ofEverybody: allPeople)
        guard !session.isJSON else { return try session.print(json: { AgendaJSON.write(ranked, to: &$0) }) }
        let todos = ranked.map(\.item.todo)
        let prefixes = try await session.store.todos.shortestPrefixes(of: todos.map(\.id))
        let shortID = { (id: Todo.ID) in prefixes[id] ?? id.rawValue }
        guard session.output.isInteractive else {
            return try session.print(
                ranked.map {
                    TodoLines.line($0.item.todo, shortID: shortID)
                        + "\t\(explain ? Self.reasons($0.score) : String($0.score.points))"
                })
        }
        try await session.prepareLook()
        let table = TodoTable(
            dueText: DueText(now: session.now, timeZone: session.timeZone), look: session.look, shortID: shortID)
        var lines = table.lines(todos, on: session.output)
        if explain {
            let reasons = ranked.map {
                session.output.styles("      \(Self.reasons($0.score))", .dim)
            }
            lines = lines.prefix(1) + zip(lines.dropFirst(), reasons).flatMap { [$0, $1] }
        }
        try session.print(lines)
        if todos.isEmpty { session.say("Nothing can be done now.") }
    }

    /// The parts of an urgency, such as `140 = due 80 + priority 60`.
    private static func reasons(_ score: NextScore) -> String {
        let terms = score.terms.map { "\($0.name.rawValue) \($0.points)" }.joined(separator: " + ")
        return terms.isEmpty ? "0" : "\(score.points) = \(terms)"
    }
}
