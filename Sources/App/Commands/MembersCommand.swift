import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct MembersCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "members", abstract: "Show who shares lists with you.",
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
    }

    private func spaces(in session: Session) async throws -> [Space] {
        guard let list else { return try await session.store.spaces() }
        let found = try await session.list(named: list)
        guard let space = try await session.store.space(of: found.id) else {
            throw TodoError(.notFound, "“\(found.path.excerpt)” is not shared.")
        }
        return [space]
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

extension Space {
    /// `{"id", "name", "role", "state", "members": [{"id", "name", "role", "me"}]}`.
    fileprivate var json: JSONValue {
        [
            "id": .string(id.rawValue), "name": .string(name), "role": .string(role.rawValue),
            "state": .string(state.rawValue),
            "members": .array(
                members.map { member in
                    [
                        "id": .string(member.id), "name": member.name.map(JSONValue.string) ?? .null,
                        "role": .string(member.role.rawValue), "me": .bool(member.isMe),
                    ]
                }),
        ]
    }
}
