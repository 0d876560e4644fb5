import ArgumentParser
import JSON
import TodoKit

/// The arguments of commands that do one thing to some to-dos.
struct TodoArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Beginnings of ids.", valueName: "id"))
    var ids: [String]
}

struct DoneCommand: IDsCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Mark to-dos as done.",
        discussion: """
            EXAMPLES:
              todo done 3f2a
              todo done 3f2a 91bc
            """)

    @OptionGroup var arguments: TodoArguments
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let ids = try await session.todoIDs(arguments.ids)
        try await session.print(session.store.complete(ids), asList: arguments.ids.count > 1)
    }
}

struct ReopenCommand: IDsCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Open to-dos again that were done.",
        discussion: """
            EXAMPLES:
              todo reopen 3f2a
            """)

    @OptionGroup var arguments: TodoArguments
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let ids = try await session.todoIDs(arguments.ids)
        try await session.print(session.store.reopen(ids), asList: arguments.ids.count > 1)
    }
}

struct StartCommand: IDsCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Note that you begin to-dos.",
        discussion: """
            `todo list --started` shows what was begun.

            EXAMPLES:
              todo start 3f2a
            """)

    @OptionGroup var arguments: TodoArguments
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let ids = try await session.todoIDs(arguments.ids)
        try await session.print(session.store.start(ids), asList: arguments.ids.count > 1)
    }
}

struct StopCommand: IDsCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Note that you no longer work on to-dos.",
        discussion: """
            EXAMPLES:
              todo stop 3f2a
            """)

    @OptionGroup var arguments: TodoArguments
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let ids = try await session.todoIDs(arguments.ids)
        try await session.print(session.store.stop(ids), asList: arguments.ids.count > 1)
    }
}

struct DeleteCommand: IDsCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete to-dos.",
        discussion: """
            EXAMPLES:
              todo delete 3f2a
              todo list --tag junk --json | jq -r '.items[].id' | xargs todo delete
            """)

    @OptionGroup var arguments: TodoArguments
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let ids = try await session.todoIDs(arguments.ids)
        try await session.store.todos.delete(ids)
        try session.reportDeleted(ids.map(\.rawValue), noun: "to-do")
    }
}

extension Session {
    /// Reports what was deleted: `{"deleted":[…]}` for programs, a count for people.
    func reportDeleted(_ ids: [String], noun: String) throws {
        guard isJSON else { return say("Deleted \(ids.count) \(noun)\(ids.count == 1 ? "" : "s").") }
        try print(json: { writer in
            writer.beginObject()
            writer.key("deleted")
            writer.beginArray()
            for id in ids { writer.string(id) }
            writer.endArray()
            writer.endObject()
        })
    }

}
