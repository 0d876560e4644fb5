import FirestoreWire
import GzipCoding
import Hummingbird
import JSON
import NIOCore

/// Responds to requests of the Firestore REST v1 API.
struct FirestoreResponder: Sendable {
    let calls: Calls
    private let bodies: BodyBudget
    private let largeBodies: Turnstile

    /// Bodies up to this size are read on the event loop; larger ones on separate threads, one at a time for each user.
    private static let smallBody = 64 << 10

    init(_ calls: Calls) {
        self.calls = calls
        bodies = BodyBudget(calls.shares.bodies)
        largeBodies = calls.shares.largeBodies
    }

    /// The answer to `request`, whose route is known. It is in gzip if the client accepts that and it is worth it.
    func answer(_ request: Request, _ route: Route, _ caller: Caller) async throws -> Answer {
        let answer = try await plainAnswer(request, route, caller)
        guard answer.count > Answer.worthCompressing, Gzip.isAccepted(by: request.headers[.acceptEncoding]) else {
            return answer
        }
        return await compressed(answer, caller)
    }

    /// Compresses `answer`. Returns it uncompressed if gzip is not shorter or finds no turn and room. A long answer is
    /// compressed on a separate thread and in its own turn, like the read that made it.
    private func compressed(_ answer: Answer, _ caller: Caller) async -> Answer {
        guard answer.count > Answer.messageSize else { return answer.compressed() ?? answer }
        let (user, shares) = (caller.principal.id, calls.shares)
        let compressed = try? await shares.queries.withTurn(of: user) {
            try await serving(caller) {
                await LargeWork.run(of: user, shares.processor) { answer.compressed() ?? answer }
            }
        }
        return compressed ?? answer
    }

    private func plainAnswer(_ request: Request, _ route: Route, _ caller: Caller) async throws -> Answer {
        let uri = request.uri.string
        switch route {
        case .get(let name):
            let parameters = try DocumentParameters(of: .get, queryItems: QueryItems(uri))
            return try await serving(caller) { try await calls.get(name, parameters, caller) }
        case .list(let name):
            let list = try ListDocumentsRequest(queryItems: QueryItems(uri))
            return try await serving(caller) { try await calls.list(name, list, caller) }
        case .delete(let name):
            let parameters = try DocumentParameters(of: .delete, queryItems: QueryItems(uri))
            return try await serving(caller) { try await calls.delete(name, parameters, caller) }
        case .create(let name):
            let parameters = try DocumentParameters(of: .create, queryItems: QueryItems(uri))
            return try await withBody(of: request, caller) { body in
                try await calls.create(try Document(body), in: name, parameters, caller)
            }
        case .patch(let name):
            let parameters = try DocumentParameters(of: .patch, queryItems: QueryItems(uri))
            return try await withBody(of: request, caller) { body in
                try await calls.patch(name, try Document(body), parameters, caller)
            }
        case .call(let method, let name):
            // Such a method has all of its arguments in the body.
            for (name, _) in try QueryItems(uri) { try SystemParameter.require(name) }
            return try await withBody(of: request, caller) { body in
                try await answer(method, name, body, caller)
            }
        }
    }

    /// Runs `body` while users who have taken more than their share pause. They do not pause while a request arrives,
    /// because that may last.
    private func serving(_ caller: Caller, _ body: () async throws -> Answer) async throws -> Answer {
        try await calls.shares.processor.serving(caller.principal.id, body)
    }

    /// Reads the body and calls `handle` with it.
    private func withBody(
        of request: Request, _ caller: Caller, _ handle: (ByteBuffer) async throws -> Answer
    ) async throws -> Answer {
        try await bodies.withBody(of: request, for: caller.principal.id) { body in
            guard body.size > Self.smallBody else {
                return try await serving(caller) { try await handle(try body.contents()) }
            }
            let user = caller.principal.id
            return try await largeBodies.withTurn(of: user) {
                try await serving(caller) {
                    try await LargeWork.run(of: user, calls.shares.processor) { try await handle(try body.contents()) }
                }
            }
        }
    }

    private func answer(
        _ method: Route.Method, _ name: ResourceName, _ body: ByteBuffer, _ caller: Caller
    ) async throws -> Answer {
        switch method {
        case .commit: try await calls.commit(try CommitRequest(body), in: name.database, caller)
        case .batchWrite: try await calls.batchWrite(try BatchWriteRequest(body), in: name.database, caller)
        case .batchGet: try await calls.batchGet(try BatchGetDocumentsRequest(body), in: name.database, caller)
        case .beginTransaction:
            try await calls.beginTransaction(try BeginTransactionRequest(body), in: name.database, caller)
        case .rollback: try calls.rollback(try RollbackRequest(body), in: name.database, caller)
        case .runQuery: try await calls.runQuery(try RunQueryRequest(body), under: name, caller)
        case .runAggregationQuery:
            try await calls.runAggregationQuery(try RunAggregationQueryRequest(body), under: name, caller)
        case .listCollectionIds:
            try await calls.listCollectionIDs(try ListCollectionIdsRequest(body), under: name, caller)
        }
    }
}

extension WireCodable {
    /// Decodes a request's body, regardless of its content type. Without a body it is an empty message.
    fileprivate init(_ body: ByteBuffer) throws {
        let empty = ByteBuffer(staticString: "{}")
        self = try (body.readableBytes == 0 ? empty : body).withUnsafeReadableBytes { bytes in
            try Self(request: bytes.bindMemory(to: UInt8.self))
        }
    }
}
