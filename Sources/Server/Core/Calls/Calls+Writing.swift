import FirestoreWire
import JSON

extension Calls {
    func commit(_ request: CommitRequest, in database: DatabaseName, _ caller: Caller) async throws -> Answer {
        let names = try request.writes.map { try Status.document($0.documentName, in: database) }
        let isVerified = request.writes.map(\.isVerify)
        try caller.require(.write(zip(names, isVerified).filter { !$1 }.map(\.0)))
        // Verifying counts as reading in the security rules.
        try caller.require(.get(zip(names, isVerified).filter { $1 }.map(\.0)))
        let writes = try zip(request.writes, names).map { try ValidWrite($0, of: $1) }
        // Checked before the transaction is closed, so that a request that can never succeed leaves it open.
        var commit = try Commit(writes, judge: caller.judge)
        if !request.transaction.isEmpty {
            let seen = try transactions.record([], in: request.transaction, owner: caller.principal.id)
            guard seen.snapshot == nil || writes.isEmpty else {
                throw Status(.invalidArgument, "Cannot modify entities in a read-only transaction.")
            }
            commit.reads = try transactions.end(request.transaction, owner: caller.principal.id).reads
        }
        guard !writes.isEmpty else { return Answer(CommitResponse()) }
        return Answer(try await perform(commit, caller).response)
    }

    func batchWrite(_ request: BatchWriteRequest, in database: DatabaseName, _ caller: Caller) async throws -> Answer {
        let names = try request.writes.map { try Status.document($0.documentName, in: database) }
        try caller.require(.batchWrite(names))
        guard Set(names.map { Array($0.text.utf8) }).count == names.count else {
            throw Status(
                .invalidArgument, "the same document cannot be written more than once in a single request")
        }
        let commits = try zip(request.writes, names).map { write, name in
            try Commit([ValidWrite(write, of: name)], judge: caller.judge)
        }
        let outcomes = await store.queue.perform(commits, of: caller.principal.id)
        var response = BatchWriteResponse()
        for outcome in outcomes {
            switch outcome {
            case .success(let outcome):
                response.writeResults += outcome.response.writeResults
                response.status.append(Status(.ok))
            case .failure(let status):
                response.writeResults.append(WriteResult())
                response.status.append(status)
            }
        }
        return Answer(response)
    }

    func create(
        _ document: Document, in collection: ResourceName, _ parameters: DocumentParameters, _ caller: Caller
    ) async throws -> Answer {
        guard document.name.isEmpty else {
            throw Status(.invalidArgument, "A document to be created is named by its URL alone.")
        }
        let id = parameters.documentID.isEmpty ? Self.newID() : parameters.documentID
        let name = try Status.naming { () throws(InvalidName) in try collection.appending(id) }
        return try await write(
            Write(.update(Document(name: name.text, fields: document.fields)), currentDocument: .exists(false)),
            of: name, returning: parameters.mask, caller)
    }

    func patch(
        _ name: ResourceName, _ document: Document, _ parameters: DocumentParameters, _ caller: Caller
    ) async throws -> Answer {
        guard document.name.isEmpty || document.name.utf8.elementsEqual(name.text.utf8) else {
            throw Status(.invalidArgument, "The body and the URL name different documents.")
        }
        return try await write(
            Write(
                .update(Document(name: name.text, fields: document.fields), mask: parameters.updateMask),
                currentDocument: parameters.currentDocument),
            of: name, returning: parameters.mask, caller)
    }

    func delete(_ name: ResourceName, _ parameters: DocumentParameters, _ caller: Caller) async throws -> Answer {
        try caller.require(.write([name]))
        let write = Write(.delete(name.text), currentDocument: parameters.currentDocument)
        _ = try await perform(Commit([ValidWrite(write, of: name)], judge: caller.judge), caller)
        return Answer(Empty())
    }

    private func write(
        _ write: Write, of name: ResourceName, returning mask: DocumentMask?, _ caller: Caller
    ) async throws -> Answer {
        try caller.require(.write([name]))
        let mask = try mask?.paths()
        let outcome = try await perform(Commit([ValidWrite(write, of: name)], judge: caller.judge), caller)
        guard let document = outcome.document else { throw Status(.dataLoss, "The document that was written is gone.") }
        // A request of a few bytes may be answered with a document of megabytes.
        return try await LargeWork.run(of: caller.principal.id, shares.processor) {
            var document = document
            if let mask { document.fields = mask.masked(document.fields) }
            return try answer(document.json, to: caller)
        }
    }

    private func perform(_ commit: Commit, _ caller: Caller) async throws -> Commit.Outcome {
        var commit = commit
        // On a thread for large bodies. On the queue's thread, all other commits would wait.
        if LargeWork.isCurrent { try prepare(&commit) }
        return try await store.queue.perform([commit], of: caller.principal.id)[0].get()
    }

    private func prepare(_ commit: inout Commit) throws {
        try store.readHere { snapshot in
            let now = store.clock.machineTime ?? snapshot.readTime.microseconds
            try commit.prepare(snapshot, judgedAt: now, after: store.queue.changes)
        }
    }

    /// A random id of 20 letters and digits, in the form of Google's clients.
    private static func newID() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        return String(decoding: (0..<20).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] }, as: UTF8.self)
    }
}

extension Write {
    fileprivate var isVerify: Bool {
        if case .verify = operation { true } else { false }
    }
}
