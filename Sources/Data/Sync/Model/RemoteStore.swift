public import FirestoreWire
public import TodoDomain

/// The store that all devices share for the records of a space. Every method throws ``RemoteFailure``. ``head()`` also
/// throws ``SyncError/foreignSpace`` if the document in place of the head is not a head.
public protocol RemoteStore: Sendable {
    /// The head; nil if the space was never written to.
    func head() async throws -> RemoteHead?
    /// The documents of a kind after a position, by commit and then by id. A result with fewer than `limit` documents
    /// is the last.
    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) async throws -> [RemoteDocument]
    /// The documents of a kind after an id, by id. A result with fewer than `limit` documents is the last.
    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument]
    /// The documents of these records that exist.
    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument]
    /// Makes all of the commit's writes or none. Returns the time of the new head.
    func commit(_ commit: RemoteCommit) async throws -> Timestamp
    /// How far the remote's clock is ahead of this device's, in milliseconds; nil if it is not known.
    var clockOffset: Int64? { get }
    /// The spaces that people share at this remote. It is asked of the store of the own space. The default is nil: there are
    /// none, and the store is only that of the own space.
    var shared: (any SharedRemote)? { get }
}

/// A document of a space.
public struct RemoteDocument: Hashable, Sendable {
    /// The record that it holds.
    public let key: RecordKey
    /// Its fields.
    public let fields: Fields

    /// A document.
    public init(_ key: RecordKey, _ fields: Fields) {
        self.key = key
        self.fields = fields
    }

    /// The document of an answer for a collection of the space. A server never has a reason to send a document with a
    /// name that was not asked for. If it does, the document gets its name in place of an id. The name has a slash,
    /// which no id has. So the document is set aside and reported, and everything else is synced.
    package init(_ document: Document, of kind: RecordKind, in collection: ResourceName) {
        let name = try? ResourceName(parsing: document.name)
        let isAsked = name.map { $0.isDocument && $0.parent?.text == collection.text } ?? false
        let foreign = document.name.utf8.contains(UInt8(ascii: "/")) ? document.name : "/" + document.name
        self.init(RecordKey(kind, isAsked ? name?.id ?? foreign : foreign), document.fields)
    }

    /// Whether its name is not that of a record.
    var isForeign: Bool { key.id.utf8.contains(UInt8(ascii: "/")) }

    /// The number of the commit that last wrote it; 0 if the document has no number.
    public var sequence: Int64 {
        if case .integer(let sequence)? = fields["seq"] { sequence } else { 0 }
    }

    /// Compares keys and fields.
    public static func == (left: Self, right: Self) -> Bool { left.key == right.key && left.fields == right.fields }
    /// Hashes the key. No two documents have the same key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// An atomic commit. It moves the head together with the documents.
public struct RemoteCommit: Sendable {
    /// The operation on one document.
    public enum Operation: Sendable {
        /// Creates the document, which must not exist.
        case create(Fields)
        /// Replaces the document, which must exist.
        case replace(Fields)
        /// Writes the fields of the mask. The document must exist.
        case update(Fields, DocumentMask)
        /// Deletes the document.
        case delete
    }

    /// A change of one document.
    public struct Change: Sendable {
        /// The record whose document changes.
        public let key: RecordKey
        /// The operation on it.
        public let operation: Operation

        /// A change, for example in a test of an adapter.
        /// - Parameters:
        ///   - key: the record whose document changes.
        ///   - operation: the operation on it.
        public init(key: RecordKey, operation: Operation) {
            self.key = key
            self.operation = operation
        }
    }

    /// The fields of the head to write.
    public let headFields: Fields
    /// The paths of those fields; nil for all.
    public let headMask: DocumentMask?
    /// The time at which the head was last written, which must be unchanged; nil if there must not be a head.
    public let headTime: Timestamp?
    /// The changes of documents.
    public let changes: [Change]

    /// A commit, for example in a test of an adapter. A sync makes its own commits.
    /// - Parameters:
    ///   - headFields: the fields of the head to write.
    ///   - headMask: the paths of those fields; nil for all.
    ///   - headTime: the time at which the head was last written; nil if there must not be a head.
    ///   - changes: the changes of documents.
    public init(headFields: Fields, headMask: DocumentMask?, headTime: Timestamp?, changes: [Change]) {
        self.headFields = headFields
        self.headMask = headMask
        self.headTime = headTime
        self.changes = changes
    }
}

/// The reason why the remote refused or failed a request. The adapter classifies it by its single table of errors.
///
/// A sync reacts to the ``kind``. For a commit that is a ``Kind/lostRace``, it also reacts to two values of the
/// ``status``: ``alreadyExists`` and ``notFound``. They make it read the documents of the commit again if the head has
/// not moved. Without them it sends the same commit again until it gives up.
public struct RemoteFailure: Error, Sendable {
    /// How to react to a failure.
    public enum Kind: Sendable, Hashable {
        /// Another device was faster, or a document is not as expected. Read the head again.
        case lostRace
        /// The commit may or may not have happened. Read the head again.
        case outcomeUnknown
        /// The remote will never accept the commit as it is.
        case refused
        /// The request is not allowed. It may also be a lost race, because rules are evaluated before preconditions.
        case denied
        /// The quota is used up. Deletions may still succeed.
        case overQuota
        /// The credentials are not valid.
        case unauthenticated
        /// A later attempt may succeed.
        case transient
        /// The task was cancelled.
        case cancelled
    }

    /// How to react to it.
    public let kind: Kind
    /// The remote's status, such as `PERMISSION_DENIED`, for programs. It may be any text, except where it has to be
    /// ``alreadyExists`` or ``notFound``.
    public let status: String
    /// How long the remote asks clients to wait.
    public let retryAfter: Duration?
    /// A sentence for people.
    public let message: String
    /// The error underneath.
    public let underlying: (any Error)?
    /// Whether the exchange took too long or was cut off underway, so that a smaller page or commit may succeed.
    public let isTimeout: Bool

    /// A failure.
    /// - Parameter isTimeout: whether the exchange took too long or was cut off underway. A sync then asks for a
    ///   smaller page, or sends a smaller commit, until a single document fails as well.
    public init(
        _ kind: Kind, status: String, message: String, retryAfter: Duration? = nil, isTimeout: Bool = false,
        underlying: (any Error)? = nil
    ) {
        self.kind = kind
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
        self.isTimeout = isTimeout
        self.underlying = underlying
    }

    /// The ``status`` of a commit that creates a document or a head which already exists.
    public static let alreadyExists = "ALREADY_EXISTS"
    /// The ``status`` of a commit that replaces or updates a document which does not exist.
    public static let notFound = "NOT_FOUND"

    /// Whether reading the head again shows how to continue.
    var asksForHead: Bool { kind == .lostRace || kind == .outcomeUnknown }
}
