package import TodoDomain

/// The shared spaces on this device. Each method is one transaction.
package protocol SpaceStore: Sendable {
    /// The shared spaces that are still synced. Those whose last sync failed come last, so that they do not delay the others.
    func joinedSpaces() async throws -> [JoinedSpace]
    /// The records of a space, and how far it was followed.
    func records(of space: SpaceID) -> any SyncStore
    /// Whether a space has something to be sent that its remote may accept.
    func hasUnsent(in space: SpaceID) async throws -> Bool
    /// Ends the syncs of a space, and keeps its records.
    func deactivate(_ space: SpaceID, as state: SpaceState) async throws
    /// Notes how the sync of a space has ended.
    /// - Parameter failure: why it failed; nil if it succeeded.
    func note(_ failure: (any Error)?, of space: SpaceID) async throws
}

/// A shared space to be synced.
package struct JoinedSpace: Hashable, Sendable {
    /// The space on this device.
    package let id: SpaceID
    /// Its name on the remote.
    package let name: String

    /// A shared space.
    package init(_ id: SpaceID, name: String) {
        self.id = id
        self.name = name
    }
}
