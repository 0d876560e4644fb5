public import Foundation
public import TodoDomain

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
        /// What went wrong, for programs; `unexpected` for what is no ``TodoError``.
        public let code: TodoError.Code
        /// A sentence for people.
        public let message: String
        /// How many syncs failed in a row.
        public let count: Int

        /// A failure.
        public init(code: TodoError.Code, message: String, count: Int = 1) {
            (self.code, self.message, self.count) = (code, message, count)
        }
    }

    /// The remote; nil if none is set up, and for one of the app's own.
    public var remote: RemoteConfiguration?
    /// What is happening now.
    public var activity = Activity.idle
    /// When everything was last in sync; nil for never.
    public var lastSynced: Date?
    /// How many records wait to be sent, except those in ``waiting`` and ``quarantined``.
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
