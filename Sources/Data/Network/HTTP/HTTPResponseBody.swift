import Basics

/// The body of a response, as chunks in order of arrival.
///
/// It can be read once, by one reader. Slow reading slows the server down, since the buffer is bounded; releasing the
/// body before its end stops the exchange.
///
/// An incomplete body is an error. HTTP itself has an exception: in clear text, a response with neither a length nor
/// chunks ends with the connection, so a lost connection looks like its end (RFC 9112, 6.3).
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// A chunk; never empty.
    public typealias Element = [UInt8]

    private let nextChunk: @Sendable () async throws -> [UInt8]?

    /// A body that calls `next` for each chunk, until that returns nil.
    public init(next: @escaping @Sendable () async throws -> [UInt8]?) {
        nextChunk = next
    }

    /// A body of bytes in memory, for transports without a network.
    public init(_ bytes: [UInt8]) {
        let rest = Locked<[UInt8]?>(bytes.isEmpty ? nil : bytes)
        self.init { rest.withLock { $0.take() } }
    }

    /// The iterator. There is only one reader, so a second iterator continues where the first one stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(nextChunk: nextChunk)
    }

    /// Iterates over the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let nextChunk: @Sendable () async throws -> [UInt8]?

        /// The next chunk; nil after the last one.
        ///
        /// - Throws: An ``HTTPTransportError`` if the response could not be read to its end.
        public mutating func next() async throws -> [UInt8]? {
            try await nextChunk()
        }
    }

    /// Reads to the end and returns all bytes.
    ///
    /// - Throws: ``HTTPTransportError/Code/responseTooLarge`` as soon as there are more than `limit` bytes.
    public func collect(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self {
            guard chunk.count <= limit - bytes.count else {
                throw HTTPTransportError(.responseTooLarge, requestMayHaveReachedServer: true)
            }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }
}
