public import TodoDomain

/// The records of this device as syncing needs them. Each method is one transaction, durable when it returns.
public protocol SyncStore: Sendable {
    /// How far this device has followed the remote.
    func syncState() async throws -> SyncState
    /// Keeps the state, and nothing else.
    func save(_ state: SyncState) async throws

    /// Merges what has arrived, and keeps the state; returns what became of it. Where something is from before what was
    /// seen, and no resync after a rollback is going on, nothing is kept.
    /// - Parameter unreadable: what is not one of ours, with what is wrong with it.
    func apply(_ records: [IncomingRecord], unreadable: [RecordKey: String], state: SyncState) async throws
        -> ApplyOutcome
    /// Ends a pull and keeps the state. After a resync, what the remote was not seen to have is dropped if it was
    /// collected there, and is to be sent again otherwise.
    /// - Parameters:
    ///   - resync: the one that ends.
    ///   - highest: the greatest physical time in what the remote has collected: what is later was not.
    func finishPull(_ state: SyncState, ending resync: SyncState.Resync?, collectedHighest highest: Int64) async throws

    /// Records that hold what the remote does not have, those in quarantine left out.
    /// - Parameters:
    ///   - selection: which of them.
    ///   - limit: how many at most.
    ///   - excluded: those that were tried already.
    func pendingRecords(_ selection: PendingSelection, limit: Int, excluding excluded: Set<RecordKey>) async throws
        -> [PendingRecord]
    /// Notes that the remote has these records as they were sent, and keeps the state. One that was edited meanwhile
    /// still holds what the remote does not have; a deleted one without a base is only noted as not to be sent.
    func acknowledge(_ records: [PendingRecord], sequence: Int64, state: SyncState) async throws
    /// Forgets what the remote has of these, so that they are sent whole; also what of it could not be read.
    func forgetBases(of keys: [RecordKey]) async throws
    /// Sets records aside until they are edited.
    func quarantine(_ records: [PendingRecord], reason: QuarantinedRecord.Reason, status: String) async throws
    /// Takes what was set aside for its clock out of quarantine once nothing in it lies beyond `limit`.
    /// - Parameter limit: milliseconds since 1970 by the remote's clock.
    func release(upTo limit: Int64) async throws
    /// The records whose documents could not be read.
    func unreadableKeys() async throws -> [RecordKey]
    /// Gives stamps of this device that lie beyond `limit`, and that the remote has never seen, the time `now`.
    /// - Parameters:
    ///   - limit: milliseconds since 1970 by the remote's clock.
    ///   - now: the remote's time, likewise.
    func restamp(beyond limit: Int64, to now: Int64) async throws

    /// The records that the remote was last seen to have with the highest sequences, above one.
    func newestBases(above sequence: Int64, limit: Int) async throws -> [RecordKey: RecordBase]
    /// Deletions that all devices had time to learn of.
    /// - Parameter date: milliseconds since 1970; only what was deleted before.
    func collectibleRecords(deletedBefore date: Int64, limit: Int) async throws -> [CollectibleRecord]
    /// Removes deletions that this device has collected at the remote, and keeps the state.
    func forget(_ records: [CollectibleRecord], state: SyncState) async throws
    /// Deletes conflicts that were noticed before a time.
    /// - Parameter date: milliseconds since 1970.
    func expireConflicts(noticedBefore date: Int64) async throws
    /// Corrects this device's clock.
    /// - Parameter offset: how much later the remote's is, in milliseconds.
    func correctClock(by offset: Int64) async throws
}
