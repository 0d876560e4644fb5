extension ReplicationDAO {
    /// An element at once and after every commit, by any process and to any table. Commits in quick succession may be
    /// coalesced.
    package func commits() -> AsyncThrowingStream<ContinuousClock.Instant, any Error> {
        stack.observers.answers(to: .lastCommit) {
            LiveQuery {
                _ in
                .now
            } isAffected: { changes, _ in
                changes.isAnything
            }
        }
    }
}
