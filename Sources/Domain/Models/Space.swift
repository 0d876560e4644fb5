/// People who share lists, and what this device knows of them. The to-dos of such a space are those of its lists.
public struct Space: Identifiable, Hashable, Sendable {
    /// The identifier of a space.
    public typealias ID = Identifier<Space>

    /// Its identifier, the same for all members.
    public let id: ID
    /// The name that this person gives it.
    public let name: String
    /// What this person may do in it.
    public let role: SpaceRole
    /// Whether it is still synced. Nobody can edit an inactive one here.
    public let state: SpaceState
    /// Its members, by name, as this device last saw them.
    public let members: [Member]

    /// A space. The members are put in order.
    public init(id: ID, name: String, role: SpaceRole, state: SpaceState = .active, members: [Member] = []) {
        self.id = id
        self.name = name
        self.role = role
        self.state = state
        self.members = members.sorted { ($0.label, $0.id) < ($1.label, $1.id) }
    }

    /// A person in a space.
    public struct Member: Identifiable, Hashable, Sendable {
        /// The id of the person on the remote, 1 to 128 bytes.
        public let id: String
        /// The name that the person goes by in the space; nil if it is not known here yet.
        public let name: String?
        /// What the person may do.
        public let role: SpaceRole
        /// Whether it is the person whose store this is.
        public let isMe: Bool

        /// A person in a space.
        public init(id: String, name: String? = nil, role: SpaceRole, isMe: Bool = false) {
            self.id = id
            self.name = name
            self.role = role
            self.isMe = isMe
        }

        /// The name, or the id as long as no name is known.
        public var label: String { name ?? id }
    }
}
