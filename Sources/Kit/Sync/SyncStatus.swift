public import Foundation
public import TodoDomain

/// The state of syncing between this device and its remote.
public struct SyncStatus: Hashable, Sendable {
    /// The current activity.
    public enum Activity: Hashable, Sendable {
        /// No sync of this process is running.
        case idle
        /// A sync of this process, with the numbers of records transferred so far.
        case syncing(pulled: Int, pushed: Int)
    }

    /// The failure of the last sync.
    public struct Failure: Hashable, Sendable {
        /// The error for programs; `unexpected` for an error that is not a ``TodoError``.
        public let code: TodoError.Code
        /// A sentence for people.
        public let message: String
        /// How many syncs failed in a row.
        public let count: Int

        /// A failure.
        public init(code: TodoError.Code, message: String, count: Int = 1) {
            self.code = code
            self.message = message
            self.count = count
        }
    }

    /// The state of syncing one shared space.
    public struct Shared: Hashable, Sendable, Identifiable {
        /// The space.
        public let space: Space
        /// When it was last in sync; nil if it never was.
        public let lastSynced: Date?
        /// How many records wait to be sent, except those in ``quarantined``. If this person may not edit in the space, or it is
        /// inactive, they stay here.
        public let pending: Int
        /// How many records are quarantined because the remote refuses them.
        public let quarantined: Int
        /// The failure of its last sync; nil if it succeeded. That of one space neither delays nor fails another.
        public let failure: Failure?

        /// The identifier of the space.
        public var id: Space.ID { space.id }

        /// A state, for example for a preview.
        public init(
            space: Space, lastSynced: Date? = nil, pending: Int = 0, quarantined: Int = 0, failure: Failure? = nil
        ) {
            self.space = space
            self.lastSynced = lastSynced
            self.pending = pending
            self.quarantined = quarantined
            self.failure = failure
        }
    }

    /// The configured remote; nil if none is set up, or if the remote is the app's own.
    public var remote: RemoteConfiguration?
    /// The current activity.
    public var activity = Activity.idle
    /// When everything was last in sync; nil if it never was.
    public var lastSynced: Date?
    /// How many records wait to be sent, except those in ``waiting`` and ``quarantined``.
    public var pending = 0
    /// How many records wait for the remote's security rules, which are older than this program, to be updated.
    public var waiting = 0
    /// How many conflicts are open.
    public var conflicts = 0
    /// How many records are quarantined because the remote refuses them.
    public var quarantined = 0
    /// The failure of the last sync; nil if it succeeded.
    public var failure: Failure?
    /// When the next sync will be tried after a failed one.
    public var nextTry: Date?
    /// The shared spaces, by name. The other members are about the own space alone, except for the conflicts and the documents.
    public var shared: [Shared] = []
    /// How many documents the remote has read for this device so far. Its owner is billed for them.
    public var documentsRead = 0
    /// How many documents the remote has written for this device so far.
    public var documentsWritten = 0

    /// The status without a remote.
    public init() {}
}
