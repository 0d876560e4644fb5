package import JSON

/// The registers of a membership of this person. One more for each person whom a device of this person has removed from the
/// space has no field: see ``Removal``.
package enum MembershipRegister: String, CaseIterable, Sendable {
    /// True as long as this person is in the space, or null.
    case joined
    /// The name that this person gives the space.
    case name
    /// True if this person wants to hear nothing of it, or null.
    case muted
}

extension MembershipRegister: FieldRegister {
    package var field: Field<MembershipContent> {
        switch self {
        case .joined: .hidden(rawValue, column: "isJoined", \.isJoined)
        case .name: .hidden(rawValue, \.name)
        case .muted: .hidden(rawValue, column: "isMuted", \.isMuted)
        }
    }
}

/// The values of the registers of a membership. The id of the record is the name of the space on the remote.
package struct MembershipContent: RecordContent {
    /// Whether this person is in the space.
    package var isJoined = false
    /// The name that this person gives the space.
    package var name = ""
    /// Whether this person wants to hear nothing of it.
    package var isMuted = false

    /// Empty content.
    package init() {}

    /// The fields.
    package static let fields = FieldTable<MembershipContent>(MembershipRegister.self)

    /// Memberships are changed only through their registers.
    package typealias Update = Never
}

/// The commit by which this person, as an owner, has removed somebody from a space. A restored remote may not have it.
package struct Removal: Hashable, Sendable {
    /// The number of the commit.
    package let sequence: Int64
    /// The id of the commit.
    package let commitID: String

    /// A removal by a commit.
    package init(sequence: Int64, commitID: String) {
        self.sequence = sequence
        self.commitID = commitID
    }

    private static let prefix = "removed."

    /// The register that says that a person was removed: `removed.<uid>`, with the number and the id of the commit.
    package static func register(of person: String) -> String { prefix + person }

    /// The person of such a register; nil for any other one.
    package static func person(of register: String) -> String? {
        register.hasPrefix(prefix) ? String(register.dropFirst(prefix.count)) : nil
    }

    /// The value of the register.
    package var json: JSONValue { .array([.integer(sequence), .string(commitID)]) }

    /// A removal as a register has it; nil if the value has another form.
    package init?(_ json: JSONValue) {
        guard let parts = json.elements, parts.count == 2, let sequence = parts[0].integer, let id = parts[1].string
        else { return nil }
        self.init(sequence: sequence, commitID: id)
    }
}
