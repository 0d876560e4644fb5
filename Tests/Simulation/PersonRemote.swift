package import FirestoreWire
package import TodoDomain
package import TodoSync

/// A person's own space on a ``SharedCloud``, and the way to the shared ones.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
package final class PersonRemote: RemoteStore, SharedRemote, @unchecked Sendable {
    private let cloud: SharedCloud
    package let person: String
    private var own: ModelServer { cloud.own(of: person) }

    init(_ cloud: SharedCloud, _ person: String) {
        self.cloud = cloud
        self.person = person
    }

    package var clockOffset: Int64? { 0 }
    package var shared: (any SharedRemote)? { self }

    package func head() async throws -> RemoteHead? {
        try await cloud.ask("head own")
        return own.head()
    }

    package func page(
        of kind: RecordKind, after position: SyncState.Position, limit: Int
    ) async throws -> [RemoteDocument] {
        try await cloud.ask("page own")
        return own.page(of: kind, after: position, limit: limit)
    }

    package func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await cloud.ask("page own")
        return own.page(of: kind, afterID: id, limit: limit)
    }

    package func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] {
        try await cloud.ask("documents own")
        return own.documents(keys)
    }

    package func commit(_ commit: RemoteCommit) async throws -> Timestamp {
        try await cloud.ask("commit own")
        return try own.commit(commit)
    }

    package func heads(of spaces: [String]) async throws -> SpaceHeads {
        try await cloud.ask("heads:\(1 + spaces.count)")
        var heads = SpaceHeads(own: own.head(), shared: [:])
        // One name that is denied denies all.
        do {
            for name in spaces { heads.shared[name] = try SharedSpaceStore(cloud, name, person).readableHead() }
        } catch  where cloud.isUnforgiving {
            throw RemoteFailure(.refused, status: "FAILED_PRECONDITION", message: "No.")
        }
        return heads
    }

    package func space(_ name: String) -> any RemoteStore { SharedSpaceStore(cloud, name, person) }

    package func member(_ person: String, of space: String) async throws -> Fields? {
        try await cloud.ask("member \(space)")
        return cloud.spaces[space].flatMap {
            $0.people[person] ?? $0.contents.documents[RecordKey(.membership, person)]
        }
    }
}

// The people of a simulated world get their roles from the script; see `SharedStep`.
extension PersonRemote {
    package func link(_ hash: String, of space: String) async throws -> SpaceLink? { throw SharedCloud.denied }

    package func links(of space: String) async throws -> [SpaceLink] { throw SharedCloud.denied }

    package func join(_ space: String, with link: SpaceLink, secret: String) async throws { throw SharedCloud.denied }

    package func commit(
        _ commit: RemoteCommit?, opening opened: [SpaceLink], closing closed: [String], in space: String
    ) async throws {
        throw SharedCloud.denied
    }
}

/// A shared space on a ``SharedCloud``, as one of its members sees it.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
package final class SharedSpaceStore: RemoteStore, @unchecked Sendable {
    private let cloud: SharedCloud
    private let name: String
    private let person: String

    package init(_ cloud: SharedCloud, _ name: String, _ person: String) {
        self.cloud = cloud
        self.name = name
        self.person = person
    }

    package var clockOffset: Int64? { 0 }

    /// The contents for a member. Anybody else is denied them.
    private var contents: RemoteSpace {
        get throws {
            guard let space = cloud.spaces[name], space.sharing?.members[person] != nil else {
                throw SharedCloud.denied
            }
            return space.contents
        }
    }

    private func read(_ document: RemoteDocument) -> RemoteDocument { cloud.misread?(document) ?? document }

    func readableHead() throws -> RemoteHead? { try contents.headDocument.flatMap(RemoteHead.init) }

    package func head() async throws -> RemoteHead? {
        try await cloud.ask("head \(name)")
        return try readableHead()
    }

    package func page(
        of kind: RecordKind, after position: SyncState.Position, limit: Int
    ) async throws -> [RemoteDocument] {
        try await cloud.ask("page \(name)")
        guard SharedRules.kinds.contains(kind) || kind == .membership else { throw SharedCloud.denied }
        return try contents.page(of: kind, after: position, limit: limit).map(read)
    }

    package func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await cloud.ask("page \(name)")
        guard SharedRules.kinds.contains(kind) else { throw SharedCloud.denied }
        return try contents.page(of: kind, afterID: id, limit: limit)
    }

    package func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] {
        try await cloud.ask("documents \(name)")
        return try contents.documents(keys).map(read)
    }

    package func commit(_ commit: RemoteCommit) async throws -> Timestamp {
        try await cloud.ask("commit \(name)")
        return try cloud.commit(commit, to: name, by: person)
    }
}
