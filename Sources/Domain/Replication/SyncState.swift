public import Foundation

/// How far this device has followed the remote. `TodoSync` decides what follows from it. It is stored beside the
/// records, so that both change in one transaction.
public struct SyncState: Hashable, Sendable {
    /// A position in the order of all documents of a kind: by the commit that last wrote them, then by id.
    public struct Position: Hashable, Sendable {
        /// The number of the commit.
        public var sequence: Int64
        /// The last document seen of that commit; nil for all of them.
        public var id: String?

        /// A position.
        public init(sequence: Int64, id: String? = nil) {
            self.sequence = sequence
            self.id = id
        }

        /// Before every document.
        public static let start = Position(sequence: 0)
    }

    /// Why everything is read again.
    public enum ResyncReason: String, Hashable, Sendable {
        /// The remote's state is older than before or foreign: it was restored from a backup, emptied or replaced.
        case rollback
        /// The remote has forgotten deletions that this device never saw.
        case collected
        /// A person asked for it.
        case requested
    }

    /// Reading everything again. It is stored, so that an interrupted resync continues.
    package struct Resync: Hashable, Sendable {
        /// Why.
        package var reason: ResyncReason
        /// Distinguishes records seen in this resync from those seen in an earlier one.
        package var number: Int64
        /// After a rollback, the last commit known to be in the backup; nil if nothing was known of the remote.
        package var restoredSequence: Int64?

        /// A resync.
        package init(reason: ResyncReason, number: Int64) {
            self.reason = reason
            self.number = number
        }
    }

    /// The beginning of a pull. A device that is slower than another device that collects deletions reads pages without
    /// them. Only the next head then shows whether it missed a deletion.
    package struct PullStart: Hashable, Sendable {
        /// The commit up to which everything was here before; 0 if everything is read again.
        package var from: Int64
        /// The commit up to which the remote had collected deletions.
        package var collected: Int64

        /// The start of a pull.
        package init(from: Int64, collected: Int64) {
            self.from = from
            self.collected = collected
        }
    }

    /// The generation of the remote, which changes when the remote is restored. nil while no generation is followed:
    /// before the first sync, after a head was removed, and while a restored remote is read again.
    package var generation: String?
    /// The commit up to which everything is here.
    package var sequence: Int64 = 0
    /// The id of that commit; nil if it is not known.
    package var commitID: String?
    /// The ids of the last commits up to the current number, by number, as the remote's head listed them. They show which of
    /// these commits a restored remote still has.
    package var commits: [Int64: String] = [:]
    /// How far each kind has been pulled.
    package var pulled: [RecordKind: Position] = [:]
    /// The beginning of the last pull; nil if that pull certainly missed no deletion.
    package var lastPull: PullStart?
    /// The commit up to which the remote has collected deletions.
    package var collectedSequence: Int64 = 0
    /// When this device last looked for deletions that may be collected, in milliseconds since 1970.
    package var collectedAt: Int64 = 0
    /// Whether everything is being read again.
    package var resync: Resync?
    /// The kinds that the remote's rules do not allow because they are older than this program, and when that was last
    /// seen, in milliseconds since 1970. Records of these kinds wait.
    package var refusedKinds: [RecordKind: Int64] = [:]
    /// The number of the next resync.
    package var nextResyncNumber: Int64 = 1

    /// Nothing synced yet.
    package init() {}

    /// The commits in entries such as `7:1f3a`, without entries that this program would never write.
    package static func commits(in entries: some Sequence<some StringProtocol>) -> [Int64: String] {
        var commits: [Int64: String] = [:]
        for entry in entries {
            let parts = String(entry).split(separator: ":" as Character, maxSplits: 1).map(String.init)
            guard parts.count == 2, let number = Int64(parts[0]), Identifier<SyncState>(parts[1]) != nil else {
                continue
            }
            commits[number] = parts[1]
        }
        return commits
    }

    /// How far a kind has been pulled.
    package func position(of kind: RecordKind) -> Position { pulled[kind] ?? .start }
}

/// Identifies a record.
///
/// A sync is of one space and knows no others, so its keys leave the space out.
public struct RecordKey: Hashable, Sendable {
    /// The kind of the record.
    public let kind: RecordKind
    /// Its identifier, unique within its kind and its space, and the same on all devices.
    public let id: String
    /// The space that it belongs to.
    public let space: SpaceID

