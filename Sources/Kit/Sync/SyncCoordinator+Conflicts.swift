// The log of conflicts.
extension SyncCoordinator {
    /// The conflicts that no device has closed yet, newest first. They are kept for 90 days.
    /// - Throws: `corrupt` if one is damaged.
    public func conflicts(limit: Int = 100) async throws -> [SyncConflict] { try await conflictLog.newest(limit) }

    /// How many conflicts are open, whichever device has found them.
    public var conflictCount: Int {
        get async throws { try await replication.conflictCount() }
    }

    /// The open conflicts. A sync may bring some and close others.
    package var openConflicts: Set<SyncConflict.ID> {
        get async throws { try await replication.openConflicts() }
    }

    /// Writes the lost values of conflicts again, as one new edit, which closes the conflicts on all devices.
    /// - Parameters:
    ///   - conflicts: the conflicts to take back.
    ///   - force: whether to overwrite later writes, and to bring back deleted records.
    /// - Throws: `not-found`; `ambiguous` if the field was written since, or if its record or the to-do of a comment was
    ///   deleted since, so that the right value is not known.
    public func takeBack(_ conflicts: [SyncConflict.ID], force: Bool = false) async throws {
        try await conflictLog.takeBack(conflicts, isForced: force)
    }

    /// Closes conflicts on all devices. The current values stay.
    /// - Throws: `not-found`.
    public func dismiss(_ conflicts: [SyncConflict.ID]) async throws {
        try await conflictLog.dismiss(conflicts)
    }
}
