public import Foundation

/// Whether this device and its remote are in sync, and what prevents it.
public struct SyncStatus: Hashable, Sendable {
    /// What is happening now.
    public enum Activity: Hashable, Sendable {
        /// Nothing.
        case idle
        /// A sync of this process, with the numbers of records transferred so far.
        case syncing(pulled: Int, pushed: Int)
    }

    /// Why the last sync failed.
    public struct Failure: Hashable, Sendable {
        /// The text of a ``TodoError/Code``.
        public let code: String
        /// A sentence for people.
        public let message: String
        /// How many syncs failed in a row.
        public let count: Int
    }

    /// The remote; nil if none is set up.
    public var remote: RemoteConfiguration?
    /// What is happening now.
    public var activity = Activity.idle
    /// When everything was last in sync; nil for never.
    public var lastSynced: Date?
    /// How many records wait to be sent.
    public var pending = 0
    /// How many records wait for the remote's security rules, which are older than this program, to be updated.
    public var waiting = 0
    /// How many conflicts nobody has dealt with.
    public var conflicts = 0
    /// How many records are quarantined because the remote refuses them.
    public var quarantined = 0
    /// Why the last sync failed; nil if it succeeded.
    public var failure: Failure?
    /// When the next sync will be tried after a failed one.
    public var nextTry: Date?
    /// How many documents the remote has read for this device so far, which its owner is billed for.
    public var documentsRead = 0
    /// How many documents the remote has written for this device so far.
    public var documentsWritten = 0

    /// The status without a remote.
    public init() {}
}
