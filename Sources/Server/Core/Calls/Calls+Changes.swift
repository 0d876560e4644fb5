import FirestoreWire
import JSON

extension Calls {
    /// Waits until the head of a space moves beyond a sequence.
    /// - Returns: The head's sequence; nil if it did not move.
    func changes(
        of space: String, after sequence: Int64, in database: DatabaseName, atMost time: Duration, _ caller: Caller
    ) async throws -> Int64? {
        let head = try Status.naming { () throws(InvalidName) in
            try ResourceName(database: database, segments: ["users", space, "sync", "head"])
        }
        try caller.require(.get([head]))
        return try await store.feed.wait(for: head, after: sequence, atMost: time) {
            // The column `seq` contains the field if it is an integer, however large the document is.
            try store.quickly { try StoredDocument.sequence(of: head, $0) }
        }
    }
}