    /// A key.
    /// - Parameters:
    ///   - kind: what kind of record it is.
    ///   - id: its identifier.
    ///   - space: the space that it belongs to.
    public init(_ kind: RecordKind, _ id: String, in space: SpaceID = .own) {
        self.kind = kind
        self.id = id
        self.space = space
    }

    /// The key of a to-do in the own space.
    public init(_ id: Todo.ID) { self.init(.todo, id.rawValue) }
}

/// A record from the remote.
package struct IncomingRecord: Hashable, Sendable {
    /// The remote's version.
    package let record: Record
    /// The number of the commit that wrote it.
    package let sequence: Int64
    /// Whether parts of it cannot be true and are read as never written. A device that reads such a version writes the
    /// merged version, so that all devices keep reading the same.
    package var isUnsound = false
    /// The reason why it cannot be a record of its own; nil if it can. Such a version can only be merged into a known
    /// record.
    package var problem: String?
    /// The id of the member of a shared space who sent it; nil in the own space.
    package var sender: String?

    /// A record from the remote.
    package init(_ record: Record, sequence: Int64) {
        self.record = record
        self.sequence = sequence
    }

    /// The base of a record that is exactly this version.
    package var base: RecordBase {
        var base = RecordBase(record, sequence: sequence)
        if isUnsound { base.distrust(record) }
        return base
    }
}

/// Selects records with changes that the remote does not have.
package struct PendingSelection: Hashable, Sendable {
    /// Their kinds, in the order in which they are sent.
    package var kinds: [RecordKind]
    /// Whether to select only records that are deleted here.
    package var onlyDeletions: Bool

    /// Records of some kinds.
    package init(kinds: [RecordKind], onlyDeletions: Bool = false) {
        self.kinds = kinds
        self.onlyDeletions = onlyDeletions
    }

    /// All of them: tags and locations first, so that to-dos find theirs.
    package static let all = PendingSelection(kinds: RecordKind.inOrder)
}

/// A record with changes that the remote does not have.
package struct PendingRecord: Hashable, Sendable {
    /// The record as it is here.
    package let record: Record
    /// The state of the record on the remote; nil if the remote does not have it.
    package let base: RecordBase?
    /// Grows with each edit, and so shows whether the record was edited while it was in flight.
    package let revision: Int64

    /// A record to be sent.
    package init(_ record: Record, base: RecordBase?, revision: Int64) {
        self.record = record
        self.base = base
        self.revision = revision
    }

    /// Which record it is.
    package var key: RecordKey { RecordKey(record.kind, record.id) }
}

/// A record that is excluded from syncing, and why. It stays unchanged here until another edit, or until a person
/// intervenes.
public struct QuarantinedRecord: Hashable, Sendable {
    /// Why.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The remote refuses it.
        case rejected
        /// It is larger than the remote takes.
        case tooLarge = "too-large"
        /// It was written by a clock that is far ahead; the remote refuses it until that time.
        case clock
        /// The remote's version cannot be read. It is left alone.
        case unreadable
    }

    /// Which record.
    public let key: RecordKey
    /// Why it is not synced.
    public let reason: Reason
    /// The remote's status, such as `PERMISSION_DENIED`, or the fault of the remote's version.
    public let status: String
    /// Since when it has been excluded.
    public let since: Date

    /// A record that is excluded.
    public init(key: RecordKey, reason: Reason, status: String, since: Date) {
        self.key = key
        self.reason = reason
        self.status = status
        self.since = since
    }
}

/// The result of applying a page.
package struct ApplyOutcome: Hashable, Sendable {
    /// How many records changed here.
    package var changed = 0
    /// How many registers were written here and elsewhere.
    package var conflicts = 0
    /// Whether the remote has a record at an earlier commit than before. That only happens after a restore.
    package var sawRollback = false

    /// Nothing happened.
    package init() {}
}

/// A deletion that may be collected.
package struct CollectibleRecord: Hashable, Sendable {
    /// Which record.
    package let key: RecordKey
    /// The number of the commit that wrote it.
    package let sequence: Int64
    /// The greatest physical time in it, in milliseconds since 1970.
    package let highest: Int64

    /// A deletion.
    package init(key: RecordKey, sequence: Int64, highest: Int64) {
        self.key = key
        self.sequence = sequence
        self.highest = highest
    }
}
