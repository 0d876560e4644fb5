public import Foundation

/// How far this device has followed the remote. What follows from it is decided in `TodoSync`; it is kept beside the
/// records, so that both change in one transaction.
public struct SyncState: Hashable, Sendable {
    /// A place in the order of all documents of a kind: by the commit that last wrote them, then by id.
    public struct Position: Hashable, Sendable {
        /// The number of the commit.
        public var sequence: Int64
        /// The last document seen of that commit; nil: all of them.
        public var id: String?

        /// A place.
        public init(sequence: Int64, id: String? = nil) { (self.sequence, self.id) = (sequence, id) }

        /// Before every document.
        public static let start = Position(sequence: 0)
    }

    /// Why everything is read again.
    public enum ResyncReason: String, Hashable, Sendable {
        /// The remote is not where it was: restored from a backup, emptied, or another one.
        case rollback
        /// The remote has forgotten deletions that this device never saw.
        case collected
        /// A person asked for it.
        case requested
    }

    /// Reading everything again: stored, so that an interrupted one goes on.
    public struct Resync: Hashable, Sendable {
        /// Why.
        public var reason: ResyncReason
        /// Tells the records seen in this one from those of an earlier one.
        public var number: Int64
        /// After a rollback, the last commit that is known to be in the backup; nil where nothing was known of the remote.
        public var restoredSequence: Int64?

        /// A resync.
        public init(reason: ResyncReason, number: Int64) { (self.reason, self.number) = (reason, number) }
    }

    /// Names the life of the remote: another one after it was restored. nil where none is followed: before the first
    /// sync, behind a head that was removed, and while a restored remote is read again.
    public var life: String?
    /// The commit up to which everything is here.
    public var sequence: Int64 = 0
    /// What that commit is called; nil where it is not known.
    public var commitID: String?
    /// For each kind, what of it is here.
    public var pulled: [RecordKind: Position] = [:]
    /// The commit up to which the remote has forgotten deletions.
    public var collectedSequence: Int64 = 0
    /// When this device last looked for deletions that may be forgotten, in milliseconds since 1970.
    public var collectedAt: Int64 = 0
    /// Whether everything is being read again.
    public var resync: Resync?
    /// The kinds that the remote's rules do not allow, as they are older than this program, and when that was last seen,
    /// in milliseconds since 1970. What there is of them waits.
    public var refusedKinds: [RecordKind: Int64] = [:]
    /// What the next resync is to be called.
    public var nextResyncNumber: Int64 = 1

    /// Nothing synced yet.
    public init() {}

    /// The place up to which a kind is here.
    public func position(of kind: RecordKind) -> Position { pulled[kind] ?? .start }
}

/// Which record, on every device.
public struct RecordKey: Hashable, Sendable {
    /// What kind of record it is.
    public let kind: RecordKind
    /// What it is known by among its kind.
    public let id: String

    /// A key.
    public init(_ kind: RecordKind, _ id: String) { (self.kind, self.id) = (kind, id) }

    /// The key of a to-do.
    public init(_ id: Todo.ID) { self.init(.todo, id.rawValue) }
}

/// A record as the remote has it.
public struct IncomingRecord: Hashable, Sendable {
    /// The remote's version.
    public let record: Record
    /// The number of the commit that brought it there.
    public let sequence: Int64

    /// A record from the remote.
    public init(_ record: Record, sequence: Int64) { (self.record, self.sequence) = (record, sequence) }
}

/// Which of the records are asked for that hold what the remote does not have.
public struct PendingSelection: Hashable, Sendable {
    /// Their kinds, in the order in which they are sent.
    public var kinds: [RecordKind]
    /// Whether only those that are deleted here are asked for.
    public var onlyDeletions: Bool

    /// Records of some kinds.
    public init(kinds: [RecordKind], onlyDeletions: Bool = false) {
        (self.kinds, self.onlyDeletions) = (kinds, onlyDeletions)
    }

    /// All of them: tags and places first, so that to-dos find theirs.
    public static let all = PendingSelection(kinds: RecordKind.inOrder)
}

/// A record that holds what the remote does not have.
public struct PendingRecord: Hashable, Sendable {
    /// The record as it is here.
    public let record: Record
    /// What the remote has of it; nil: nothing.
    public let base: RecordBase?
    /// Grows with each edit: tells whether one was made while the record was on its way.
    public let revision: Int64

    /// A record to be sent.
    public init(_ record: Record, base: RecordBase?, revision: Int64) {
        (self.record, self.base, self.revision) = (record, base, revision)
    }

    /// Which record it is.
    public var key: RecordKey { RecordKey(record.kind, record.id) }
}

/// A record that is not synced, and why. It stays as it is here and waits for another edit, or for a person.
public struct QuarantinedRecord: Hashable, Sendable {
    /// Why.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The remote refuses it.
        case rejected
        /// It is larger than the remote takes.
        case tooLarge = "too-large"
        /// It was written by a clock that is far ahead, and the remote refuses it until that time.
        case clock
        /// The remote's version is not one of ours. It is left alone.
        case unreadable
    }

    /// Which record.
    public let key: RecordKey
    /// Why it is not synced.
    public let reason: Reason
    /// The remote's word for it, such as `PERMISSION_DENIED`, or what is wrong with its version.
    public let status: String
    /// Since when.
    public let since: Date

    /// A record that is set aside.
    public init(key: RecordKey, reason: Reason, status: String, since: Date) {
        (self.key, self.reason, self.status, self.since) = (key, reason, status, since)
    }
}

/// What became of a page.
public struct ApplyOutcome: Hashable, Sendable {
    /// How many records changed here.
    public var changed = 0
    /// How many registers were written here and elsewhere.
    public var conflicts = 0
    /// Whether the remote has a record at an earlier commit than it once had, which only a restored one can.
    public var sawRollback = false

    /// Nothing happened.
    public init() {}
}

/// A deletion that may be forgotten.
public struct CollectibleRecord: Hashable, Sendable {
    /// Which record.
    public let key: RecordKey
    /// The commit that brought it to the remote.
    public let sequence: Int64
    /// The greatest physical time in it, in milliseconds since 1970.
    public let highest: Int64

    /// A deletion.
    public init(key: RecordKey, sequence: Int64, highest: Int64) {
        (self.key, self.sequence, self.highest) = (key, sequence, highest)
    }
}
