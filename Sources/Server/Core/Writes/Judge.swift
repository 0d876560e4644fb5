import FirestoreWire

/// What a commit has to pass before it is stored.
package struct Judge: Sendable {
    /// Throws ``Status`` if the commit may not happen. It is asked before the preconditions of the writes are.
    /// - Parameter stored: Returns a document as it is before the commit.
    let review:
        @Sendable (_ changes: [DocumentChange], _ time: Timestamp, _ stored: (ResourceName) throws -> Fields?) throws ->
            Void
    /// How much the space that the commit is in may hold.
    let quota: Quota
}
