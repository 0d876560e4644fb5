import FirestoreWire
import TodoDomain
import TodoSync

/// A device wrote to a space that belongs to a newer version.
struct WroteToNewerSpace: Error {}

/// What lies between a device and the server during one sync.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class Connection: RemoteStore, @unchecked Sendable {
    private let world: World
    private let hardware: Hardware
    private let faults: [Int: RequestFault]
    /// The number of requests sent.
    private(set) var requests = 0
    private(set) var clockOffset: Int64?

    init(_ world: World, _ hardware: Hardware, _ faults: [Fault] = []) {
        self.world = world
        self.hardware = hardware
        self.faults = Dictionary(
            faults.compactMap { if case .request(let number, let fault) = $0 { (number, fault) } else { nil } },
            uniquingKeysWith: { first, _ in first })
    }

    func head() async throws -> RemoteHead? { try await ask { $0.head() } }

    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) async throws -> [RemoteDocument] {
        let page = try await ask { $0.page(of: kind, after: position, limit: limit) }
        return world.sabotage == .believedLies ? page.map(Sabotage.withoutBound) : page
    }

    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await ask { $0.page(of: kind, afterID: id, limit: limit) }
    }

    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] { try await ask { $0.documents(keys) } }

    func commit(_ commit: RemoteCommit) async throws -> Timestamp {
        try await ask(sending: commit) { try $0.commit(commit) }
    }

    private func ask<T>(sending commit: RemoteCommit? = nil, _ body: (ModelServer) throws -> T) async throws -> T {
        defer { requests += 1 }
        let unknown = RemoteFailure(
            commit == nil ? .transient : .outcomeUnknown, status: "UNAVAILABLE", message: "No answer came.")
        switch faults[requests] {
        case nil: break
        case .unavailable:
            throw RemoteFailure(
                .transient, status: "UNAVAILABLE", message: "The server is busy.", retryAfter: .seconds(30))
        case .unauthenticated:
            throw RemoteFailure(.unauthenticated, status: "UNAUTHENTICATED", message: "Sign in again.")
        case .killed(afterwards: false): throw Killed()
        case .lostAnswer:
            _ = try body(world.server)
            throw unknown
        case .killed(afterwards: true):
            _ = try body(world.server)
            throw Killed()
        case .late:
            if let commit { world.late.append(commit) }
            throw unknown
        case .duplicated: if let commit { world.late.append(commit) }
        case .meanwhile(let step): try await world.run(step)
        }
        let isForeign = world.server.head().map { $0.schema > RemoteHead.schema } ?? false
        let answer = Result { try body(world.server) }
        if isForeign, commit != nil, case .success = answer { throw WroteToNewerSpace() }
        clockOffset = world.server.clock - hardware.now
        return try answer.get()
    }
}
