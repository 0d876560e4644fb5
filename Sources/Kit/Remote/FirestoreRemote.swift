import Basics
import FirestoreWire
import TodoDomain
import TodoLocal
import TodoNetwork
import TodoSync

/// A space on a server that speaks Firestore's REST API: everything below `users/{space}`, or below `spaces/{name}` for a
/// shared one.
struct FirestoreRemote: RemoteStore {
    private(set) var service: FirestoreService
    private var root: ResourceName
    /// The id of the user whose own space it is, or who is a member of the shared space.
    let person: String

    /// - Parameter space: the id of the user whose records they are.
    /// - Throws: `usage` for a space that cannot be the id of a document.
    init(_ service: FirestoreService, space: String) throws {
        self.service = service
        person = space
        do {
            root = try service.database.resource("users", space)
        } catch {
            throw TodoError(.usage, "The user of the remote cannot be a document's name.", underlying: error)
        }
    }

    var clockOffset: Int64? {
        service.serverClock.trustedOffset.flatMap { Int64(exactly: ($0 * 1000).rounded()) }
    }

    /// The remote with the limits for a waiting person.
    /// - Parameter silence: how long it may be silent before it counts as unreachable. Nothing is retried after that.
    func waiting(for silence: Duration) -> FirestoreRemote {
        var copy = self
        copy.service.options.idleTimeout = silence
        copy.service.options.connectTimeout = min(silence, copy.service.options.connectTimeout)
        copy.service.retry.totalTime = silence
        return copy
    }

    /// The remote with a limit on retries: it begins no further attempt after this time. So the caller gets the last
    /// failure, and not only a time-out.
    func retrying(within time: Duration) -> FirestoreRemote {
        var copy = self
        copy.service.retry.totalTime = min(time, copy.service.retry.totalTime)
        return copy
    }

    /// The remote without retries, for a waiting person.
    var askingOnce: FirestoreRemote {
        var copy = waiting(for: .seconds(10))
        copy.service.retry = .never
        return copy
    }

    func head() async throws -> RemoteHead? {
        try await asking {
            do {
                let document = try await service.get(try root.appending("sync", "head"))
                guard let head = RemoteHead(document) else { throw SyncError.foreignSpace }
                return head
            } catch let error as FirestoreError where error.status == .notFound {
                return nil
            }
        }
    }

    /// The reason why the server cannot store anything; nil if it can, or if the server does not say.
    func trouble() async throws -> String? { try await asking { try await service.trouble() } }

    func page(
        of kind: RecordKind, after position: SyncState.Position, limit: Int
    ) async throws -> [RemoteDocument] {
        try await asking {
            var query = StructuredQuery(from: [CollectionSelector(kind.collection)])
            query.orderBy = [Order(Self.sequence, .ascending), Order(.documentID, .ascending)]
            query.limit = Int32(limit)
            if let id = position.id {
                let name = try root.appending(kind.collection, id)
                query.startAt = QueryCursor(
                    [.integer(position.sequence), .reference(name.text)], before: false)
            } else {
                query.filter = .field(Self.sequence, .greaterThan, .integer(position.sequence))
            }
            return try await documents(of: kind, query)
        }
    }

    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await asking {
            var query = StructuredQuery(from: [CollectionSelector(kind.collection)])
            query.orderBy = [Order(.documentID, .ascending)]
            query.limit = Int32(limit)
            if let id {
                query.startAt = QueryCursor(
                    [.reference(try root.appending(kind.collection, id).text)], before: false)
            }
            return try await documents(of: kind, query)
        }
    }

    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] {
        try await asking {
            // Documents that were set aside because of their names cannot be asked for.
            let names = keys.compactMap { key in (try? name(of: key)).map { (name: $0, key: key) } }
            guard !names.isEmpty else { return [] }
            let known = Dictionary(names.map { ($0.name.text, $0.key) }, uniquingKeysWith: { first, _ in first })
            let result = try await service.batchGet(names.map(\.name))
            return result.found.compactMap { document in
                known[document.name].map { RemoteDocument($0, document.fields) }
            }
        }
    }

    func commit(_ commit: RemoteCommit) async throws -> Timestamp {
        try await asking(isCommit: true) {
            let response = try await service.commit(try writes(of: commit))
            guard let time = response.writeResults.first?.updateTime else {
                throw RemoteFailure(
                    .outcomeUnknown, status: "NO_UPDATE_TIME", message: "The server's reply cannot be used.")
            }
            return time
        }
    }

    private func writes(of commit: RemoteCommit) throws -> [Write] {
        let head = Document(name: try root.appending("sync", "head").text, fields: commit.headFields)
        return [
            Write(
                .update(head, mask: commit.headMask),
                currentDocument: commit.headTime.map(Precondition.updateTime) ?? .exists(false))
        ] + (try commit.changes.map(write))
    }

    private func write(_ change: RemoteCommit.Change) throws -> Write {
        let name = try name(of: change.key).text
        switch change.operation {
        case .create(let fields):
            return Write(.update(Document(name: name, fields: fields)), currentDocument: .exists(false))
        case .replace(let fields):
            return Write(.update(Document(name: name, fields: fields)), currentDocument: .exists(true))
        case .update(let fields, let mask):
            return Write(.update(Document(name: name, fields: fields), mask: mask), currentDocument: .exists(true))
        case .delete: return Write(.delete(name))
        }
    }

    private func documents(of kind: RecordKind, _ query: StructuredQuery) async throws -> [RemoteDocument] {
        let documents = try await service.runQuery(query, under: root).documents
        let collection = try root.appending(kind.collection)
        return documents.map { RemoteDocument($0, of: kind, in: collection) }
    }

    private func name(of key: RecordKey) throws -> ResourceName { try root.appending(key.kind.collection, key.id) }

    private static let sequence: FieldPath = {
        // A simple name is always a valid path.
        guard let path = try? FieldPath(["seq"]) else { preconditionFailure("seq is a field path") }
        return path
    }()

    // MARK: Shared spaces

    var shared: (any SharedRemote)? { self }

    /// The place of the documents of a shared space.
    fileprivate func root(of space: String) throws -> ResourceName { try service.database.resource("spaces", space) }

    /// Converts errors to their meaning for a sync.
    private func asking<T>(isCommit: Bool = false, _ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as FirestoreError {
            throw RemoteFailure(error, ofCommit: isCommit)
        } catch let error as InvalidName {
            throw RemoteFailure(error)
        }
    }
}

