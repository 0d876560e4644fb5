import SQLite
package import TodoDomain

// Members of a shared space tell each other their names and devices.
extension WriteTransaction {
    /// Notes what members say about themselves. What was known of others stays, also of those who are gone: their edits are
    /// still theirs.
    package func note(_ members: [MemberNote], in space: SpaceID) throws {
        guard let known = try reading.sharedSpaces()[space], !members.isEmpty else { return }
        var (names, devices) = (known.names, known.devices)
        for member in members {
            // A name that this person has just chosen is not replaced by the one before it.
            let isChosen = member.person == known.me && names[member.person] != nil && devices[member.person] == nil
            if let name = member.name, !isChosen || name == names[member.person] { names[member.person] = name }
            if !isChosen || member.name == names[member.person] { devices[member.person] = member.devices }
        }
        guard (names, devices) != (known.names, known.devices) else { return }
        try execute(
            """
            UPDATE space SET names = \(StoredSpace.text(of: names)), devices = \(StoredSpace.text(of: devices)) \
            WHERE rowID > 0 AND rowID = \(space.value)
            """)
    }

    /// Chooses the name that this person goes by in a shared space. The next sync tells the other members.
    /// - Parameter person: the id of this person on the remote.
    package func choose(name: String, of person: String, in space: SpaceID) throws {
        guard let known = try reading.sharedSpaces()[space], known.names[person] != name else { return }
        var (names, devices) = (known.names, known.devices)
        (names[person], devices[person]) = (name, nil)
        try execute(
            """
            UPDATE space SET names = \(StoredSpace.text(of: names)), devices = \(StoredSpace.text(of: devices)), \
            me = \(.text(person)) WHERE rowID > 0 AND rowID = \(space.value)
            """)
    }
}

extension ReadTransaction {
    /// The name and the devices of this person, if this person goes by a name in a shared space and the other members do not
    /// know all of it; nil otherwise.
    func ownNote(of person: String, in space: SpaceID) throws -> MemberNote? {
        guard let known = try sharedSpaces()[space], let name = known.names[person] else { return nil }
        // Too many devices are told as well as can be, once.
        let (own, told) = (try ownDevices(), known.devices[person])
        guard told.map({ $0.count < MemberNote.limit && !own.isSubset(of: $0) }) ?? true else { return nil }
        return MemberNote(person: person, name: name, devices: own)
    }

    /// The id of the member who sent the version of a record that the remote had last; nil for this person.
    package func sender(of kind: RecordKind, id: String) throws -> String? {
        guard let sender = try rowID(of: RecordKey(kind, id)).flatMap({ try base(kind, rowID: $0)?.sender }) else {
            return nil
        }
        return try sharedSpaces()[space]?.me == sender ? nil : sender
    }
}
