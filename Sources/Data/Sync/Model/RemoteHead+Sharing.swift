package import FirestoreWire
package import TodoDomain

extension RemoteHead {
    /// The part of the head that only a shared space has: `{members, encrypted, k, closed, successor}`.
    package struct Sharing: Hashable, Sendable {
        /// The roles of the members by their ids on the remote.
        package var members: [String: SpaceRole]
        /// Whether the documents are encrypted. This version can neither read nor write such a space.
        package var isEncrypted = false
        /// The number of the present key; 0 in a space that is not encrypted.
        package var key: Int64 = 0
        /// Whether an owner has ended the sharing. No commit can follow.
        package var isClosed = false
        /// The name of the space that takes the place of a closed one; nil if none does.
        package var successor: String?

        /// The part of a new space.
        package init(members: [String: SpaceRole]) { self.members = members }

        /// Parses it; nil if the fields name no members, and so are not those of a shared space.
        init?(_ fields: Fields) {
            guard case .map(let members)? = fields["members"] else { return nil }
            // A role that this version does not know gives the fewest rights.
            let roles = members.map { member -> (String, SpaceRole) in
                guard case .string(let role) = member.value else { return (member.name, .viewer) }
                return (member.name, SpaceRole(rawValue: role) ?? .viewer)
            }
            self.init(members: Dictionary(roles, uniquingKeysWith: { first, _ in first }))
            if case .boolean(true)? = fields["encrypted"] { isEncrypted = true }
            if case .integer(let number)? = fields["k"] { key = number }
            if case .boolean(true)? = fields["closed"] { isClosed = true }
            if case .string(let name)? = fields["successor"] { successor = name }
        }

        /// Whether only a client that has the keys may write.
        var isSealed: Bool { isEncrypted || key != 0 }

        /// Whether a person may send edits.
        func letsEdit(_ person: String) -> Bool {
            !isClosed && [.owner, .editor].contains(members[person])
        }

        /// Its fields in the head.
        package var fields: Fields {
            var fields: Fields = [
                "members": .map(Fields(members.map { ($0.key, .string($0.value.rawValue)) })),
                "encrypted": .boolean(isEncrypted), "k": .integer(key),
            ]
            if isClosed { fields["closed"] = .boolean(true) }
            if let successor { fields["successor"] = .string(successor) }
            return fields
        }
    }

    /// The head that makes a shared space, with one person as its owner.
    package static func ofNewSpace(epoch: String, owner: String) -> RemoteHead {
        var head = RemoteHead(epoch: epoch, sequence: 1)
        head.schema = sharedSchema
        head.sharing = Sharing(members: [owner: .owner])
        return head
    }
}