extension FirestoreRemote: SharedRemote {
    func heads(of spaces: [String]) async throws -> SpaceHeads {
        try await asking {
            let own = try root.appending("sync", "head")
            // A name that cannot be that of a document is asked alone, and then refused.
            let names = spaces.compactMap { space in
                (try? root(of: space).appending("sync", "head")).map { (head: $0, space: space) }
            }
            let found = try await service.batchGet([own] + names.map(\.head)).found
            let documents = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            var heads = SpaceHeads(own: nil, shared: [:])
            if let document = documents[own.text] {
                guard let head = RemoteHead(document) else { throw SyncError.foreignSpace }
                heads.own = head
            }
            for name in names { heads.shared[name.space] = documents[name.head.text].flatMap(RemoteHead.init) }
            return heads
        }
    }

    func space(_ name: String) throws -> any RemoteStore {
        var copy = self
        do {
            copy.root = try root(of: name)
        } catch let error as InvalidName {
            throw RemoteFailure(error)
        }
        return copy
    }

    func member(_ person: String, of space: String) async throws -> Fields? {
        try await asking {
            do {
                return try await service.get(root(of: space).appending("members", person)).fields
            } catch let error as FirestoreError where error.status == .notFound {
                return nil
            }
        }
    }
}

// Members and links.
extension FirestoreRemote {
    func link(_ hash: String, of space: String) async throws -> SpaceLink? {
        try await asking {
            do {
                return SpaceLink(hash: hash, try await service.get(root(of: space).appending("invites", hash)).fields)
            } catch let error as FirestoreError where error.status == .notFound {
                return nil
            }
        }
    }

    func links(of space: String) async throws -> [SpaceLink] {
        try await asking {
            let query = StructuredQuery(from: [CollectionSelector("invites")])
            return try await service.runQuery(query, under: root(of: space)).documents.compactMap { document in
                (try? ResourceName(parsing: document.name))?.id.flatMap { SpaceLink(hash: $0, document.fields) }
            }
        }
    }

    func join(_ space: String, with link: SpaceLink, secret: String) async throws {
        try await asking(isCommit: true) {
            let root = try root(of: space)
            let head = Document(
                name: try root.appending("sync", "head").text,
                fields: ["members": .map([person: .string(link.role.rawValue)])])
            let invitation = try root.appending("invites", link.hash).text
            let isLast = link.left == 1
            _ = try await service.commit([
                Write(
                    .update(head, mask: DocumentMask([try FieldPath(["members", person])])),
                    updateTransforms: [FieldTransform(Self.sequence, .increment(.integer(1)))],
                    currentDocument: .exists(true)),
                Write(
                    .update(
                        Document(name: try root.appending("joins", person).text, fields: ["secret": .string(secret)]))),
                isLast
                    ? Write(.delete(invitation))
                    : Write(
                        .update(
                            Document(name: invitation, fields: ["left": .integer(Int64(link.left - 1))]),
                            mask: DocumentMask([try FieldPath(["left"])])), currentDocument: .exists(true)),
            ])
        }
    }

    func commit(
        _ commit: RemoteCommit?, opening opened: [SpaceLink], closing closed: [String], in space: String
    ) async throws {
        try await asking(isCommit: true) {
            var copy = self
            copy.root = try root(of: space)
            func name(_ hash: String) throws -> String { try copy.root.appending("invites", hash).text }
            var writes = try commit.map(copy.writes) ?? []
            writes += try closed.map { Write(.delete(try name($0))) }
            writes += try opened.map { link in
                Write(
                    .update(Document(name: try name(link.hash), fields: link.fields)), currentDocument: .exists(false))
            }
            if !writes.isEmpty { _ = try await service.commit(writes) }
        }
    }
}

extension RemoteFailure {
    /// The meaning of a name that no document can have.
    fileprivate init(_ error: InvalidName) {
        self.init(
            .refused, status: "INVALID_NAME", message: "A record's id cannot be a document's name.", underlying: error)
    }

    /// The meaning of a client error for a sync.
    init(_ error: FirestoreError, ofCommit isCommit: Bool) {
        let status = error.reason ?? error.status?.name ?? error.code.uppercased()
        let kind: Kind =
            switch error {
            case .outcomeUnknown: .outcomeUnknown
            case .cancelled: .cancelled
            case _ where error.mayBeLostRace: .denied
            case _ where isCommit && error.isUsedUpQuota: .overQuota
            // A write to a document that no longer exists.
            case _ where isCommit && error.status == .notFound: .lostRace
            default:
                switch error.errorClass() {
                case .permanent: .refused
                case .transient: .transient
                case .lostRace: .lostRace
                case .auth: .unauthenticated
                }
            }
        self.init(
            kind, status: status, message: error.description, retryAfter: error.retryDelay, isTimeout: error.isTimeout,
            underlying: error)
    }
}

extension ReplicationDAO: SyncStore {}
extension ReplicationDAO: RecordSource {}
