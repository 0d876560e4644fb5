import FirestoreWire
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// Ways to break the syncs of shared spaces, each of which a ``SharedSimulation`` must detect.
package enum SharedSabotage: String, CaseIterable, Sendable {
    /// A stamp beyond the document's `hi` counts.
    case lie
    /// A document that lies stays as it is.
    case wash
    /// A document with a value of a wrong type is left alone as a whole.
    case garbage
    /// One space that is denied ends the round.
    case fallback
    /// What arrives in a shared space is written to the own one, if that has a record with the id.
    case namespaced
    /// The deletion of a move does not wait for the copy.
    case hold

    /// A document as the sabotaged reading sees it.
    func misreading(_ document: RemoteDocument) -> RemoteDocument {
        var fields = document.fields
        switch self {
        case .lie: fields["hi"] = nil
        case .garbage:
            let form = DocumentForm.shared(by: "")
            guard (try? RecordCodec.reading(document.key, fields, in: form))?.isUnsound ?? false else { break }
            fields["v"] = .integer(99)
        default: break
        }
        return RemoteDocument(document.key, fields)
    }
}

/// The shared spaces of a device whose syncs are sabotaged.
struct SabotagedSpaces: SpaceStore {
    let sound: SharedSpaces
    let stack: LocalStack
    let sabotage: SharedSabotage

    func joinedSpaces() async throws -> [JoinedSpace] { try await sound.joinedSpaces() }
    func hasUnsent(in space: SpaceID) async throws -> Bool { try await sound.hasUnsent(in: space) }
    func deactivate(_ space: SpaceID, as state: SpaceState) async throws {
        try await sound.deactivate(space, as: state)
    }
    func note(_ failure: (any Error)?, of space: SpaceID) async throws { try await sound.note(failure, of: space) }

    func records(of space: SpaceID) -> any SyncStore {
        SabotagedRecords(replication: ReplicationDAO(stack, of: space), own: ReplicationDAO(stack), sabotage: sabotage)
    }
}

/// The records of a space whose syncs are sabotaged.
struct SabotagedRecords: SyncStore {
    let replication: ReplicationDAO
    let own: ReplicationDAO
    let sabotage: SharedSabotage

    func apply(
        _ records: [IncomingRecord], unreadable: [RecordKey: String], state: SyncState
    ) async throws -> ApplyOutcome {
        var records = records
        if sabotage == .wash {
            for index in records.indices { records[index].isUnsound = false }
        } else if sabotage == .namespaced {
            let known = Set(try await own.records(of: .todo, afterID: nil, limit: 1000).map(\.id))
            let strayed = records.filter { $0.record.kind == .todo && known.contains($0.record.id) }
            _ = try await own.apply(strayed, unreadable: [:], state: own.syncState())
        }
        return try await replication.apply(records, unreadable: unreadable, state: state)
    }

    func pendingRecords(
        _ selection: PendingSelection, limit: Int, excluding excluded: Set<RecordKey>
    ) async throws -> [PendingRecord] {
        let pending = try await replication.pendingRecords(selection, limit: limit, excluding: excluded)
        guard sabotage == .hold, pending.isEmpty, selection.kinds.contains(.todo) else { return pending }
        let bases = try await replication.newestBases(above: 0, seenIn: nil, limit: 1000)
        return try await replication.records(of: .todo, afterID: nil, limit: 1000).compactMap { record in
            let base = bases[RecordKey(.todo, record.id)]
            guard record.isDeleted, record.registers["movedTo"] != nil, let base, !base.isDeleted,
                !excluded.contains(RecordKey(.todo, record.id))
            else { return nil }
            return PendingRecord(record, base: base, revision: -1)
        }
    }

    func syncState() async throws -> SyncState { try await replication.syncState() }
    func save(_ state: SyncState) async throws { try await replication.save(state) }
    func beginResync(_ state: SyncState) async throws -> Bool { try await replication.beginResync(state) }
    func finishPull(
        _ state: SyncState, ending resync: SyncState.Resync?, collectedHighest highest: Int64
    ) async throws -> Bool {
        try await replication.finishPull(state, ending: resync, collectedHighest: highest)
    }
    func acknowledge(_ records: [PendingRecord], sequence: Int64, state: SyncState) async throws {
        try await replication.acknowledge(records, sequence: sequence, state: state)
    }
    func forgetBases(of keys: [RecordKey]) async throws { try await replication.forgetBases(of: keys) }
    func quarantine(_ records: [PendingRecord], reason: QuarantinedRecord.Reason, status: String) async throws {
        try await replication.quarantine(records, reason: reason, status: status)
    }
    func release(upTo limit: Int64) async throws -> Int { try await replication.release(upTo: limit) }
    func unreadableKeys() async throws -> [RecordKey] { try await replication.unreadableKeys() }
    func restamp(beyond limit: Int64, to now: Int64) async throws {
        try await replication.restamp(beyond: limit, to: now)
    }
    func newestBases(
        above sequence: Int64, seenIn resync: Int64?, limit: Int
    ) async throws -> [RecordKey: RecordBase] {
        try await replication.newestBases(above: sequence, seenIn: resync, limit: limit)
    }
    func collectibleRecords(deletedBefore date: Int64, limit: Int) async throws -> [CollectibleRecord] {
        try await replication.collectibleRecords(deletedBefore: date, limit: limit)
    }
    func forget(_ records: [CollectibleRecord], state: SyncState) async throws {
        try await replication.forget(records, state: state)
    }
    func expire(conflictsNoticedBefore noticed: Int64, commentsOfTodosDeletedBefore deleted: Int64) async throws {
        try await replication.expire(conflictsNoticedBefore: noticed, commentsOfTodosDeletedBefore: deleted)
    }
    func correctClock(by offset: Int64) async throws { try await replication.correctClock(by: offset) }
    func note(members: [String: SpaceRole], role: SpaceRole, of person: String) async throws {
        try await replication.note(members: members, role: role, of: person)
    }

    func note(_ members: [MemberNote], state: SyncState) async throws {
        try await replication.note(members, state: state)
    }

    func ownNote(of person: String) async throws -> MemberNote? { try await replication.ownNote(of: person) }
}
