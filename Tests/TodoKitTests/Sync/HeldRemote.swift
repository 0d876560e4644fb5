import FirestoreWire
import TodoDomain
import TodoKit
import TodoSync

/// A remote that can be told to refuse every request.
actor HeldRemote: RemoteStore {
    private(set) var times: [ContinuousClock.Instant] = []
    var asked: Int { times.count }
    private(set) var cancelled = 0
    private var answers = 0

    nonisolated var clockOffset: Int64? { 0 }

    /// Lets one request be answered.
    func answer() { answers += 1 }

    /// Lets all requests be answered.
    func answerAll() { answers = .max }

    private func refuse() async throws -> Never {
        times.append(.now)
        let number = asked - cancelled
        while answers < number {
            do {
                try await Task.sleep(for: .milliseconds(2))
            } catch {
                cancelled += 1
                throw RemoteFailure(.cancelled, status: "CANCELLED", message: "Cancelled.")
            }
        }
        throw RemoteFailure(.refused, status: "INVALID_ARGUMENT", message: "Refused.")
    }

    func head() async throws -> RemoteHead? { try await refuse() }
    func page(
        of kind: RecordKind, after position: SyncState.Position, limit: Int
    ) async throws -> [RemoteDocument] { try await refuse() }
    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await refuse()
    }
    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] { try await refuse() }
    func commit(_ commit: RemoteCommit) async throws -> Timestamp { try await refuse() }
}
