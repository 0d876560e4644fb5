import ArgumentParser
import TodoDomain
import TodoKit

struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "lists", abstract: "Work with lists.",
        discussion: """
            A list is named by its path, such as Work/Reports, or by the beginning of its id.

            EXAMPLES:
              todo lists
              todo lists add Work/Reports
              todo lists move Work/Reports --parent none
              todo lists archive Work
            """,
        subcommands: [List.self, Add.self, Rename.self, Move.self, Archive.self, Delete.self],
        defaultSubcommand: List.self)

    struct List: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "list",
            abstract: "Show the lists and how many open and done to-dos they contain.",
            discussion: """
                EXAMPLES:
                  todo lists
                  todo lists --archived --json
                """)

        @Flag(help: "Include archived lists.")
        var archived = false
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let query: Query<TodoList> = archived ? .all : .all.unarchived
            let lists = try await session.store.lists.fetch(query, source: .afterFirstPull).items
            try await session.printLists(lists)
            guard session.output.isInteractive, !session.isJSON else { return }
            let hidden = archived ? 0 : try await session.store.lists.count(.all.filter(.isHidden(true)))
            if hidden > 0 {
                let verb = hidden == 1 ? "is" : "are"
                session.say("\(hidden.counted("list")) \(verb) hidden: todo lists --archived", .dim)
            } else if lists.isEmpty {
                session.say("There are no lists yet; `todo lists add` makes one.")
            }
        }
    }

    struct Add: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "add", abstract: "Add a list, or find the one with this path.",
            discussion: """
                Missing lists above it are created too.

                EXAMPLES:
                  todo lists add Work/Reports
                  todo lists add Garden --color green
                """)

        @Argument(help: ArgumentHelp("Its path.", valueName: "list"))
        var path: String
        @Option(
            help: ArgumentHelp("A colour that your front ends understand; none takes it off.", valueName: "colour"))
        var color: String?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let color = try Change(typedColor: color)
            for title in TodoList.titles(ofPath: path) { _ = try Validation.listTitle(title) }
            try await session.checkUnambiguous(path)
            let list = try await session.store.addList(path, changingColor: color)
            try await session.printLists([list], asList: false)
        }
    }

    struct Rename: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "rename", abstract: "Give a list another title.",
            discussion: """
                EXAMPLES:
                  todo lists rename Work/Reports Papers
                """)

        @Argument(
            help: "Its path, or the beginning of its id.",
            completion: Completer.lists)
        var list: String
        @Argument(help: "The new title.")
        var newTitle: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let newTitle = try Validation.listTitle(newTitle)
            let list = try await session.list(named: list)
            guard try await session.store.isFree(listTitle: newTitle, for: list) else {
                let path = TodoList.path(list.ancestors.map(\.title) + [newTitle])
                throw TodoError(.alreadyExists, "There is a list “\(path)” already.")
            }
            let renamed = try await session.store.lists.update(TodoList.Update(id: list.id, title: newTitle))
            try await session.printLists([renamed], asList: false)
        }
    }

    struct Move: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "move",
            abstract: "Move lists into another list, or within their order.",
            discussion: """
                They come after the lists that are there, unless a place is named. Next to another list they have the same \
                parent.

                EXAMPLES:
                  todo lists move Reports --parent Work
                  todo lists move Work/Reports --parent none --first
                  todo lists move Garden --before Work
                """)

        @OptionGroup var arguments: ListArguments
        @Option(
            help: ArgumentHelp("The new parent; none for the top.", valueName: "list"), completion: Completer.lists)
        var parent: String?
        @Option(help: ArgumentHelp("Right before this list.", valueName: "list"), completion: Completer.lists)
        var before: String?
        @Option(help: ArgumentHelp("Right after this list.", valueName: "list"), completion: Completer.lists)
        var after: String?
        @Flag(help: "Before all others.")
        var first = false
        @Flag(help: "After all others.")
        var last = false
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            try Self.check(before: before, after: after, first: first, last: last, into: parent)
            let lists = try await arguments.lists(in: session)
            let destination = try await destination(in: session)
            try await session.store.checkFree(moving: lists, to: destination)
            let moved = try await session.store.moveLists(lists.map(\.id), to: destination)
            try await session.printLists(moved, asList: arguments.lists.count > 1)
        }

        private func destination(in session: Session) async throws -> ListDestination {
            if let before { return .before(try await session.list(named: before).id) }
            if let after { return .after(try await session.list(named: after).id) }
            guard let parent else { return first ? .firstHere : .lastHere }
            let id = parent.lowercased() == "none" ? nil : try await session.list(named: parent).id
            return first ? .first(in: id) : .last(in: id)
        }

        /// Checks that exactly one destination is given.
        static func check(before: String?, after: String?, first: Bool, last: Bool, into parent: String?) throws {
            guard [before != nil, after != nil, first, last].count(where: \.self) <= 1 else {
                throw TodoError(.usage, "Only one of --before, --after, --first and --last.")
            }
            guard parent == nil || before == nil && after == nil else {
                throw TodoError(.usage, "Next to another list, the parent is that one's: leave out --parent.")
            }
            guard parent != nil || before != nil || after != nil || first || last else {
                throw TodoError(.usage, "Say where: --parent, --before, --after, --first or --last.")
            }
        }
    }

    struct Archive: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "archive", abstract: "Hide lists and those below them.",
            discussion: """
                EXAMPLES:
                  todo lists archive Work
                  todo lists archive Work --off
                """)

        @OptionGroup var arguments: ListArguments
        @Flag(help: "Show them again.")
        var off = false
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let lists = try await arguments.lists(in: session)
            let archived = try await session.store.lists.update(
                lists.map { TodoList.Update(id: $0.id, isArchived: !off) })
            try await session.printLists(archived, asList: arguments.lists.count > 1)
            if off { session.sayHidden(archived) }
        }
    }

    struct Delete: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "delete",
            abstract: "Delete lists; their to-dos move to the inbox.",
            discussion: """
                Lists in a deleted one move to the top. `todo undo` puts everything back.

                EXAMPLES:
                  todo lists delete Work/Reports
                  todo lists delete Work/Reports --with-todos
                """)

        @OptionGroup var arguments: ListArguments
        @Flag(help: "Delete their to-dos too, but not those in the lists below them.")
        var withTodos = false
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let ids = try await arguments.lists(in: session).map(\.id)
            try await session.store.checkFree(deleting: ids)
            let moved = withTodos ? 0 : try await session.store.todoCount(inLists: ids)
            let below = try await session.store.lists.fetch(.all, source: .local).items.filter { list in
                !ids.contains(list.id) && list.parent.map(ids.contains) ?? false
            }
            let todos = try await session.store.deleteLists(ids, withTodos: withTodos)
            try session.reportDeleted(ids.map(\.rawValue), noun: "list", todos: withTodos ? todos : nil)
            if moved > 0 {
                session.say(
                    "\(moved.counted("to-do")) moved to the inbox; `todo list --list inbox` shows \(moved == 1 ? "it" : "them")."
                )
            }
            if !below.isEmpty {
                let names = below.prefix(5).map { "“\(Sanitized.line($0.title))”" }.joined(separator: ", ")
                session.say("\(below.count.counted("list")) moved to the top: \(names)\(below.count > 5 ? ", …" : "").")
            }
        }
    }
}

extension Session {
    /// Reports the archived lists above that still hide lists which are no longer archived.
    fileprivate func sayHidden(_ lists: [TodoList]) {
        let shown = Set(lists.map(\.id))
        for list in lists {
            let above = list.ancestors.indices.filter {
                list.ancestors[$0].isArchived && !shown.contains(list.ancestors[$0].id)
            }.map { TodoList.path(list.ancestors[...$0].map(\.title)) }
            guard !above.isEmpty else { continue }
            let names = above.map { "“\(Sanitized.line($0))”" }.joined(separator: " and ")
            let words = above.map(ShellWord.quoted).joined(separator: " ")
            say("“\(Sanitized.line(list.path))” stays hidden with \(names): todo lists archive \(words) --off")
        }
    }
}

/// The arguments of commands that do the same to several lists.
struct ListArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Their paths, or the beginnings of their ids.", valueName: "list"),
        completion: Completer.lists)
    var lists: [String]

    /// The lists, without duplicates.
    func lists(in session: Session) async throws -> [TodoList] {
        var found: [TodoList] = []
        for name in lists {
            let list = try await session.list(named: name)
            if !found.contains(where: { $0.id == list.id }) { found.append(list) }
        }
        return found
    }
}
