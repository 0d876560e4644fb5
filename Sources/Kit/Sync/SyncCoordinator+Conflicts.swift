// The log of conflicts.
extension SyncCoordinator {
    /// The conflicts that nobody has dealt with on any device, newest first. They are kept for 90 days.
    /// - Throws: `corrupt` if one is damaged.
    public func conflicts(limit: Int = 100) async throws -> [SyncConflict] { try await conflictLog.newest(limit) }

    /// How many conflicts nobody has dealt with, whichever device has found them.
    public var conflictCount: Int {
        get async throws { try await replication.conflictCount() }
    }

    /// Those that nobody has dealt with: a sync may bring some and close others.
    package var openConflicts: Set<SyncConflict.ID> {
        get async throws { try await replication.openConflicts() }
    }

    /// Writes the lost values of conflicts again, as one new edit, which closes the conflicts on all devices.
    /// - Parameters:
    ///   - conflicts: the conflicts to take back.
    ///   - force: whether to overwrite what was written since, and to bring back what was deleted.
    /// - Throws: `not-found`; `ambiguous` if the field was written, or its record or the to-do of a comment deleted since, so
    ///   that nobody knows what it should be.
    public func takeBack(_ conflicts: [SyncConflict.ID], force: Bool = false) async throws {
        try await conflictLog.takeBack(conflicts, isForced: force)
    }

    /// Closes conflicts on all devices; the current values stay.
    /// - Throws: `not-found`.
    public func dismiss(_ conflicts: [SyncConflict.ID]) async throws {
        try await conflictLog.dismiss(conflicts)
    }
}
