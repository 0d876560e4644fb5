import TodoKit

/// `todo sync --watch`: says what happens until it is interrupted.
enum SyncWatch {
    static func run(_ session: Session) async throws {
        let coordinator = try session.store.sync
        guard try await coordinator.remote != nil else { throw TodoError.noRemote }
        // What was before is no news, but that it still fails is.
        var last = try await coordinator.status
        last.failure = nil
        await coordinator.start()
        for await status in coordinator.statuses {
            defer { last = status }
            if let failure = status.failure, failure.message != last.failure?.message {
                session.say(failure.message)
            } else if let synced = status.lastSynced, synced != last.lastSynced {
                session.say(
                    "Synced at \(synced.timestamp); \(status.pending) pending, \(status.conflicts.counted("conflict"))."
                )
            }
        }
    }
}
