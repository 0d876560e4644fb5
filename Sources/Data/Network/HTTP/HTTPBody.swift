/// The body of a request: bytes in memory, or a stream of chunks.
public struct HTTPBody: Sendable {
    enum Source: Sendable {
        case bytes([UInt8])
        case stream(length: Int?, forEachChunk: ForEachChunk)
    }

    /// Reads a stream from start to end, passing on each chunk in turn.
    typealias ForEachChunk = @Sendable (_ receive: ([UInt8]) async throws -> Void) async throws -> Void

    let source: Source

    /// A body of bytes. It is sent with its length, and can be sent again if a redirect requires it.
    public init(_ bytes: [UInt8]) {
        source = .bytes(bytes)
    }

    /// A body of text, in UTF-8.
    public init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// A body that is read while it is sent, at the server's pace.
    ///
    /// - Parameters:
    ///   - chunks: Iterated once. Its error ends the exchange, and is what `send` or the response body throws.
    ///   - length: The exact number of bytes; nil sends chunks of unannounced length (`Transfer-Encoding: chunked`).
    ///     Any other number of bytes is ``HTTPTransportError/Code/requestBody``.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int? = nil)
    where Chunks.Element == [UInt8] {
        source = .stream(length: length) { receive in
            for try await chunk in chunks { try await receive(chunk) }
        }
    }

    /// The bytes if they are in memory; nil for a stream. In-memory transports read them.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = source { bytes } else { nil }
    }

    /// Whether the body can be sent a second time.
    var isReplayable: Bool {
        if case .bytes = source { true } else { false }
    }
}
