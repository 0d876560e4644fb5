import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct MembersCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "members", abstract: "Show who shares lists with you, and say who may do what.",
        discussion: """
            An owner edits, invites and removes members; an editor edits; a viewer reads. Only owners change roles.

            EXAMPLES:
              todo members
              todo members Groceries
              todo members role Bob owner --list Groceries
              todo members remove Bob --list Groceries
            """,
        subcommands: [List.self, Role.self, Remove.self], defaultSubcommand: List.self)

    struct List: WordsCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "list", abstract: "Show who shares lists with you; what `todo members` alone does.",
            discussion: """
                Without a list it shows all shared lists, as this device last saw them.

                EXAMPLES:
                  todo members
                  todo members Groceries
                  todo members --json
                """)

        @Argument(help: "A shared list.", completion: Completer.lists)
        var list: String?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let spaces = try await spaces(in: session)
            if session.isJSON {
                return try session.print(json: { writer in
                    writer.beginObject()
                    writer.key("items")
                    writer.beginArray()
                    for space in spaces { writer.value(space.json) }
                    writer.endArray()
                    writer.endObject()
                })
            }
            guard session.output.isInteractive else {
                return try session.print(spaces.flatMap(Self.lines))
            }
            guard !spaces.isEmpty else { return session.say("No list is shared.") }
            let rows = spaces.flatMap { space in space.members.map { Self.cells(of: $0, in: space) } }
            let columns: [Table.Column] = [
                .init("list", minimumWidth: 8), .init("member", minimumWidth: 8), .init("role"), .init("", dropRank: 1),
            ]
            try session.print(
                Table(columns: columns, rows: rows).lines(width: session.output.width, styles: session.output.styles))
            if let list, let heir = spaces.first?.heir {
                let words = "role \(ShellWord.quoted(heir)) owner --list \(ShellWord.quoted(list))"
                session.say("Another owner lets the list outlive your account: todo members \(words)", .dim)
            }
        }

        private func spaces(in session: Session) async throws -> [Space] {
            guard let list else { return try await session.store.spaces() }
            return [try await session.space(ofListNamed: list)]
        }

        private static func cells(of member: Space.Member, in space: Space) -> [Table.Cell] {
            let notes = (member.isMe ? ["you"] : []) + (space.state == .active ? [] : [space.state.rawValue])
            return [
                .init(space.name), .init(member.label), .init(member.role.rawValue),
                .init(notes.joined(separator: ", "), .dim),
            ]
        }

        /// The name of the list, and the id, the name, the role of a member and whether it is this person: fields for a pipe.
        private static func lines(of space: Space) -> [String] {
            space.members.map { member in
                [
                    Sanitized.line(space.name), Sanitized.line(member.id), Sanitized.line(member.name ?? ""),
                    member.role.rawValue, member.isMe ? "me" : "",
                ].joined(separator: "\t")
            }
        }
    }

    struct Role: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "role", abstract: "Let a member do more, or less.",
            discussion: """
                A second owner is useful: a list whose only owner is gone cannot get new members.

                EXAMPLES:
                  todo members role Bob owner --list Groceries
                  todo members role Cleo viewer --list Groceries
                """)

        @Argument(help: "The name of a member, or the id.")
        var name: String
        @Argument(help: "What that member may do.")
        var role: SpaceRole
        @Option(name: [.short, .long], help: "The shared list.", completion: Completer.lists)
        var list: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let (space, member) = try await session.member(named: name, ofList: list)
            try await session.store.setRole(role, of: member.id, in: space.id)
            let whom = member.isMe ? "You are" : "\(Sanitized.line(member.label)) is"
            try await session.report(space, "\(whom) \(role.withArticle) of \(Sanitized.line(space.name)) now.")
        }
    }

    struct Remove: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "remove", abstract: "Take a member out of a shared list.",
            discussion: """
                All links to the list are taken back, because the member may have one. That person keeps a copy of what has \
                arrived there.

                EXAMPLES:
                  todo members remove Bob --list Groceries
                """)

        @Argument(help: "The name of a member, or the id.")
        var name: String
        @Option(name: [.short, .long], help: "The shared list.", completion: Completer.lists)
        var list: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let (space, member) = try await session.member(named: name, ofList: list)
            try await session.store.remove(member.id, from: space.id)
            let (who, what) = (Sanitized.line(member.label), Sanitized.line(space.name))
            try await session.report(
                space,
                "\(who) can no longer read or change \(what), and all links to it were taken back. What was there until now may have been kept by \(who)."
            )
        }
    }
}

extension Space {
    /// Who could become its second owner: a member who edits, if this person is the only owner.
    fileprivate var heir: String? {
        guard state == .active, members.filter({ $0.role == .owner }).map(\.isMe) == [true] else { return nil }
        return members.first { $0.role == .editor }?.label
    }
}
