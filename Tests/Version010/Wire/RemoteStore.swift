public import FirestoreWire

/// Where the records of a space are kept for all devices. Every method throws
/// ``RemoteFailure``.
public protocol RemoteStore: Sendable {
    /// The head; nil where the space was never written to.
    func head() async throws -> Document?
    /// The documents of a kind behind a place, by commit and then by id; fewer than `limit` are the last.
    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) async throws -> [RemoteDocument]
    /// Those of these documents that exist.
    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument]
    /// Does all of it or nothing; returns the time of the new head.
    func commit(_ commit: RemoteCommit) async throws -> Timestamp
    /// How much later the remote's clock is than this device's, in milliseconds; nil where it has not said.
    var clockOffset: Int64? { get }
}

/// A document of a space.
public struct RemoteDocument: Hashable, Sendable {
    /// Which record it holds.
    public let key: RecordKey
    /// What is in it.
    public let fields: Fields

    /// A document.
    public init(_ key: RecordKey, _ fields: Fields) { (self.key, self.fields) = (key, fields) }

    /// The commit that last wrote it; 0 where it does not say.
    var sequence: Int64 {
        if case .integer(let sequence)? = fields["seq"] { sequence } else { 0 }
    }

    /// Equal keys and fields.
    public static func == (left: Self, right: Self) -> Bool { left.key == right.key && left.fields == right.fields }
    /// By the key, which no two documents share.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// What is to be done in one step: the head moves, and the documents with it.
public struct RemoteCommit: Sendable {
    /// What is done to one document.
    public enum Operation: Sendable {
        /// Makes it; there must be none.
        case create(Fields)
        /// Puts it in the place of the one that must be there.
        case replace(Fields)
        /// Writes the fields of the mask into the one that must be there.
        case update(Fields, DocumentMask)
        /// Takes it away.
        case delete
    }

    /// A change of one document.
    public struct Change: Sendable {
        /// Which document.
        public let key: RecordKey
        /// What is done to it.
        public let operation: Operation

        init(key: RecordKey, operation: Operation) { (self.key, self.operation) = (key, operation) }
    }

    /// The fields of the head to be written.
    public let headFields: Fields
    /// The paths of those fields; nil: all of it.
    public let headMask: DocumentMask?
    /// When the head was last written, which must still be so; nil: there must be no head.
    public let headTime: Timestamp?
    /// The documents.
    public let changes: [Change]

    init(headFields: Fields, headMask: DocumentMask?, headTime: Timestamp?, changes: [Change]) {
        (self.headFields, self.headMask, self.headTime) = (headFields, headMask, headTime)
        self.changes = changes
    }
}

/// Why the remote did not do as it was asked. The adapter decides, by the one table of error classes.
public struct RemoteFailure: Error, Sendable {
    /// What is to be done about it.
    public enum Kind: Sendable, Hashable {
        /// Somebody else was faster, or a document is not what it was thought to be: look at the head again.
        case lostRace
        /// It may have happened, or not: look at the head again.
        case outcomeUnknown
        /// The remote will never accept it as it is.
        case refused
        /// Not allowed; or a lost race, as the rules are asked before the preconditions.
        case denied
        /// The credentials do not hold.
        case unauthenticated
        /// Later, perhaps.
        case transient
        /// The task was cancelled.
        case cancelled
    }

    /// What is to be done about it.
    public let kind: Kind
    /// The remote's word for it, such as `PERMISSION_DENIED`, for programs.
    public let status: String

    /// A failure.
    public init(_ kind: Kind, status: String) { (self.kind, self.status) = (kind, status) }

    /// Whether a look at the head tells how to go on.
    var asksForHead: Bool { kind == .lostRace || kind == .outcomeUnknown }
}
