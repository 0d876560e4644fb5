import ArgumentParser
import TodoDomain
import TodoFormats
import TodoKit

struct TreeCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "tree", abstract: "Show to-dos with their subtasks below them.",
        discussion: """
            Open to-dos, and those above them; all trees, unless ids or a list are named. Siblings are in the order in which \
            `todo move` puts them. A terminal indents subtasks; a pipe gets the lines of `todo list` in the same order.

            EXAMPLES:
              todo tree
              todo tree 3f2a --all
              todo tree --list Work
            """)

    @Argument(
        help: ArgumentHelp("Beginnings of ids: only these and what is below them.", valueName: "id"),
        completion: Completer.ids)
    var ids: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Only those in this list or in one below it; inbox: those in none.", valueName: "list"),
        completion: Completer.lists)
    var list: String?

    @Flag(help: "Those that are done too.")
    var all = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard ids.isEmpty || list == nil else { throw TodoError(.usage, "Use either ids or --list.") }
        try await session.printTrees(roots(in: session), includesDone: all)
    }

    private func roots(in session: Session) async throws -> TreeRoots {
        guard ids.isEmpty else { return .todos(try await session.todoIDs(ids)) }
        guard let list else { return .all }
        if TodoList.isInbox(list) { return .inInbox }
        return .inLists([try await session.list(named: list).id])
    }
}
