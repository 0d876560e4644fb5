import TodoKit

/// `todo sync --watch`: says what happens until it is interrupted.
enum SyncWatch {
    static func run(_ session: Session) async throws {
        let coordinator = try session.store.sync
        guard try await coordinator.remote != nil else { throw TodoError.noRemote }
        await coordinator.start()
        var last: SyncStatus?
        for await status in coordinator.statuses {
            defer { last = status }
            if let failure = status.failure, failure.message != last?.failure?.message {
                session.say(failure.message)
            } else if let synced = status.lastSynced, synced != last?.lastSynced {
                session.say("Synced at \(synced.timestamp); \(status.pending) pending, \(status.conflicts) conflicts.")
            }
        }
    }
}
