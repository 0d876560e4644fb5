extension ReplicationDAO {
    /// An element at once and after every commit, of whichever process and to whichever table; those that come quickly
    /// after one another may be one.
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
