import JSON
import TodoDomain
import TodoKit

// Shared lists, as people name them and as they are reported.
extension Session {
    /// The space of a list that a person names.
    /// - Throws: `not-found` also for a list that is not shared; `ambiguous`.
    func space(ofListNamed name: String) async throws -> Space {
        let list = try await list(named: name)
        guard let space = try await store.space(of: list.id) else {
            throw TodoError(
                .notFound,
                "“\(list.path.excerpt)” is not shared; share it with: todo share \(ShellWord.quoted(list.path))")
        }
        return space
    }

    /// A member of the space of a list, after a sync: this device may not have heard of somebody who has just joined.
    /// - Throws: `not-found`, `ambiguous`, and the errors of a sync.
    func member(named name: String, ofList list: String) async throws -> (Space, Space.Member) {
        _ = try await space(ofListNamed: list)
        try await store.sync.sync()
        let space = try await space(ofListNamed: list)
        return (space, try space.member(named: name))
    }

    /// The name by which others are to know this person: the one that is given, or the one that they know already.
    /// - Throws: `usage` if there is neither.
    func memberName(_ given: String?) async throws -> String {
        if let given { return given }
        if let known = try await store.memberName() { return known }
        throw TodoError(
            .usage, "Say by which name the others will know you, such as `--as Ann`.", effect: .nothingChanged)
    }

    /// Syncs after something was done that stays done if that fails.
    func syncAfterwards() async throws {
        do {
            try await store.sync.sync()
        } catch let error as TodoError {
            say("That is done. The to-dos themselves are sent by the next sync: \(error.message)")
        }
    }

    /// Prints what has become of a space: a sentence, or the space as JSON.
    func report(_ space: Space, _ sentence: String) async throws {
        guard isJSON else { return say(sentence) }
        let present = try await store.spaces().first { $0.id == space.id } ?? space
        try print(json: { writer in
            writer.beginObject()
            writer.member("space", present.json)
            writer.endObject()
        })
    }

    /// Prints a link that was made: the link alone on the standard output, and to whom it goes beside it.
    func report(_ invitation: Invitation, days: Int) throws {
        guard !isJSON else {
            return try print(json: { $0.value(.object(invitation.members)) })
        }
        say(invitation.advice(days: days))
        try print([invitation.link ?? ""])
    }
}

extension Space {
    /// `{"id", "name", "role", "state", "members": [{"id", "name", "role", "me"}]}`.
    var json: JSONValue {
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

    /// The names of the other members, such as `Bob and Cleo`; nil if there are none.
    var others: String? { members.filter { !$0.isMe }.map { Sanitized.line($0.label) }.inWords }
}

extension Invitation {
    /// `{"id", "role", "uses", "expires", "link"}`.
    var members: [String: JSONValue] {
        [
            "id": .string(id), "role": .string(role.rawValue), "uses": .integer(Int64(uses)),
            "expires": .string(expires.rfc3339), "link": link.map(JSONValue.string) ?? .null,
        ]
    }

    /// To whom a new link is to be sent.
    func advice(days: Int) -> String {
        let whom = uses == 1 ? "one person" : "up to \(uses) people"
        return "Send this to \(whom), within \(days.counted("day")):"
    }
}

extension SpaceMove {
    /// How many went along, and whose reminders they are: `23 to-dos and 1 place went with it. Your 4 reminders stay yours.`; nil
    /// if nothing went along.
    var words: String? {
        let counts = [(todos, "to-do"), (tags, "tag"), (places, "place")].filter { $0.0 > 0 }
        guard let things = counts.map({ $0.0.counted($0.1) }).inWords else { return nil }
        let verb = reminders == 1 ? "stays" : "stay"
        let kept = reminders > 0 ? " Your \(reminders.counted("reminder")) \(verb) yours." : ""
        return "\(things) went with it.\(kept)"
    }
}

extension [String] {
    /// `Bob`, `Bob and Cleo`, `Ann, Bob and Cleo`; nil if it is empty.
    var inWords: String? {
        guard let last else { return nil }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " and " + last
    }
}
