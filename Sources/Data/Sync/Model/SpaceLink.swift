public import FirestoreWire
public import TodoDomain

/// A link with which people join a shared space, as the remote keeps it: `invites/{hash}`, `{role, left, expires, by, note?}`.
/// Whoever has the link knows its secret. The remote only knows the hash of it.
public struct SpaceLink: Hashable, Sendable {
    /// The SHA-256 of the secret, as 64 hexadecimal digits.
    public let hash: String
    /// What those who join with it may do.
    public let role: SpaceRole
    /// How many people can still join with it, 1 to 20.
    public let left: Int
    /// When it ends, at most 30 days after it was made.
    public let expires: Timestamp
    /// The id of the owner who made it.
    public let owner: String
    /// The name of what is shared, for those who have the link; nil if it says none.
    public let name: String?

    /// A link.
    public init(hash: String, role: SpaceRole, left: Int, expires: Timestamp, owner: String, name: String?) {
        self.hash = hash
        self.role = role
        self.left = left
        self.expires = expires
        self.owner = owner
        self.name = name
    }

    /// Parses the document of a link; nil if it is not one.
    public init?(hash: String, _ fields: Fields) {
        guard case .string(let role)? = fields["role"], let role = SpaceRole(rawValue: role),
            case .integer(let left)? = fields["left"], 1...20 ~= left,
            case .timestamp(let expires)? = fields["expires"],
            case .string(let owner)? = fields["by"]
        else { return nil }
        let name: String? = if case .string(let text)? = fields["note"] { text } else { nil }
        self.init(hash: hash, role: role, left: Int(left), expires: expires, owner: owner, name: name)
    }

    /// The document of the link.
    public var fields: Fields {
        var fields: Fields = [
            "role": .string(role.rawValue), "left": .integer(Int64(left)), "expires": .timestamp(expires),
            "by": .string(owner),
        ]
        if let name { fields["note"] = .string(name) }
        return fields
    }
}
