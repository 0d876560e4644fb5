import TodoKit

/// `todo sync --watch`: reports what happens until it is interrupted.
enum SyncWatch {
    static func run(_ session: Session) async throws {
        let coordinator = try session.store.sync
        guard try await coordinator.remote != nil else { throw TodoError.noRemote }
        try session.store.refuseToKeepOthersOut()
        // Earlier results are not news, except for a failure that lasts.
        var last = try await coordinator.status
        last.failure = nil
        await coordinator.start()
        for await status in coordinator.statuses {
            defer { last = status }
            if let failure = status.failure {
                guard failure.message != last.failure?.message else { continue }
                let sentence = await session.sentence(failure)
                session.say(isAway(status) && !isAway(last) ? "The server is away: \(sentence)" : sentence)
                continue
            }
            if isAway(last) { session.say("The server is back.") }
            if let synced = status.lastSynced, synced != last.lastSynced {
                session.say(
                    "Synced at \(synced.rfc3339); \(status.pending) pending, \(status.conflicts.counted("conflict"))."
                )
            }
        }
    }

    private static func isAway(_ status: SyncStatus) -> Bool {
        status.failure?.code == .unreachable
    }
}
