import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct JoinCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "join", abstract: "Join a list that somebody shares with you.",
        discussion: """
            A link leads to a server, which must be the one that is set up here: todo remote set

            EXAMPLES:
              todo join 'https://todo.example.org/#join.0h3k.Zk2.7' --as Bob
              todo join 'https://todo.example.org/#join.0h3k.Zk2.7' --show
            """)

    @Argument(help: "The link that you were sent, in quotation marks.")
    var link: String
    @Option(name: .customLong("as"), help: ArgumentHelp("Your name for the other members.", valueName: "name"))
    var name: String?
    @Flag(help: "Only show what the link leads to.")
    var show = false
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        if show { return try session.report(try await session.store.offer(of: link)) }
        let joining = try await session.store.join(link, as: try await session.memberName(name))
        guard !session.isJSON else {
            return try session.print(json: { writer in
                writer.beginObject()
                writer.member("space", joining.space.json)
                writer.member("lists", .array(joining.lists.map { .string($0.id.rawValue) }))
                writer.member("todos", joining.todos)
                writer.endObject()
            })
        }
        session.say(joining.sentence)
    }
}

struct LeaveCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "leave", abstract: "Leave a shared list; the others go on with it.",
        discussion: """
            A copy stays here, which can only be read, until you keep it as your own list or forget it.

            EXAMPLES:
              todo leave Groceries
              todo leave Groceries --keep
            """)

    @Argument(help: "A shared list.", completion: Completer.lists)
    var list: String
    @Flag(help: "Make the copy your own list.")
    var keep = false
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let space = try await session.space(ofListNamed: list)
        try await session.store.leave(space.id)
        let left = "You have left \(Sanitized.line(space.name))."
        let lists = try await session.store.topLists(of: space.id)
        guard keep else {
            let words = lists.map { ShellWord.quoted($0.path) }
            let word = words.first ?? ShellWord.quoted(space.name)
            return try await session.report(
                space,
                "\(left) A copy stays here, which can only be read: `todo share keep \(word)` makes it your own list, `todo share forget \(word)` deletes it."
            )
        }
        for list in lists { try await session.store.keep(list: list.id) }
        let (verb, noun) = lists.count == 1 ? ("is", "list") : ("are", "lists")
        let names = lists.map { Sanitized.line($0.title) }.inWords
        try await session.report(space, names.map { "\(left) \($0) \(verb) your own \(noun) now." } ?? left)
    }
}

extension Session {
    /// Prints what a link leads to.
    fileprivate func report(_ offer: SpaceOffer) throws {
        guard isJSON else {
            let time = DueText(now: now, timeZone: timeZone).short(offer.expires)
            let name = Sanitized.line(offer.name ?? "a shared list")
            return say("The link leads to \(name), where you may \(offer.role.deed). It can be used until \(time).")
        }
        try print(json: { writer in
            writer.beginObject()
            writer.member("id", offer.space.rawValue)
            writer.member("name", offer.name)
            writer.member("role", offer.role.rawValue)
            writer.member("expires", offer.expires.rfc3339)
            writer.endObject()
        })
    }
}

extension SpaceJoining {
    /// Who shares it, how much there is, and how to see it.
    fileprivate var sentence: String {
        let owners = space.members.filter { $0.role == .owner && !$0.isMe }.map { Sanitized.line($0.label) }
        let who = owners.inWords ?? "Somebody"
        let verb = owners.count > 1 ? "share" : "shares"
        let titles = lists.map { Sanitized.line($0.title) }.inWords ?? Sanitized.line(space.name)
        let members = "\(space.members.count.counted("member")), you may \(space.role.deed)"
        let list =
            lists.count == 1
            ? "--list \(ShellWord.quoted(lists[0].path))"
            : ShellWord.quoted("shared:\(space.name)")
        let things = "\(todos.counted("to-do")) \(todos == 1 ? "is" : "are") here: todo list \(list)"
        return "\(who) \(verb) \(titles) with you (\(members)). \(things)"
    }
}

extension SpaceRole {
    /// The deed that it allows, after “you may”.
    fileprivate var deed: String {
        switch self {
        case .owner: "edit and invite others"
        case .editor: "edit"
        case .viewer: "only read"
        }
    }
}
