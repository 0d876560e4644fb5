import Basics

/// Lets each session have one slow page at a time; its other slow pages wait. A person who drags the slider of time asks for many
/// of them, and other people must get theirs meanwhile.
final class LongPages: Sendable {
    private struct Place {
        let turns = Turns(1)
        /// How many requests have or await their turn.
        var count = 0
    }

    private let places = Locked<[String: Place]>([:])

    /// Runs `body` once no other long page of the same session is being made.
    /// - Throws: `CancellationError` if the request ends before, and what `body` throws.
    func withTurn<Result: Sendable>(
        of session: Session, _ body: () async throws -> Result
    ) async throws -> Result {
        let turns = places.withLock { places in
            places[session.hash, default: Place()].count += 1
            return places[session.hash, default: Place()].turns
        }
        defer {
            places.withLock { places in
                places[session.hash]?.count -= 1
                if places[session.hash]?.count == 0 { places[session.hash] = nil }
            }
        }
        return try await turns.withTurn(body)
    }
}
