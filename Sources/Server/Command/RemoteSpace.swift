import FirestoreWire
import TodoNetwork
import TodoServer

/// A space on a server that speaks Firestore's REST API, seen by an administrator.
struct RemoteSpace: SpaceHost {
    let root: ResourceName
    private let service: FirestoreService

    /// How often a commit is made whose outcome is unknown.
    private static let attempts = 5

    init(_ service: FirestoreService, _ space: SpacePlace) throws(InvalidName) {
        self.service = service
        root = try ResourceName(database: service.database.name, segments: space.segments)
    }

    func document(_ name: ResourceName) async throws -> Document? {
        do {
            return try await service.get(name)
        } catch let error as FirestoreError where error.status == .notFound {
            return nil
        }
    }

    func collections() async throws -> [String] { try await service.collectionIDs(of: root) }

    func forEach(_ query: StructuredQuery, _ body: (Document) throws -> Void) async throws {
        for try await element in service.stream(query, under: root) {
            if let document = element.document { try body(document) }
        }
    }

    func commit(_ writes: [Write]) async throws {
        // Without preconditions, making them twice is the same as making them once.
        let isRepeatable = writes.allSatisfy { $0.currentDocument == nil }
        for attempt in 1... {
            do {
                _ = try await service.commit(writes)
                return
            } catch  where isRepeatable && leavesOutcomeUnknown(error) && attempt < Self.attempts {
                try await Task.sleep(for: .seconds(1 << attempt))
            }
        }
    }

    func leavesOutcomeUnknown(_ error: any Error) -> Bool {
        if case .outcomeUnknown? = error as? FirestoreError { true } else { false }
    }

    func isPassing(_ error: any Error) -> Bool { (error as? FirestoreError)?.errorClass() == .transient }

    /// The server knows by itself.
    func announce() async throws {}
}
