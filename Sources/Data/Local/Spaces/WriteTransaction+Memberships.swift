import JSON
import SQLite
package import TodoDomain

// The records of the own space that say in which shared spaces this person is. Through them, all devices of a person know the
// same spaces.
extension WriteTransaction {
    /// Adds a shared space that this person has joined, as ``join(_:)`` does, and tells the other devices of this person.
    package func enter(_ space: StoredSpace) throws -> SpaceID {
        let id = try join(space)
        let name = space.name.isEmpty ? space.sid : space.name
        try write(
            space.sid, [MembershipRegister.joined.rawValue: true, MembershipRegister.name.rawValue: .string(name)])
        return id
    }

    /// Ends the syncs of a shared space, as ``deactivate(_:as:)`` does, and tells the other devices of this person that it has
    /// left the space.
    package func leave(_ space: SpaceID, as state: SpaceState = .left) throws {
        guard let sid = try reading.sharedSpaces()[space]?.sid else { return }
        try deactivate(space, as: state)
        try write(sid, [MembershipRegister.joined.rawValue: .null])
    }

    /// Remembers that this person has removed somebody from a shared space, and by which commit. If the remote is put back to an
    /// earlier state, an owner's device removes that person again.
    package func note(removalOf person: String, from space: SpaceID, by removal: Removal) throws {
        guard let sid = try reading.sharedSpaces()[space]?.sid else { return }
        try write(sid, [Removal.register(of: person): removal.json])
    }

    /// Forgets that somebody was removed, because this person has let that person in again.
    package func forgetRemoval(of person: String, from space: SpaceID) throws {
        guard let sid = try reading.sharedSpaces()[space]?.sid else { return }
        try write(sid, [Removal.register(of: person): .null])
    }

    /// Writes registers of a membership. Whether it is joined gets a new stamp even if it stays: who joins once more is in the
    /// space again, on all devices.
    private func write(_ sid: String, _ registers: [String: JSONValue]) throws {
        try within(.own) {
            guard let known = try reading.record(MembershipEntity.self, id: sid) else {
                var row = MembershipEntity(
                    RecordColumns(id: sid, in: .own, createdAt: now, stamp: try stamp()))
                row.content.name = try reading.space(sid: sid).flatMap { try reading.sharedSpaces()[$0]?.name } ?? sid
                for (name, value) in registers { row.put(value, in: name) }
                guard try insert(row) != nil else {
                    throw TodoError(.storage, "A membership could not be written.")
                }
                return
            }
            var row = known
            var (before, after): ([String: JSONValue], [String: JSONValue]) = ([:], [:])
            for (name, value) in registers
            where name == MembershipRegister.joined.rawValue || known.currentValue(of: name) != value {
                (before[name], after[name]) = (known.currentValue(of: name), value)
                row.put(value, in: name)
                row.record.stamps[name] = try stamp(after: known.record.stamp(of: name))
            }
            guard !after.isEmpty else { return }
            row.record.updatedAt = row.withoutValues.editStamp.milliseconds
            row.record.isDeleted = row.withoutValues.isDeleted
            _ = try write(row, over: known, before: before, after: after)
        }
    }

    /// Follows what a membership says, wherever it was written: adds a space that is unknown here, or ends its syncs. What was
    /// written before this change is not followed again: this device may know better since.
    func follow(_ membership: MembershipEntity, after former: MembershipEntity?) throws {
        let (sid, content) = (membership.record.id, membership.content)
        let joined = MembershipRegister.joined.rawValue
        let isNews = former.map { $0.record.stamp(of: joined) != membership.record.stamp(of: joined) } ?? true
        let known = try reading.space(sid: sid)
        let space = try known.flatMap { try reading.sharedSpaces()[$0] }
        if isNews, content.isJoined, !membership.record.isDeleted, space?.state != .active {
            // The first sync finds out who the members are, and what this person may do.
            var joining =
                space ?? StoredSpace(sid: sid, path: "spaces/\(sid)", role: .viewer, name: content.name)
            (joining.name, joining.state) = (content.name, .active)
            _ = try join(joining)
        } else if let known, space?.name != content.name {
            try execute(
                "UPDATE space SET name = \(.text(content.name)) WHERE rowID > 0 AND rowID = \(known.value)")
        }
        if isNews, !content.isJoined, let known { try deactivate(known, as: .left) }
    }
}

extension ReadTransaction {
    /// The people whom this person has removed from a shared space, with the commits.
    package func removals(from space: SpaceID) throws -> [String: Removal] {
        guard let sid = try sharedSpaces()[space]?.sid,
            let row = try within(.own).record(MembershipEntity.self, id: sid)
        else { return [:] }
        let removals = row.record.unknown.compactMap { name, value in
            Removal.person(of: name).flatMap { person in Removal(value).map { (person, $0) } }
        }
        return Dictionary(removals, uniquingKeysWith: { first, _ in first })
    }
}

extension SpaceDAO {
    /// Adds a shared space that this person has joined, and tells the other devices of this person.
    package func enter(_ space: StoredSpace) async throws -> SpaceID { try await write { try $0.enter(space) } }

    /// Ends the syncs of a shared space that this person has left, here and on the other devices of this person.
    package func leave(_ space: SpaceID, as state: SpaceState = .left) async throws {
        try await write { try $0.leave(space, as: state) }
    }
}
