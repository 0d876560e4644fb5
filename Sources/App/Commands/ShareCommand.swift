import ArgumentParser
import Foundation
import JSON
import TodoDomain
import TodoKit

struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "share", abstract: "Share a list with other people.",
        discussion: """
            It prints a link. Send it to one person, who types `todo join` and the link. All members see the titles, notes, \
            comments and places in the list. Reminders stay your own. The server must be set up before: todo remote set

            EXAMPLES:
              todo share Groceries --as Ann
              todo share invite Groceries --role viewer
              todo share links Groceries
              todo share end Groceries
            """,
        subcommands: [Start.self, Invite.self, Links.self, Revoke.self, End.self, Keep.self, Forget.self],
        defaultSubcommand: Start.self)

    struct Start: WordsCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "start", abstract: "Share a list; what `todo share` alone does.",
            discussion: """
                The lists below it are shared too. `todo undo` takes the list out again.

                EXAMPLES:
                  todo share Groceries --as Ann
                  todo share Garden --with Groceries
                """)

        @Argument(help: "Its path, or the beginning of its id.", completion: Completer.lists)
        var list: String
        @Option(name: .customLong("as"), help: ArgumentHelp("Your name for the other members.", valueName: "name"))
        var name: String?
        @Option(
            help: ArgumentHelp("Share it with the members of this shared list.", valueName: "list"),
            completion: Completer.lists)
        var with: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard name == nil || with == nil else {
                throw ValidationError("The members of that list know your name already: leave out --as.")
            }
        }

        func run(in session: Session) async throws {
            let list = try await session.list(named: list)
            let word = ShellWord.quoted(list.path)
            if let present = try await session.store.space(of: list.id) {
                guard present.state == .active else {
                    throw TodoError(
                        .usage,
                        "“\(list.path.excerpt)” is a copy of a list that is no longer shared; make it your own first: todo share keep \(word)"
                    )
                }
                throw TodoError(
                    .usage, "“\(list.path.excerpt)” is shared already; for another link: todo share invite \(word)")
            }
            let members = if let with { try await session.space(ofListNamed: with) } else { nil as Space? }
            let (move, space) = try await session.store.share(
                list: list.id, as: try await session.memberName(name), with: members?.id)
            let isNew = members == nil
            let invitation = isNew ? try await session.store.invite(to: space.id) : nil
            try await session.syncAfterwards()
            // The sync may have told who the members are.
            try await report(list, move, session.store.space(space.id), invitation, in: session)
        }

        private func report(
            _ list: TodoList, _ move: SpaceMove, _ space: Space, _ invitation: Invitation?, in session: Session
        ) async throws {
            guard !session.isJSON else {
                let counts = [
                    ("todos", move.todos), ("tags", move.tags), ("places", move.places), ("reminders", move.reminders),
                ]
                return try session.print(json: { writer in
                    writer.beginObject()
                    writer.member("space", space.json)
                    writer.member("list", move.list.rawValue)
                    for (name, count) in counts { writer.member(name, count) }
                    writer.member("link", invitation?.link)
                    writer.endObject()
                })
            }
            let with = invitation == nil ? space.others.map { " with \($0)" } ?? "" : ""
            let sentence = "\(Sanitized.line(list.title)) is shared now\(with)"
            session.say(move.words.map { "\(sentence): \($0)" } ?? "\(sentence).")
            session.say("All members see titles, notes, comments and places.", .dim)
            if let invitation {
                try session.report(invitation, days: Int(TodoStore.usualLinkLife / 86_400))
            }
        }
    }

    struct Invite: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "invite", abstract: "Make another link to a shared list.",
            discussion: """
                EXAMPLES:
                  todo share invite Groceries
                  todo share invite Groceries --role viewer --uses 5 --days 2
                """)

        @Argument(help: "A shared list.", completion: Completer.lists)
        var list: String
        @Option(help: "What those who join with it may do.")
        var role = SpaceRole.editor
        @Option(help: ArgumentHelp("How many people can join with it, 1 to 20.", valueName: "n"))
        var uses = 1
        @Option(help: ArgumentHelp("How long it can be used, 1 to 30.", valueName: "n"))
        var days = 7
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let space = try await session.space(ofListNamed: list)
            guard 1...30 ~= days else { throw TodoError(.usage, "A link lasts 1 to 30 days, not \(days).") }
            let end = session.now.addingTimeInterval(Double(days) * 86_400)
            let invitation = try await session.store.invite(to: space.id, role: role, uses: uses, expires: end)
            try session.report(invitation, days: days)
        }
    }

    struct Links: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "links", abstract: "Show the links to a shared list that can still be used.",
            discussion: """
                A link itself is shown only once, when it is made.

                EXAMPLES:
                  todo share links Groceries
                """)

        @Argument(help: "A shared list.", completion: Completer.lists)
        var list: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let space = try await session.space(ofListNamed: list)
            let links = try await session.store.invitations(to: space.id)
            if session.isJSON {
                return try session.print(json: { writer in
                    writer.beginObject()
                    writer.member("items", .array(links.map { .object($0.members) }))
                    writer.endObject()
                })
            }
            guard session.output.isInteractive else {
                let rows = links.map { [$0.id, $0.role.rawValue, String($0.uses), $0.expires.rfc3339] }
                return try session.print(rows.map { $0.joined(separator: "\t") })
            }
            guard !links.isEmpty else { return session.say("No link to \(Sanitized.line(space.name)) can be used.") }
            let times = DueText(now: session.now, timeZone: session.timeZone)
            let rows = links.map { link -> [Table.Cell] in
                [.init(link.id), .init(link.role.rawValue), .init(String(link.uses)), .init(times.short(link.expires))]
            }
            let columns: [Table.Column] = [.init("link"), .init("role"), .init("people"), .init("until")]
            try session.print(
                Table(columns: columns, rows: rows).lines(width: session.output.width, styles: session.output.styles))
        }
    }

    struct Revoke: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "revoke", abstract: "Take links to a shared list back.",
            discussion: """
                Without an id it takes all of them back. Members stay members.

                EXAMPLES:
                  todo share revoke Groceries
                  todo share revoke Groceries 81c0
                """)

        @Argument(help: "A shared list.", completion: Completer.lists)
        var list: String
        @Argument(help: "The id of a link, or its beginning; `todo share links` shows it.")
        var id: String?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let space = try await session.space(ofListNamed: list)
            let count = try await session.store.revokeInvitations(to: space.id, id: id)
            guard session.isJSON else {
                return session.say(count == 0 ? "There was no link." : "\(count.counted("link")) taken back.")
            }
            try session.print(json: { writer in
                writer.beginObject()
                writer.member("revoked", count)
                writer.endObject()
            })
        }
    }
}
