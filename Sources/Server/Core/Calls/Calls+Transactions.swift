import FirestoreWire

extension Calls {
    func beginTransaction(
        _ request: BeginTransactionRequest, in database: DatabaseName, _ caller: Caller
    ) async throws -> Answer {
        try caller.require(.transaction(database))
        let id = try await begin(request.options ?? .readWrite(), owner: caller.principal.id)
        return Answer(BeginTransactionResponse(transaction: id))
    }

    func rollback(_ request: RollbackRequest, in database: DatabaseName, _ caller: Caller) throws -> Answer {
        try caller.require(.transaction(database))
        try transactions.rollback(request.transaction, owner: caller.principal.id)
        return Answer(Empty())
    }
}
