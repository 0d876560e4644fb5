import ArgumentParser
import TodoKit

struct ShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything about to-dos.",
        discussion: """
            EXAMPLES:
              todo show 3f2a
              todo show 3f2a --json
            """)

    @OptionGroup var arguments: TodoArguments
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let ids = try await session.todoIDs(arguments.ids)
        var todos: [Todo] = []
        for id in ids { todos.append(try await session.store.todos.find(id)) }
        if session.isJSON {
            try await session.print(todos, asList: arguments.ids.count > 1)
        } else {
            let block = TodoBlock(dueText: DueText(now: session.now, timeZone: session.timeZone))
            let blocks = todos.map { block.lines($0, styles: session.output.styles) }
            try session.print(Array(blocks.joined(separator: [""])))
        }
        for id in ids { session.finishLater(try session.store.recents.noteView(of: id)) }
    }
}
