import ArgumentParser
import TodoDomain
import TodoKit

struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "tag", abstract: "Work with tags.",
        discussion: """
            EXAMPLES:
              todo tag list
              todo tag rename shop shopping
              todo tag merge errands errand --into errand
            """,
        subcommands: [Add.self, List.self, Rename.self, Merge.self, Delete.self], defaultSubcommand: List.self)

    struct Add: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "add", abstract: "Add a tag, or find the one with this title.",
            discussion: """
                EXAMPLES:
                  todo tag add errand
                  todo tag add urgent --color red
                """)

        @Argument(help: "What it is called.")
        var title: String
        @Option(
            help: ArgumentHelp("Its colour, as a front end understands it; none takes it off.", valueName: "colour"))
        var color: String?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let (title, color) = (try Validation.tagTitle(title), try Change(typedColor: color))
            let tag = try await session.store.addTag(title, changingColor: color)
            try await session.sayMerged([title], unlessAmong: [tag])
            try await session.printTags([tag], asList: false)
        }
    }

    struct List: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "list",
            abstract: "List the tags with how many open and done to-dos have them.",
            discussion: """
                EXAMPLES:
                  todo tag list
                  todo tag list --json | jq -r '.items[].title'
                """)

        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let tags = try await session.store.tags.fetch(.all, source: .afterFirstPull).items
            try await session.printTags(tags)
            if tags.isEmpty { session.sayOnTerminal("There are no tags yet; `todo tag add` makes one.") }
        }
    }

    struct Rename: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "rename", abstract: "Give a tag another title.",
            discussion: """
                EXAMPLES:
                  todo tag rename shop shopping
                """)

        @Argument(help: "What it is called.", completion: Completer.tags)
        var title: String
        @Argument(help: "Its new title.")
        var newTitle: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let newTitle = try Validation.tagTitle(newTitle)
            let tags = try await session.tags(titled: title)
            guard try await session.store.isFree(tagTitle: newTitle, for: tags.map(\.id)) else {
                throw TodoError(
                    .alreadyExists, "There is a tag “\(newTitle)” already; `todo tag merge` makes one tag of two.")
            }
            let renamed = try await session.store.tags.update(tags.map { Tag.Update(id: $0.id, title: newTitle) })
            try await session.printTags([renamed[0]], asList: false)
        }
    }

    struct Merge: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "merge",
            abstract: "Replace tags by another one, and delete them.",
            discussion: """
                Several tags with the same title, created on different devices, already count as one in lists, filters \
                and edits. Merging that title into itself makes this permanent.

                EXAMPLES:
                  todo tag merge errands erand --into errand
                  todo tag merge errand --into errand
                """)

        @Argument(
            help: ArgumentHelp("The tags to replace.", valueName: "title"),
            completion: Completer.tags)
        var titles: [String]
        @Option(
            help: ArgumentHelp("The tag that stays; it is created if missing.", valueName: "title"),
            completion: Completer.tags)
        var into: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let into = try Validation.tagTitle(into)
            var others: [Tag] = []
            for title in titles { others += try await session.tags(titled: title) }
            let tag = try await session.store.mergeTags(others.map(\.id), into: into)
            try await session.sayMerged([into], unlessAmong: [tag])
            try await session.printTags([tag], asList: false)
        }
    }

    struct Delete: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "delete",
            abstract: "Delete tags; their to-dos stay, without them.",
            discussion: """
                EXAMPLES:
                  todo tag delete junk
                """)

        @Argument(
            help: ArgumentHelp("What they are called.", valueName: "title"),
            completion: Completer.tags)
        var titles: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            var ids: [Tag.ID] = []
            for title in titles {
                for tag in try await session.tags(titled: title) where !ids.contains(tag.id) { ids.append(tag.id) }
            }
            try await session.store.tags.delete(ids)
            try session.reportDeleted(ids.map(\.rawValue), noun: "tag")
        }
    }
}

extension Change<String> {
    /// The change that a typed colour asks for. `none` removes the colour.
    /// - Throws: `bad-color`.
    init(typedColor text: String?) throws {
        guard let text else {
            self = .keep
            return
        }
        self = text.lowercased() == "none" ? .clear : .set(try NamedColor.parse(text))
    }
}
