import FirestoreWire
import JSON

extension Calls {
    func get(_ name: ResourceName, _ parameters: DocumentParameters, _ caller: Caller) async throws -> Answer {
        try caller.require(.get([name]))
        let mask = parameters.mask?.fieldPaths
        var answer: [UInt8]?
        if let consistency = parameters.consistency {
            answer = try await read(consistency, caller) { snapshot, _ in
                let found = try snapshot.document(name) { (try $0.json(mask: mask), $0.updateTime) }
                return (found?.0, [.document(name, updateTime: found?.1)])
            }
        } else {
            answer = try store.message(of: name, mask: mask)
        }
        guard let answer else { throw Status(.notFound, "Document (\(name.text)) not found.") }
        return .message(answer)
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
        let (wanted, mask, spool) = (names, request.mask?.fieldPaths, spool())
        try await read(request.consistency, caller) { snapshot, begun in
            var writer = JSONWriter(reservingCapacity: 4096)
            var reads: [TransactionRead] = []
            writer.beginArray()
            if !begun.isEmpty { BatchGetDocumentsResponse(transaction: begun).write(to: &writer) }
            for name in wanted {
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
