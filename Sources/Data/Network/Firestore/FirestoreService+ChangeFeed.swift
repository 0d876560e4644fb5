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
        try await wait {
            .changes(at: $0, space: space, after: sequence)
        } reading: { bytes in
            // `{"sequence":"42"}`
            guard let text = (try? JSONValue(parsing: bytes))?["sequence"]?.string, let moved = Int64(text) else {
                throw WireError.malformed(JSONError("expected a sequence", at: 0))
            }
            return moved
        }
    }

    /// Waits until one of several heads has moved beyond a sequence, or may no longer be read. The server answers when
    /// that is so, or after a minute at most.
    /// - Parameter spaces: The last known sequences, by the places of the spaces, such as `users/ann` and `spaces/SID`.
    /// - Returns: Whether one has; false if none has yet: ask again. False immediately if the server has no feed: check
    ///   ``changeFeed`` first, and poll instead.
    /// - Throws: `FirestoreError`; the request is not repeated.
    package func waitForChanges(of spaces: [String: Int64]) async throws -> Bool {
        try await wait {
            .changes(at: $0, of: spaces)
        } reading: { bytes in
            // `{"changed":{"spaces/SID":"8"}}`, with "gone" in place of a number
            let changed = (try? JSONValue(parsing: bytes))?["changed"]?.members ?? [:]
            let isValid = changed.values.allSatisfy { $0.string.map { $0 == "gone" || Int64($0) != nil } ?? false }
            guard isValid, !changed.isEmpty else {
                throw WireError.malformed(JSONError("expected what has changed", at: 0))
            }
            return true
        } ?? false
    }

    /// Waits at the feed.
    /// - Parameters:
    ///   - call: The request to the path of the feed.
    ///   - read: Reads an answer that is not empty.
    /// - Returns: Nil if the answer is empty, or if the server has no feed.
    private func wait<News: Sendable>(
        _ call: (String) -> FirestoreCall, reading read: @escaping @Sendable ([UInt8]) throws -> News
    ) async throws -> News? {
        guard let path = changeFeed else { return nil }
        var waiting = self
        // The server is silent as long as nothing moves.
        waiting.options.idleTimeout = max(options.idleTimeout, .seconds(90))
        waiting.options.totalTimeout = .seconds(120)
        waiting.retry = .never
        do {
            return try await waiting.perform(call(path)) { body in
                let bytes = try await body.collect(upTo: 1 << 14)
                return bytes.isEmpty ? nil : try read(bytes)
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
