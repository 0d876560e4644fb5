public import FirestoreWire
public import TodoDomain

/// Where the records of a space are kept for all devices. Every method throws
/// ``RemoteFailure``, and ``head()`` ``SyncError/foreignSpace`` where what stands there is no head.
public protocol RemoteStore: Sendable {
    /// The head; nil if the space was never written to.
    func head() async throws -> RemoteHead?
    /// The documents of a kind behind a place, by commit and then by id; fewer than `limit` are the last.
    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) async throws -> [RemoteDocument]
    /// The documents of a kind by id, from behind one on; fewer than `limit` are the last.
    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument]
    /// Those of these documents that exist.
    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument]
    /// Does all of it or nothing; returns the time of the new head.
    func commit(_ commit: RemoteCommit) async throws -> Timestamp
    /// How much later the remote's clock is than this device's, in milliseconds; nil if it has not said.
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

    /// The commit that last wrote it; 0 if it does not say.
    public var sequence: Int64 {
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

        package init(key: RecordKey, operation: Operation) { (self.key, self.operation) = (key, operation) }
    }

    /// The fields of the head to be written.
    public let headFields: Fields
    /// The paths of those fields; nil: all of it.
    public let headMask: DocumentMask?
    /// When the head was last written, which must still be so; nil: there must be no head.
    public let headTime: Timestamp?
    /// The documents.
    public let changes: [Change]

    package init(headFields: Fields, headMask: DocumentMask?, headTime: Timestamp?, changes: [Change]) {
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
        /// There is no room for it. What takes away may still be done.
        case overQuota
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
    /// How long the remote asks to be left alone.
    public let retryAfter: Duration?
    /// A sentence for people.
    public let message: String
    /// The error underneath.
    public let underlying: (any Error)?

    /// A failure.
    public init(
        _ kind: Kind, status: String, message: String, retryAfter: Duration? = nil, underlying: (any Error)? = nil
    ) {
        (self.kind, self.status, self.message) = (kind, status, message)
        (self.retryAfter, self.underlying) = (retryAfter, underlying)
    }

    /// Whether a look at the head tells how to go on.
    var asksForHead: Bool { kind == .lostRace || kind == .outcomeUnknown }
}
