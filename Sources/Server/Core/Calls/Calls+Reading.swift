import FirestoreWire
import JSON

extension Calls {
    func get(_ name: ResourceName, _ parameters: DocumentParameters, _ caller: Caller) async throws -> Answer {
        try caller.require(.get([name]))
        let mask = try parameters.mask?.paths()
        if parameters.consistency == nil {
            switch try store.smallDocument(name, mask: mask) {
            case .found(let message): return try answer(message, to: caller)
            case .missing: throw Self.notFound(name)
            case .tooLarge: break
            }
        }
        let found: Answer? = try await readInTurn(parameters.consistency, caller) { snapshot, _ in
            let found = try snapshot.document(name) { document in
                (try answer(document.json(mask: mask), to: caller), document.updateTime)
            }
            return (found?.0, [.document(name, updateTime: found?.1)])
        }
        guard let found else { throw Self.notFound(name) }
        return found
    }

    private static func notFound(_ name: ResourceName) -> Status {
        Status(.notFound, "Document (\(name.text)) not found.")
    }

    func batchGet(
        _ request: BatchGetDocumentsRequest, in database: DatabaseName, _ caller: Caller
    ) async throws -> Answer {
        var names: [ResourceName] = []
        var known: Set<[UInt8]> = []
        for text in request.documents where known.insert(Array(text.utf8)).inserted {
            names.append(try Status.document(text, in: database))
        }
        try caller.require(.get(names))
        let (wanted, mask) = (names, try request.mask?.paths())
        let (spool, deadline) = (spool(for: caller), Deadline(after: timeLimit))
        try await readInTurn(request.consistency, caller) { snapshot, begun in
            var writer = JSONWriter(reservingCapacity: 4096)
            var reads: [TransactionRead] = []
            writer.beginArray()
            if !begun.isEmpty { BatchGetDocumentsResponse(transaction: begun).write(to: &writer) }
            for name in wanted {
                try deadline.check()
                writer.beginObject()
                let updateTime = try snapshot.document(name) { document in
                    writer.key("found")
                    try document.write(to: &writer, mask: mask)
                    return document.updateTime
                }
                if updateTime == nil {
                    writer.key("missing")
                    writer.string(name.text)
                }
                writer.key("readTime")
                snapshot.readTime.write(to: &writer)
                writer.endObject()
                reads.append(.document(name, updateTime: updateTime))
                try spool.drain(&writer)
            }
            writer.endArray()
            try spool.append(writer.take())
            return ((), reads)
        }
        return .spool(spool)
    }
}
