import Basics
import FirestoreWire
import HTTPTypes
import JSON

extension FirestoreService {
    /// The path of the server's change feed; nil until a reply has announced one. Google's servers never do.
    package var changeFeed: String? { feed.withLock { $0 } }

    /// Waits until the head of a space has moved beyond a sequence. The server answers when it has, or after a minute
    /// at most.
    /// - Parameters:
    ///   - space: The id after `users/`.
    ///   - sequence: The last known sequence.
    /// - Returns: The head's sequence; nil if it has not moved yet: ask again. Nil immediately if the server has no
    ///   feed: check ``changeFeed`` first, and poll instead.
    /// - Throws: `FirestoreError`; the request is not repeated.
    package func waitForChange(space: String, after sequence: Int64) async throws -> Int64? {
        guard let path = changeFeed else { return nil }
        var waiting = self
        // The server is silent as long as nothing moves.
        waiting.options.idleTimeout = max(options.idleTimeout, .seconds(90))
        waiting.options.totalTimeout = .seconds(120)
        waiting.retry = .never
        do {
            return try await waiting.perform(.changes(at: path, space: space, after: sequence)) { body in
                let bytes = try await body.collect(upTo: 1 << 10)
                guard !bytes.isEmpty else { return nil }
                // `{"sequence":"42"}`
                guard let text = (try? JSONValue(parsing: bytes))?["sequence"]?.string, let moved = Int64(text) else {
                    throw WireError.malformed(JSONError("expected a sequence", at: 0))
                }
                return moved
            }
        } catch FirestoreError.status(let status) where status.code == .notFound {
            // The server that announced the feed has been replaced by another.
            feed.withLock { $0 = nil }
            return nil
        }
    }

    /// Notes the change feed that a reply announces.
    func learnChangeFeed(from response: HTTPResponse) {
        guard let path = response.headerFields[.changeFeed], Self.isPath(path) else { return }
        feed.withLock { $0 = path }
    }

    /// Whether `text` is an absolute path on the same server.
    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//") && text.utf8.count <= 2048
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    }
}

extension HTTPField.Name {
    fileprivate static let changeFeed = HTTPField.Name("Todo-Change-Feed").unsafelyUnwrapped  // a valid name
}
