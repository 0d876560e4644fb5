public import FirestoreWire
public import TodoDomain

/// The documents of a space on a server, with the head that each commit moves.
///
/// It is a value, so a copy serves as a backup. An app that implements its own remote only needs to store a space. The space
/// answers each request of a ``RemoteStore``, checks the preconditions of a commit and applies it.
public struct RemoteSpace: Sendable {
    /// The fields of the head; nil until the first commit.
    public var head: Fields?
    /// When the head was last written.
    public var headTime: Timestamp?
    /// The documents.
    public var documents: [RecordKey: Fields] = [:]

    /// An empty space.
    public init() {}

    /// The head as a document.
    public var headDocument: Document? { head.map { Document(name: "head", fields: $0, updateTime: headTime) } }

    /// The answer of ``RemoteStore/page(of:after:limit:)``.
    public func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) -> [RemoteDocument] {
        let rest = documents(of: kind).filter {
            ($0.sequence, $0.key.id) > (position.sequence, position.id ?? "\u{10FFFF}")
        }
        return Array(rest.sorted { ($0.sequence, $0.key.id) < ($1.sequence, $1.key.id) }.prefix(limit))
    }

    /// The answer of ``RemoteStore/page(of:afterID:limit:)``.
    public func page(of kind: RecordKind, afterID id: String?, limit: Int) -> [RemoteDocument] {
        let rest = documents(of: kind).filter { $0.key.id > id ?? "" }
        return Array(rest.sorted { $0.key.id < $1.key.id }.prefix(limit))
    }

    /// The answer of ``RemoteStore/documents(_:)``.
    public func documents(_ keys: [RecordKey]) -> [RemoteDocument] {
        keys.compactMap { key in documents[key].map { RemoteDocument(key, $0) } }
    }

    private func documents(of kind: RecordKind) -> [RemoteDocument] {
        documents.filter { $0.key.kind == kind }.map { RemoteDocument($0.key, $0.value) }
    }

    /// The space after a commit, whether or not the commit is allowed. The time of the head is still that of the previous
    /// one.
    public func applying(_ commit: RemoteCommit) -> RemoteSpace {
        var next = self
        next.head =
            commit.headMask.map { Self.written(commit.headFields, $0, into: head ?? [:]) } ?? commit.headFields
        for change in commit.changes {
            switch change.operation {
            case .create(let fields), .replace(let fields): next.documents[change.key] = fields
            case .update(let fields, let mask):
                next.documents[change.key] = Self.written(fields, mask, into: documents[change.key] ?? [:])
            case .delete: next.documents[change.key] = nil
            }
        }
        return next
    }

    /// Checks that the head is the one that the commit expects, and that documents exist or do not exist as it expects.
    /// - Throws: ``RemoteFailure`` of the kind `lostRace`.
    public func checkPreconditions(of commit: RemoteCommit) throws {
        guard commit.headTime == headTime else {
            throw RemoteFailure(
                .lostRace, status: commit.headTime == nil ? RemoteFailure.alreadyExists : "FAILED_PRECONDITION",
                message: "The head has moved.")
        }
        for change in commit.changes {
            let exists = documents[change.key] != nil
            switch change.operation {
            case .create where exists:
                throw RemoteFailure(.lostRace, status: RemoteFailure.alreadyExists, message: "The document is there.")
            case .replace where !exists, .update where !exists:
                throw RemoteFailure(.lostRace, status: RemoteFailure.notFound, message: "The document is not there.")
            default: break
            }
        }
    }

    private static func written(_ fields: Fields, _ mask: DocumentMask, into known: Fields) -> Fields {
        var result = known
        for path in mask.fieldPaths { result[path] = fields[path] }
        return result
    }
}
