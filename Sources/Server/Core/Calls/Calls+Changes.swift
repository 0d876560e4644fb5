import FirestoreWire
import JSON

/// What a client of the change feed hears about a space.
enum SpaceNews: Equatable {
    /// The head's sequence, which is beyond the one that the client knows.
    case moved(Int64)
    /// The caller may not read the head, or may not any longer.
    case gone
}

extension Calls {
    /// Waits until a head moves beyond the sequence that the client knows.
    /// - Returns: The news by position among the watched heads; none if no head moved.
    /// - Throws: PERMISSION_DENIED if a request for one space may not read its head.
    func changes(
        of request: FeedRequest, atMost time: Duration, _ caller: Caller
    ) async throws -> [Int: SpaceNews] {
        var news: [Int: SpaceNews] = [:]
        for (position, watch) in request.watches.enumerated() {
            do {
                try caller.require(.get([watch.head]))
            } catch let status as Status where status.code == .permissionDenied && !request.isForOne {
                news[position] = .gone
            }
        }
        // A space that is gone is answered at once, with what else is known already.
        guard news.isEmpty else {
            for (position, watch) in request.watches.enumerated() where news[position] == nil {
                if let sequence = try sequence(of: watch.head), sequence > watch.sequence {
                    news[position] = .moved(sequence)
                }
            }
            return news
        }
        let moves = try await store.feed.wait(
            for: request.watches, of: caller.principal.id, atMost: time, current: sequence(of:))
        for (position, sequence) in moves {
            // The commit may have taken the caller out of the members.
            let isReadable = (try? caller.require(.get([request.watches[position].head]))) != nil
            news[position] = isReadable ? .moved(sequence) : .gone
        }
        return news
    }

    /// The column `seq` contains the field if it is an integer, however large the document is.
    private func sequence(of head: ResourceName) throws -> Int64? {
        try store.quickly { try StoredDocument.sequence(of: head, $0) }
    }
}
