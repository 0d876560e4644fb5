import ArgumentParser
import TodoKit

struct MoveCommand: IDsCommand, FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "move",
        abstract: "Move to-dos into a list, below another to-do, or in their order.",
        discussion: """
            They come after those that are there, unless a place is named, and follow each other as given. Next to another \
            to-do they have the same list and parent. A subtask of another one of them stays below it; --list takes any \
            other out of its parent. Of several that a filter matches, those that are in the list already stay below \
            their parents. `todo list --list LIST` and `todo tree` show the order.

            EXAMPLES:
              todo move 3f2a --list Work/Reports
              todo move 3f2a 91bc --parent 77d0 --first
              todo move 3f2a --before 91bc
              todo move tag:garden --list Home
            """)

    @OptionGroup var selection: TodoSelection

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The list: a path such as Work/Reports; none for the inbox.", valueName: "list"),
        completion: Completer.lists)
    var list: String?

    @Flag(help: "Make the list if it is missing.")
    var create = false

    @Option(
        help: ArgumentHelp(
            "The to-do that they become subtasks of: the beginning of an id; none for no parent.", valueName: "id"),
        completion: Completer.ids)
    var parent: String?

    @Option(help: ArgumentHelp("Right before this to-do.", valueName: "id"), completion: Completer.ids)
    var before: String?

    @Option(help: ArgumentHelp("Right after this to-do.", valueName: "id"), completion: Completer.ids)
    var after: String?

    @Flag(help: "Before all others.")
    var first = false

    @Flag(help: "After all others.")
    var last = false

    @OptionGroup var global: GlobalOptions

    func validate() throws { try selection.requireSomething() }

    func run(in session: Session) async throws {
        try check()
        let destination = try await destination(in: session)
        let (selected, moved) = try await selection.change(in: session, nothing: []) {
            try await session.store.move($0, to: destination, keepingTrees: selection.isByFilter)
        }
        try await session.print(moved, asList: selected.isList)
        session.sayChanged(selected, "Moved")
        if !moved.isEmpty { session.sayMade([destination.placement]) }
    }

    private func check() throws {
        guard list == nil || parent == nil else { throw TodoError(.usage, "Either --list or --parent, not both.") }
        guard [before != nil, after != nil, first, last].count(where: \.self) <= 1 else {
            throw TodoError(.usage, "Only one of --before, --after, --first and --last.")
        }
        let isNamed = list != nil || parent != nil
        guard !isNamed || before == nil && after == nil else {
            throw TodoError(
                .usage, "Next to another to-do, the list and the parent are that one's: leave out --list and --parent.")
        }
        guard isNamed || before != nil || after != nil || first || last else {
            throw TodoError(.usage, "Say where: --list, --parent, --before, --after, --first or --last.")
        }
    }

    private func destination(in session: Session) async throws -> TodoDestination {
        if let before { return .before(try await session.todoID(before)) }
        if let after { return .after(try await session.todoID(after)) }
        let placement = try await session.placement(list: list, parent: parent, create: create)
        return first ? .first(in: placement) : .last(in: placement)
    }
}

struct OrderCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "order", abstract: "Shorten the stored keys of the manual order.",
        discussion: """
            Each place in the order is a short text, which grows when thousands of to-dos are put at the same place. \
            --respace makes all of them short again and changes no order: one edit of each, which `todo undo` takes back.

            EXAMPLES:
              todo order --respace
              todo order --respace --list Work
            """)

    @Flag(help: "Do it, for everything that was ever put in order.")
    var respace = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only the to-dos in this list.", valueName: "list"),
        completion: Completer.lists)
    var list: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard respace else { throw TodoError(.usage, "Say --respace; `todo move` puts to-dos in order.") }
        var only: TodoList.ID?
        if let list { only = try await session.list(named: list).id }
        let count = try await session.store.respace(only)
        guard session.isJSON else { return session.say("Respaced \(count).") }
        try session.print(json: { writer in
            writer.beginObject()
            writer.member("respaced", count)
            writer.endObject()
        })
    }
}
