import Foundation
import TodoDomain
import TodoLocal

extension ReplicationDAO {
    /// The states of the shared spaces, by name, with the numbers of records of some kinds.
    func sharedStates(of kinds: [RecordKind]) async throws -> [SyncStatus.Shared] {
        var states: [SyncStatus.Shared] = []
        for (id, stored) in try await sharedSpaces() {
            let replication = self.of(id)
            let (counts, outcome) = (try await replication.counts(of: kinds), try await replication.outcome())
            states.append(
                SyncStatus.Shared(
                    space: Space(stored), lastSynced: outcome.syncedAt, pending: counts.pending,
                    quarantined: counts.quarantined, failure: SyncStatus.Failure(outcome)))
        }
        return states.sorted { ($0.space.name, $0.id) < ($1.space.name, $1.id) }
    }
}
