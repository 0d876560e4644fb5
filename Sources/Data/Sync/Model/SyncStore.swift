package import TodoDomain

/// This device's records and their sync state. Each method is one transaction, which is durable when the method returns.
package protocol SyncStore: Sendable {
    /// How far this device has followed the remote.
    func syncState() async throws -> SyncState
    /// Saves only the state.
    func save(_ state: SyncState) async throws
    /// Saves the state at the beginning of a resync. If it has the number of an unfinished resync, that resync is restarted.
    /// The records that it has seen must be seen again. They were already compared with the restored remote.
    /// - Returns: false, with nothing saved, if another process has ended a resync since the state was read. This resync
    ///   would only repeat it, and would take records sent since then as lost.
    func beginResync(_ state: SyncState) async throws -> Bool

    /// Merges received records, saves the state and returns the outcome. If a record is older than the version seen before,
    /// and no resync after a rollback is under way, nothing is saved.
    /// - Parameter unreadable: documents that are not valid records, with their faults.
    func apply(_ records: [IncomingRecord], unreadable: [RecordKey: String], state: SyncState) async throws
        -> ApplyOutcome
    /// Ends a pull and saves the state. After a resync, records that the remote no longer has are dropped if they were
    /// collected there, and sent again otherwise.
    /// - Parameters:
    ///   - resync: the resync that ends.
    ///   - highest: the greatest physical time in the records that the remote has collected. Later records were not
    ///     collected.
    /// - Returns: false, with nothing changed, if another process has begun another resync since, or ended this one.
    func finishPull(
        _ state: SyncState, ending resync: SyncState.Resync?, collectedHighest highest: Int64
    ) async throws -> Bool

    /// Records with changes that the remote does not have, except those in quarantine.
    /// - Parameters:
    ///   - selection: which of these records.
    ///   - limit: the maximum number.
    ///   - excluded: records that were already tried.
    func pendingRecords(_ selection: PendingSelection, limit: Int, excluding excluded: Set<RecordKey>) async throws
        -> [PendingRecord]
    /// How many records of content have changes that the remote does not have, except those in quarantine; nil if the number
    /// is not known. It is only shown to people.
    func pendingCount() async throws -> Int?
    /// Notes that the remote has these records as they were sent, and saves the state. A record that was edited
    /// meanwhile stays pending. A deleted record without a base is only marked as not to be sent.
    func acknowledge(_ records: [PendingRecord], sequence: Int64, state: SyncState) async throws
    /// Forgets the bases of these records, so that they are sent whole. Also forgets that their documents could not be
    /// read.
    func forgetBases(of keys: [RecordKey]) async throws
    /// Quarantines records until they are edited.
    func quarantine(_ records: [PendingRecord], reason: QuarantinedRecord.Reason, status: String) async throws
    /// Releases records that were quarantined for their clock, once all their stamps are within `limit`.
    /// - Parameter limit: milliseconds since 1970 by the remote's clock.
    /// - Returns: how many there were.
    func release(upTo limit: Int64) async throws -> Int
    /// The records whose documents could not be read.
    func unreadableKeys() async throws -> [RecordKey]
    /// The records whose documents could not be read for one reason. By default, all whose documents could not be read.
    func unreadableKeys(for problem: String) async throws -> [RecordKey]
    /// Gives the time `now` to this device's stamps that lie beyond `limit` and that the remote has never seen.
    /// - Parameters:
    ///   - limit: milliseconds since 1970 by the remote's clock.
    ///   - now: the remote's time, likewise.
    func restamp(beyond limit: Int64, to now: Int64) async throws

    /// The bases with the highest sequences on the remote, above a given one. With the number of a resync, only those
    /// of records that it has seen.
    func newestBases(above sequence: Int64, seenIn resync: Int64?, limit: Int) async throws -> [RecordKey: RecordBase]
    /// The deletions that all devices have had time to receive.
    /// - Parameter date: only earlier deletions are returned; in milliseconds since 1970.
    func collectibleRecords(deletedBefore date: Int64, limit: Int) async throws -> [CollectibleRecord]
    /// Removes deletions that this device has collected on the remote, and saves the state.
    func forget(_ records: [CollectibleRecord], state: SyncState) async throws
    /// Deletes conflicts that were noticed before a time, and the comments on to-dos that were deleted before another
    /// time.
    /// - Parameters:
    ///   - noticed: milliseconds since 1970.
    ///   - deleted: milliseconds since 1970.
    func expire(conflictsNoticedBefore noticed: Int64, commentsOfTodosDeletedBefore deleted: Int64) async throws
    /// Corrects this device's clock.
    /// - Parameter offset: how far the remote's clock is ahead, in milliseconds.
    func correctClock(by offset: Int64) async throws
    /// Notes who the members of a shared space are, who of them this person is, and the role of this person. It is called only
    /// for shared spaces.
    func note(members: [String: SpaceRole], role: SpaceRole, of person: String) async throws
    /// Notes what members of a shared space say about themselves, and saves the state. It is called only for shared spaces.
    func note(_ members: [MemberNote], state: SyncState) async throws
    /// The name and the devices of this person, if the other members of a shared space do not know them; nil if they do.
    func ownNote(of person: String) async throws -> MemberNote?
}

extension SyncStore {
    /// Returns nil, because the number is not known.
    package func pendingCount() async throws -> Int? { nil }

    /// Notes nothing, for a store of the own space alone.
    package func note(members: [String: SpaceRole], role: SpaceRole, of person: String) async throws {}

    /// Saves the state alone, for a store of the own space alone.
    package func note(_ members: [MemberNote], state: SyncState) async throws { try await save(state) }

    /// Returns nil, because nobody else reads the own space.
    package func ownNote(of person: String) async throws -> MemberNote? { nil }

    /// All records whose documents could not be read. Reading some in vain costs less than missing one.
    package func unreadableKeys(for problem: String) async throws -> [RecordKey] { try await unreadableKeys() }
}
