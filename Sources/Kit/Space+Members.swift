public import TodoDomain

extension Space {
    /// The member whom a person means by a name, or by `me`.
    /// - Parameter name: the name, ignoring case, or the id of a member.
    /// - Throws: ``TodoError``: `not-found`, with the member who may be meant; `ambiguous` if several members have the name.
    public func member(named name: String) throws -> Member {
        let isMe = name.trimmed.lowercased() == "me"
        let found = isMe ? members.filter(\.isMe) : members.called(name.trimmed)
        guard let member = found.first else {
            let known = members.map(\.label)
            let hint =
                NearestWord.to(name, among: known).map { "; perhaps “\($0.excerpt)” is meant" }
                ?? "; its members are \(known.map(\.excerpt).joined(separator: ", "))"
            throw TodoError(.notFound, "“\(self.name.excerpt)” has no member “\(name.excerpt)”\(hint).")
        }
        guard found.count == 1 else {
            throw TodoError(
                .ambiguous, "Several members of “\(self.name.excerpt)” are called “\(name.excerpt)”; give an id:",
                candidates: TodoError.Candidates(found.map { TodoError.Candidates.Item(id: $0.id, title: $0.label) }))
        }
        return member
    }
}

extension TodoStore {
    /// The name by which the other members of shared spaces know this person, from a space that this person is or was in; nil if
    /// there is none yet.
    public func memberName() async throws -> String? {
        try await spaces().lazy.flatMap(\.members).first { $0.isMe && $0.name != nil }?.name
    }
}
