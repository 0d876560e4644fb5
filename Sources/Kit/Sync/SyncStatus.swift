public import Foundation

/// Whether what is here and what the remote has are in step, and what was in the way.
public struct SyncStatus: Hashable, Sendable {
    /// What is going on.
    public enum Activity: Hashable, Sendable {
        /// Nothing.
        case idle
        /// A sync of this process: so many records have come and gone so far.
        case syncing(pulled: Int, pushed: Int)
    }

    /// Why the last sync failed.
    public struct Failure: Hashable, Sendable {
        /// A ``TodoError/Code``, as text.
        public let code: String
        /// A sentence for people.
        public let message: String
        /// How many failed in a row.
        public let count: Int
    }

    /// The remote; nil if none is set up.
    public var remote: RemoteConfiguration?
    /// What is going on.
    public var activity = Activity.idle
    /// When everything was last in step; nil: never.
    public var lastSynced: Date?
    /// How many records wait to be sent.
    public var pending = 0
    /// How many records wait for the remote's security rules to be brought up to date, which are older than this program.
    public var waiting = 0
    /// How many conflicts nobody has looked after.
    public var conflicts = 0
    /// How many records are set aside, as the remote refuses them.
    public var quarantined = 0
    /// Why the last sync failed; nil if it succeeded.
    public var failure: Failure?
    /// When the next sync will be tried, where one failed.
    public var nextTry: Date?
    /// Documents that the remote had to read for this device, in all, as its owner is billed for them.
    public var documentsRead = 0
    /// Documents that the remote had to write for this device, in all.
    public var documentsWritten = 0

    /// The status without a remote.
    public init() {}
}
