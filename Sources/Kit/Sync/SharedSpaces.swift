package import Basics
package import TodoDomain
package import TodoLocal
package import TodoSync

/// The shared spaces of a store, as syncs ask for them.
package struct SharedSpaces: SpaceStore {
    private let stack: LocalStack
    private let spaces: SpaceDAO
    private let retry: RetryPolicy

    /// The shared spaces.
    /// - Parameter retry: the pauses after failures.
    package init(_ stack: LocalStack, retry: RetryPolicy = SyncTimes().retry) {
        self.stack = stack
        self.retry = retry
        spaces = SpaceDAO(stack)
    }

    package func joinedSpaces() async throws -> [JoinedSpace] {
        try await spaces.activeSpaces().map { JoinedSpace($0.id, name: $0.sid) }
    }

    package func records(of space: SpaceID) -> any SyncStore { ReplicationDAO(stack, of: space) }

    package func hasUnsent(in space: SpaceID) async throws -> Bool {
        if let shared = try await spaces.sharedSpaces()[space], !shared.acceptsEdits { return false }
        return try await ReplicationDAO(stack, of: space).hasPendingRecords()
    }

    package func deactivate(_ space: SpaceID, as state: SpaceState) async throws {
        try await spaces.deactivate(space, as: state)
    }

    package func note(_ failure: (any Error)?, of space: SpaceID) async throws {
        let replication = ReplicationDAO(stack, of: space)
        var outcome = try await replication.outcome()
        // What the remote has read and written is counted with the own space.
        if let failure {
            outcome.fail(
                TodoError.explaining(failure), report: SyncReport(), at: stack.environment.now(), retry)
        } else {
            outcome.succeed(SyncReport(), at: stack.environment.now())
        }
        try await replication.note(outcome)
    }
}
