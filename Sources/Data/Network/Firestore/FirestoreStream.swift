package import FirestoreWire

/// The elements of an array reply while it arrives, in bounded memory.
///
/// **They only count once the sequence has ended without an error**: an error element or a broken connection may follow
/// good ones. Each iteration sends the request again. Before the first element transient failures are retried; after it
/// they are thrown, since elements cannot be taken back.
package struct FirestoreStream<Element: WireCodable>: AsyncSequence, Sendable {
    let service: FirestoreService
    let call: FirestoreCall

    /// An iterator; the request is sent when the first element is read.
    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

    /// Iterates over the elements.
    package struct AsyncIterator: AsyncIteratorProtocol {
        let stream: FirestoreStream
        private var reader: Reader?
        private var isDone = false

        init(stream: FirestoreStream) { self.stream = stream }

        /// The next element; nil after the last, once the array is known to be complete.
        /// - Throws: `FirestoreError`; then there are no more.
        package mutating func next() async throws -> Element? {
            guard !isDone else { return nil }
            do {
                if reader == nil {
                    reader = try await stream.service.perform(stream.call) { body in
                        var reader = Reader(body)
                        try await reader.fill()
                        return reader
                    }
                }
                if let element = try await reader?.next() { return element }
            } catch {
                isDone = true
                reader = nil
                throw FirestoreError(error)
            }
            isDone = true
            reader = nil
            return nil
        }
    }

    /// The elements that have arrived, and the rest of the body.
    private struct Reader {
        private var body: HTTPResponseBody.AsyncIterator
        private var decoder = ArrayDecoder<Element>()
        private var elements: ArraySlice<Element> = []
        private var isComplete = false

        init(_ body: HTTPResponseBody) { self.body = body.makeAsyncIterator() }

        /// Reads until there is an element, or the end.
        mutating func fill() async throws {
            while elements.isEmpty, !isComplete {
                if let chunk = try await body.next() {
                    elements = try decoder.feed(chunk)[...]
                } else {
                    try decoder.finish()
                    isComplete = true
                }
            }
        }

        mutating func next() async throws -> Element? {
            try await fill()
            return elements.popFirst()
        }
    }
}
