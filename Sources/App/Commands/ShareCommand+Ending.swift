import ArgumentParser
import TodoDomain
import TodoKit

// The end of sharing, and the copies that it leaves.
extension ShareCommand {
    struct End: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "end", abstract: "End the sharing of a list for everybody.",
            discussion: """
                The list is your own again. The other members have copies, which they can keep or forget. It ends for all lists \
                that are shared with the same members by --with.

                EXAMPLES:
                  todo share end Groceries
                """)

        @Argument(help: "A shared list that you own.", completion: Completer.lists)
        var list: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let space = try await session.space(ofListNamed: list)
            let titles = try await session.store.topLists(of: space.id).map { Sanitized.line($0.title) }
            let moves = try await session.store.end(space.id)
            guard !session.isJSON else { return try await session.printLists(session.lists(of: moves)) }
            let (names, verb) = (titles.inWords ?? Sanitized.line(space.name), titles.count > 1 ? "are" : "is")
            let copies = space.others.map { " \($0) can keep a copy." } ?? ""
            session.say("\(names) \(verb) no longer shared, and your own again.\(copies)")
        }
    }

    struct Keep: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "keep", abstract: "Make the copy of a list that is no longer shared your own list.",
            discussion: """
                Edits that were never sent are in it too.

                EXAMPLES:
                  todo share keep Groceries
                """)

        @Argument(help: "A list that is no longer shared with you.", completion: Completer.lists)
        var list: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let list = try await session.list(named: list)
            let move = try await session.store.keep(list: list.id)
            guard !session.isJSON else {
                return try await session.printLists(session.lists(of: [move]), asList: false)
            }
            session.say("\(Sanitized.line(list.title)) is your own list now, with \(move.todos.counted("to-do")).")
        }
    }

    struct Forget: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "forget", abstract: "Delete the copy of a list that is no longer shared, here alone.",
            discussion: """
                `todo undo` brings it back.

                EXAMPLES:
                  todo share forget Groceries
                """)

        @Argument(help: "A list that is no longer shared with you.", completion: Completer.lists)
        var list: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let list = try await session.list(named: list)
            try await session.store.forget(list: list.id)
            try session.reportDeleted([list.id.rawValue], noun: "list")
        }
    }
}

extension Session {
    /// The lists that came of moves.
    fileprivate func lists(of moves: [SpaceMove]) async throws -> [TodoList] {
        var lists: [TodoList] = []
        for move in moves { lists.append(try await store.lists.find(move.list)) }
        return lists
    }
}
