import FirestoreWire

/// The check that a commit has to pass before it is stored.
package struct Judge: Sendable {
    /// Throws ``Status`` if the commit is not allowed. Called before preconditions are checked.
    /// - Parameter stored: Returns a document in its state before the commit.
    let review:
        @Sendable (_ changes: [DocumentChange], _ time: Timestamp, _ stored: (ResourceName) throws -> Fields?) throws ->
            Void
    /// The limits on what it may store.
    let quotas: UserQuotas
}
