import ArgumentParser
import TodoKit

struct ShowCommand: IDsCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "show", abstract: "Show everything about to-dos.",
        discussion: """
            EXAMPLES:
              todo show 3f2a
              todo show 3f2a --json
              todo show 3f2a --at "2 hours ago"
            """)

    @OptionGroup var arguments: TodoArguments

    @Option(
        help: ArgumentHelp(
            "As it was at a moment: yesterday, 2 hours ago, 2026-11-21 18:00.", valueName: "when"))
    var at: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let todos = try await todos(in: session)
        if session.isJSON {
            try await session.print(todos, asList: arguments.ids.count > 1)
        } else {
            let hasReminders = todos.contains { !$0.alarms.isEmpty }
            let block = TodoBlock(
                dueText: DueText(now: session.now, timeZone: session.timeZone),
                reminders: hasReminders ? session.reminders : nil,
                placeNames: try await session.store.placeNames(of: todos),
                spaces: todos.contains { $0.space != nil } ? try await session.store.spaces() : [])
            var blocks: [[String]] = []
            for todo in todos {
                blocks.append(
                    block.lines(
                        todo, styles: session.output.styles, dependencies: try await session.dependencies(of: todo)))
            }
            try session.print(Array(blocks.joined(separator: [""])))
        }
        guard at == nil else { return }
        for todo in todos { session.finishLater(try session.store.recents.noteView(of: todo.id)) }
    }

    private func todos(in session: Session) async throws -> [Todo] {
        if let at { return try await session.todos(arguments.ids, at: at) }
        var todos: [Todo] = []
        for id in try await session.todoIDs(arguments.ids) { todos.append(try await session.store.todos.find(id)) }
        return todos
    }
}
