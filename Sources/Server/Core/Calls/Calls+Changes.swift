import FirestoreWire
import JSON

extension Calls {
    /// Waits until the head of a space moves beyond a sequence.
    /// - Returns: The head's sequence; nil where it did not move.
    func changes(
        of space: String, after sequence: Int64, in database: DatabaseName, atMost time: Duration, _ caller: Caller
    ) async throws -> Int64? {
        let head = try Status.naming { () throws(InvalidName) in
            try ResourceName(database: database, segments: ["users", space, "sync", "head"])
        }
        try caller.require(.get([head]))
        return try await store.feed.wait(for: head, after: sequence, atMost: time) {
            try await store.read { snapshot in
                let fields = try snapshot.document(head) { try $0.fields() }
                guard case .integer(let sequence)? = fields?["seq"] else { return nil }
                return sequence
            }
        }
    }
}
