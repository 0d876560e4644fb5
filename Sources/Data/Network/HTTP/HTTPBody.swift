/// The body of a request: bytes in memory, or a stream of chunks.
public struct HTTPBody: Sendable {
    package enum Source: Sendable {
        case bytes([UInt8])
        case stream(length: Int?, forEachChunk: ForEachChunk)
    }

    /// Reads a stream from start to end, passing on each chunk in turn.
    package typealias ForEachChunk = @Sendable (_ receive: ([UInt8]) async throws -> Void) async throws -> Void

    package let source: Source

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
    ///   - chunks: Iterated once. Its error ends the exchange, and is thrown by `send` or the response body.
    ///   - length: The exact number of bytes; nil sends chunks of unannounced length (`Transfer-Encoding: chunked`).
    ///     Any other number of bytes is ``HTTPTransportError/Code/requestBody``.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int? = nil)
    where Chunks.Element == [UInt8] {
        source = .stream(length: length) { receive in
            for try await chunk in chunks { try await receive(chunk) }
        }
    }

    /// The bytes if they are in memory; nil for a stream.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = source { bytes } else { nil }
    }

    /// The number of bytes; nil for a stream that does not announce it.
    public var length: Int? {
        switch source {
        case .bytes(let bytes): bytes.count
        case .stream(let length, _): length
        }
    }

    /// Reads the body from start to end, for a transport that sends it. A stream can be read once.
    ///
    /// - Parameter receive: Gets each chunk in turn; the next chunk is requested after it returns.
    /// - Throws: The error of the stream or of `receive`. The caller checks that the length is the announced one.
    public func forEachChunk(_ receive: ([UInt8]) async throws -> Void) async throws {
        switch source {
        case .bytes(let bytes): if !bytes.isEmpty { try await receive(bytes) }
        case .stream(_, let forEachChunk): try await forEachChunk(receive)
        }
    }

    /// Whether the body can be sent a second time.
    var isReplayable: Bool {
        if case .bytes = source { true } else { false }
    }
}
