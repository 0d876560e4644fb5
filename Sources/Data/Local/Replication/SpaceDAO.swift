package import TodoDomain

/// The shared spaces that this device knows. Each method is one transaction. None of them touches the own space.
package final class SpaceDAO: Sendable {
    let stack: LocalStack

    package init(_ stack: LocalStack) { self.stack = stack }

    /// All shared spaces, active or not.
    package func sharedSpaces() async throws -> [SpaceID: StoredSpace] {
        try await stack.read { try $0.sharedSpaces() }
    }

    /// Adds a shared space. One that is known goes on where it was left.
    package func join(_ space: StoredSpace) async throws -> SpaceID { try await write { try $0.join(space) } }

    /// Notes the members of a shared space, and the role of this person among them.
    package func note(members: [String: SpaceRole], role: SpaceRole, in space: SpaceID) async throws {
        try await write { try $0.note(members: members, role: role, in: space) }
    }

    /// Notes the names that members of a shared space go by.
    package func note(names: [String: String], in space: SpaceID) async throws {
        try await write { try $0.note(names: names, in: space) }
    }

    /// Ends the syncs of a shared space, and keeps its records.
    package func deactivate(_ space: SpaceID, as state: SpaceState) async throws {
        try await write { try $0.deactivate(space, as: state) }
    }

    func write<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
        try await stack.write("sync", author: .sync, body)
    }
}
