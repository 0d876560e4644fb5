// What is done once a day.
extension SyncRun {
    /// Removes what was deleted long ago, which all devices had time to learn of, and reads again what could not be read:
    /// this program may have been updated since.
    mutating func collect(onto head: RemoteHead?) async throws {
        guard var head, head.schema <= RemoteHead.schema, let now = remoteNow else { return }
        let day: Int64 = 86_400_000
        guard now - state.collectedAt >= day else { return }
        let unreadable = store.unreadableKeys()
        for start in stride(from: 0, to: unreadable.count, by: limits.batch) {
            try await readAgain(Array(unreadable[start..<min(start + limits.batch, unreadable.count)]))
        }
        while true {
            let found = store.collectibleRecords(
                deletedBefore: now - limits.deletionDays * day, limit: limits.batch)
            guard !found.isEmpty else { break }
            var newHead = head.advanced(by: makeCommitID(), touching: [])
            newHead.collectedSequence = found.map(\.sequence).reduce(head.collectedSequence, max)
            newHead.collectedHighest = found.map(\.highest).reduce(head.collectedHighest, max)
            let deletions = found.map { RemoteCommit.Change(key: $0.key, operation: .delete) }
            // A remote that lets nothing go keeps it: that is no reason for a sync to fail.
            guard let time = try await commitIfAllowed(newHead, after: head, collecting: true, deletions) else { break }
            newHead.updateTime = time
            var next = state
            next.reach(newHead)
            next.collectedSequence = newHead.collectedSequence
            try store.forget(found, state: next)
            (state, head) = (next, newHead)
        }
        var next = state
        next.collectedAt = now
        try keep(next)
    }
}
