import ArgumentParser
import TodoDomain
import TodoKit

struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "view", abstract: "Save filters under names.",
        discussion: """
            A view is used as @NAME wherever a filter is (todo list @today-work), and as todo NAME if no command has that \
            name. Tags, lists and places in it may be renamed. Its order (sort:), columns and grouping show on a terminal.

            EXAMPLES:
              todo view add today-work due:..today tag:work sort:due
              todo view list
            """,
        subcommands: [Add.self, List.self, Edit.self, Rename.self, Delete.self], defaultSubcommand: List.self)

    struct Add: FilteredCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "add", abstract: "Save a filter as a view.",
            discussion: """
                EXAMPLES:
                  todo view add today-work due:..today tag:work sort:due
                  todo view add errands --where '-is:blocked tag:shop,post' --group place
                  todo view add papers list:Work --columns id,due,title
                """)

        @Argument(help: "Its name: one word, of letters, digits and - _ . between them.")
        var name: String
        @Argument(
            help: ArgumentHelp("A filter: all words together.", valueName: "filter"),
            completion: Completer.filter)
        var filter: [String] = []
        @Option(
            name: .customLong("where"), parsing: .unconditional,
            help: ArgumentHelp("The filter, in one argument.", valueName: "filter"),
            completion: Completer.filter)
        var condition: String?
        @OptionGroup var look: LookOptions
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let name = try SavedView.checkedName(name)
            let typed = try await session.filters(filter, where: condition)
            guard !typed.isEmpty else { throw TodoError(.usage, "Give the filter that the view stands for.") }
            let (columns, grouping) = (try look.columnList() ?? [], try look.grouping().flatMap(\.self))
            let view = try await session.placed(typed) { whole in
                try await session.store.addView(
                    name, filter: whole, columns: columns, grouping: grouping, settings: session.phrases)
            }
            if !view.isUsableAsCommand(besides: RootCommand.names) {
                session.say("“\(view.name)” is a command; the view is used as @\(view.name).")
            } else if !view.isNeverACommand {
                session.say("A later version may have a command “\(view.name)”; scripts should write @\(view.name).")
            }
            try await session.printViews([view], asList: false)
        }
    }

    struct List: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "list", abstract: "List the views with their filters.",
            discussion: """
                EXAMPLES:
                  todo view list
                  todo view list --json | jq -r '.items[] | "\\(.name): \\(.text)"'
                """)

        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let views = try await session.store.views.fetch(.all, source: .afterFirstPull).items
            try await session.printViews(views)
            if views.isEmpty { session.sayOnTerminal("There are no views yet; `todo view add` makes one.") }
        }
    }

    struct Edit: FilteredCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "edit", abstract: "Give a view another filter, other columns or another grouping.",
            discussion: """
                What is not given stays as it is.

                EXAMPLES:
                  todo view edit today-work due:..tomorrow tag:work sort:due
                  todo view edit errands --group none
                  todo view edit papers --columns id,due,title
                """)

        @Argument(
            help: "Its name, or the beginning of its id.",
            completion: Completer.views)
        var name: String
        @Argument(
            help: ArgumentHelp("Another filter: all words together.", valueName: "filter"),
            completion: Completer.filter)
        var filter: [String] = []
        @Option(
            name: .customLong("where"), parsing: .unconditional,
            help: ArgumentHelp("Another filter, in one argument.", valueName: "filter"),
            completion: Completer.filter)
        var condition: String?
        @OptionGroup var look: LookOptions
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let typed = try await session.filters(filter, where: condition)
            let (columns, grouping) = (try look.columnList(), try look.grouping())
            guard !typed.isEmpty || columns != nil || grouping != nil else {
                throw TodoError(.usage, "Give another filter, --columns or --group.")
            }
            let original = try await session.view(named: name)
            var view = original
            if let columns { view.columns = columns.map(\.rawValue) }
            if let grouping { view.grouping = grouping?.rawValue }
            if !typed.isEmpty {
                view = try await session.placed(typed) { [view] whole in
                    var view = view
                    try view.setFilter(
                        whole, names: try await session.store.names(in: whole, settings: session.phrases))
                    return view
                }
            }
            try await session.printViews([try await session.store.views.update(view, from: original)], asList: false)
        }
    }

    struct Rename: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "rename", abstract: "Give a view another name.",
            discussion: """
                EXAMPLES:
                  todo view rename today-work work
                """)

        @Argument(
            help: "Its name, or the beginning of its id.",
            completion: Completer.views)
        var name: String
        @Argument(help: "Its new name.")
        var newName: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let newName = try SavedView.checkedName(newName)
            let view = try await session.view(named: name)
            try await session.store.checkFree(newName, for: view.id)
            let renamed = try await session.store.views.update(SavedView.Update(id: view.id, name: newName))
            try await session.printViews([renamed], asList: false)
        }
    }

    struct Delete: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "delete", abstract: "Delete views; the to-dos stay.",
            discussion: """
                EXAMPLES:
                  todo view delete today-work
                """)

        @Argument(
            help: ArgumentHelp("Their names, or the beginnings of their ids.", valueName: "name"),
            completion: Completer.views)
        var names: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            var ids: [SavedView.ID] = []
            for name in names {
                let id = try await session.view(named: name).id
                if !ids.contains(id) { ids.append(id) }
            }
            try await session.store.views.delete(ids)
            try session.reportDeleted(ids.map(\.rawValue), noun: "view")
        }
    }
}

/// How a terminal shows the to-dos that a view finds.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("What a terminal shows: id,due,title; none: the usual.", valueName: "columns"))
    var columns: String?
    @Option(
        name: .customLong("group"),
        help: ArgumentHelp("due, list, place, priority, tag or none.", valueName: "field"),
        completion: .list(["due", "list", "place", "priority", "tag", "none"]))
    var group: String?

    /// The columns. Empty means the usual ones; nil means that the option was not given.
    func columnList() throws -> [TodoColumn]? {
        try columns.map {
            try Typed.value($0, of: "--columns") { text -> [TodoColumn] in
                guard text.lowercased() != "none" else { return [] }
                return try TodoColumn.list(text)
            }
        }
    }

    /// The grouping. `.some(nil)` means no grouping; nil means that the option was not given.
    func grouping() throws -> TodoGrouping?? {
        try group.map {
            try Typed.value($0, of: "--group") { text -> TodoGrouping? in
                guard text.lowercased() != "none" else { return nil }
                guard let grouping = TodoGrouping(rawValue: text.lowercased()) else {
                    throw TodoError(.usage, "Group by due, list, place, priority or tag, or none.")
                }
                return grouping
            }
        }
    }
}
