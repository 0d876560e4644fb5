import FirestoreWire
import TodoDomain

// What the members of a shared space say about themselves.
extension SyncRun {
    /// Stores what documents say about members, with the position that they reach.
    mutating func noteMembers(_ documents: [RemoteDocument], keeping next: SyncState) async throws {
        try await store.note(
            documents.compactMap { MemberCodec.note($0.key.id, $0.fields) }, state: next)
        state = next
    }

    /// Tells the other members the name of this person and the devices on which this person writes, if they do not know them
    /// yet. A remote that does not allow it changes nothing: the others then see no name.
    /// - Returns: the present head.
    mutating func introduce(onto head: RemoteHead?) async throws -> RemoteHead? {
        guard let head, let member = engine.member, !report.needsUpdate, let note = try await store.ownNote(of: member)
        else { return head }
        let key = RecordKey(.membership, member)
        report.requests += 1
        report.documentsRead += 1
        let known = try await remote.documents([key]).first
        var told = known.flatMap { MemberCodec.note(member, $0.fields) } ?? MemberNote(person: member)
        let before = told
        told.name = note.name ?? told.name
        // Each device knows those devices of this person that it has heard of.
        let others = told.devices.subtracting(note.devices).sorted()
        told.devices = Set((note.devices.sorted() + others).prefix(MemberNote.limit))
        var newHead = head
        // Somebody who was gone is here again.
        let isGone = known?.fields["gone"] == .boolean(true)
        if known == nil || isGone || told != before {
            newHead = head.advanced(by: makeCommitID(), touching: [.membership])
            let time = remoteNow ?? engine.environment.now().milliseconds
            let fields = MemberCodec.document(told, sequence: newHead.sequence, at: time)
            let change = RemoteCommit.Change(key: key, operation: known == nil ? .create(fields) : .replace(fields))
            guard let time = try await commitIfAllowed(newHead, after: head, touching: [.membership], [change]) else {
                return head
            }
            newHead.updateTime = time
        }
        var next = state
        if newHead.sequence != head.sequence { next.reach(newHead) }
        try await store.note([told], state: next)
        state = next
        return newHead
    }
}
