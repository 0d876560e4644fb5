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
        init(sequence: Int64, id: String? = nil) { (self.sequence, self.id) = (sequence, id) }

        /// Before every document.
        static let start = Position(sequence: 0)
    }

    /// Why everything is read again.
    enum ResyncReason: String, Hashable, Sendable {
        /// The remote is not where it was: restored from a backup, emptied, or another one.
        case rollback
        /// The remote has forgotten deletions that this device never saw.
        case collected
        /// A person asked for it.
        case requested
    }

    /// Reading everything again: stored, so that an interrupted one goes on.
    struct Resync: Hashable, Sendable {
        /// Why.
        var reason: ResyncReason
        /// Tells the records seen in this one from those of an earlier one.
        var number: Int64

        /// A resync.
        init(reason: ResyncReason, number: Int64) { (self.reason, self.number) = (reason, number) }
    }

    /// Names the life of the remote: another one after it was restored. nil where none is followed: before the first
    /// sync, behind a head that was removed, and while a restored remote is read again.
    var life: String?
    /// The commit up to which everything is here.
    var sequence: Int64 = 0
    /// What that commit is called; nil where it is not known.
    var commitID: String?
    /// For each kind, what of it is here.
    var pulled: [RecordKind: Position] = [:]
    /// The commit up to which the remote has forgotten deletions.
    var collectedSequence: Int64 = 0
    /// When this device last looked for deletions that may be forgotten, in milliseconds since 1970.
    var collectedAt: Int64 = 0
    /// Whether everything is being read again.
    var resync: Resync?
    /// What the next resync is to be called.
    var nextResyncNumber: Int64 = 1

    /// Nothing synced yet.
    init() {}

    /// The place up to which a kind is here.
    func position(of kind: RecordKind) -> Position { pulled[kind] ?? .start }
}

/// Which record, on every device.
public struct RecordKey: Hashable, Sendable {
    /// What kind of record it is.
    public let kind: RecordKind
    /// What it is known by among its kind.
    public let id: String

    /// A key.
    public init(_ kind: RecordKind, _ id: String) { (self.kind, self.id) = (kind, id) }
}

/// A record as the remote has it.
struct IncomingRecord: Hashable, Sendable {
    /// The remote's version.
    let record: Record
    /// The number of the commit that brought it there.
    let sequence: Int64

    /// A record from the remote.
    init(_ record: Record, sequence: Int64) { (self.record, self.sequence) = (record, sequence) }
}

/// A record that holds what the remote does not have.
struct PendingRecord: Hashable, Sendable {
    /// The record as it is here.
    let record: Record
    /// What the remote has of it; nil: nothing.
    let base: RecordBase?
    /// Grows with each edit: tells whether one was made while the record was on its way.
    let revision: Int64

    /// A record to be sent.
    init(_ record: Record, base: RecordBase?, revision: Int64) {
        (self.record, self.base, self.revision) = (record, base, revision)
    }

    /// Which record it is.
    var key: RecordKey { RecordKey(record.kind, record.id) }
}

/// Why a record is set aside.
enum QuarantineReason: Hashable, Sendable {
    /// The remote refuses it.
    case rejected
    /// It is larger than the remote takes.
    case tooLarge
    /// It was written by a clock that is far ahead.
    case clock
    /// The remote's version is not one of ours.
    case unreadable
}

/// What became of a page.
struct ApplyOutcome: Hashable, Sendable {
    /// How many records changed here.
    var changed = 0
    /// How many registers were written here and elsewhere.
    var conflicts = 0
    /// Whether the remote has a record at an earlier commit than it once had, which only a restored one can.
    var sawRollback = false

    /// Nothing happened.
    init() {}
}

/// A deletion that may be forgotten.
struct CollectibleRecord: Hashable, Sendable {
    /// Which record.
    let key: RecordKey
    /// The commit that brought it to the remote.
    let sequence: Int64
    /// The greatest physical time in it, in milliseconds since 1970.
    let highest: Int64

    /// A deletion.
    init(key: RecordKey, sequence: Int64, highest: Int64) {
        (self.key, self.sequence, self.highest) = (key, sequence, highest)
    }
}
