import TodoDomain

// Daily work.
extension SyncRun {
    /// A day in milliseconds.
    static var day: Int64 { 86_400_000 }

    /// Whether a day has passed since the last daily work.
    private var isDailyWorkDue: Bool {
        remoteNow.map { $0.addingClamped(-max(state.collectedAt, 0)) >= Self.day } ?? false
    }

    /// The earlier of the remote's time and this device's; nil if the remote's time is not known. A record is deleted for
    /// its age only if both clocks call it old. So a clock that is years ahead for an hour deletes nothing.
    private var agreedNow: Int64? { remoteNow.map { min($0, engine.environment.now().milliseconds) } }

    /// Deletes old conflicts, and the comments on to-dos that are about to be collected. The deletions are sent with
    /// the other records.
    func expire() async throws {
        guard let now = agreedNow, isDailyWorkDue else { return }
        try await store.expire(
            conflictsNoticedBefore: now - limits.conflictDays * Self.day,
            commentsOfTodosDeletedBefore: now - limits.deletionDays * Self.day)
    }

    /// Removes old deletions from the remote, because all devices have had time to receive them. Reads unreadable
    /// documents again, because this program may have been updated.
    mutating func collect(onto head: RemoteHead?) async throws {
        guard var head, !report.needsUpdate, let now = remoteNow, let agreed = agreedNow, isDailyWorkDue else { return }
        try await readAgain(store.unreadableKeys())
        while engine.mayCollect(in: head) {
            let found = try await store.collectibleRecords(
                deletedBefore: agreed - limits.deletionDays * Self.day, limit: limits.batch)
            guard !found.isEmpty else { break }
            var newHead = head.advanced(by: makeCommitID(), touching: [])
            newHead.collectedSequence = found.map(\.sequence).reduce(head.collectedSequence, max)
            newHead.collectedHighest = found.map(\.highest).reduce(head.collectedHighest, max)
            let deletions = found.map { RemoteCommit.Change(key: $0.key, operation: .delete) }
            // A remote that does not allow it keeps the deletions. The sync need not fail for that reason.
            guard let time = try await commitIfAllowed(newHead, after: head, collecting: true, deletions) else { break }
            newHead.updateTime = time
            var next = state
            next.reach(newHead)
            next.collectedSequence = newHead.collectedSequence
            try await store.forget(found, state: next)
            state = next
            head = newHead
        }
        var next = state
        next.collectedAt = now
        try await keep(next)
    }
}
