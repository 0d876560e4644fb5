import JSON

/// Reads a reply that is a JSON array of messages (`runQuery`, `batchGet`, `runAggregationQuery`) while it arrives.
///
/// The bytes may be split anywhere. Memory is limited to one chunk and one element. **Elements only count once
/// ``finish()`` has returned**: an error element or the end of the connection may follow good elements and invalidates
/// them all. Once a call has thrown, every later one throws the same error.
package struct ArrayDecoder<Element: WireCodable>: Sendable {
    /// The default limit of an element, 32 MiB. A document of 1 MiB is longer as JSON: text up to six times if each
    /// byte is escaped, a list of nulls about twenty times.
    package static var defaultElementLimit: Int { 32 << 20 }

    private let elementLimit: Int
    private var frame = ArrayFrame()
    /// The beginning of an element whose end has not arrived.
    private var partial: [UInt8] = []
    /// The position of the next chunk in the stream.
    private var position = 0
    private var failure: (any Error)?

    /// A decoder that refuses elements of more than `elementLimit` bytes.
    package init(elementLimit: Int = Self.defaultElementLimit) {
        self.elementLimit = elementLimit
    }

    /// Reads the next bytes and returns the elements that they complete.
    /// - Throws: ``Status`` if an element, or an object instead of the array, is an error reply; `WireError` if the
    ///   bytes are not a valid array.
    package mutating func feed(_ chunk: some Sequence<UInt8>) throws -> [Element] {
        var elements: [Element] = []
        let isContiguous: Void? = try chunk.withContiguousStorageIfAvailable { buffer in
            try feed(buffer) { elements.append($0) }
        }
        if isContiguous == nil {
            try Array(chunk).withUnsafeBufferPointer { buffer in try feed(buffer) { elements.append($0) } }
        }
        return elements
    }

    /// Reads the next bytes and passes the elements that they complete to `body`, one at a time.
    /// - Throws: as ``feed(_:)``, and what `body` throws.
    package mutating func feed(
        _ chunk: UnsafeBufferPointer<UInt8>, _ body: (consuming Element) throws -> Void
    ) throws {
        if let failure { throw failure }
        do {
            try read(chunk, body)
            position += chunk.count
        } catch {
            failure = error
            partial = []
            throw error
        }
    }

    /// Throws unless the array is complete.
    /// - Throws: `WireError/empty` if nothing arrived, `WireError/truncated` if the array has not ended, and any
    ///   error that was thrown before.
    package mutating func finish() throws {
        if let failure { throw failure }
        if frame.state == .end { return }
        let error: WireError = frame.state == .start ? .empty : .truncated
        failure = error
        throw error
    }

    /// All elements of a complete body.
    /// - Throws: as ``feed(_:)`` and ``finish()``.
    package static func elements(of body: some Sequence<UInt8>) throws -> [Element] {
        var decoder = Self(elementLimit: .max)
        let elements = try decoder.feed(body)
        try decoder.finish()
        return elements
    }
}

extension ArrayDecoder {
    private mutating func read(
        _ chunk: UnsafeBufferPointer<UInt8>, _ body: (consuming Element) throws -> Void
    ) throws {
        var index = 0
        var start = 0
        while true {
            switch frame.next(in: chunk, from: &index) {
            case .begins(let begin):
                start = begin
            case .ends(let end):
                try check(partial.count + end - start)
                let isWhole = frame.state == .end
                if partial.isEmpty {
                    // The common case: the element lies within the chunk and is read in place.
                    try emit(UnsafeBufferPointer(rebasing: chunk[start..<end]), at: position + start, isWhole, body)
                } else {
                    partial.append(contentsOf: chunk[start..<end])
                    let offset = position + end - partial.count
                    try partial.withUnsafeBufferPointer { try emit($0, at: offset, isWhole, body) }
                    partial.removeAll(keepingCapacity: true)
                }
                start = end
            case .needsMore:
                guard frame.state == .element || frame.state == .object else { return }
                try check(partial.count + chunk.count - start)
                partial.append(contentsOf: chunk[start...])
                return
            case .fault(let offset):
                if frame.state == .start, !WireError.startsJSON(chunk[offset]) { throw WireError.notJSON }
                throw WireError.malformed(JSONError("expected an array of objects", at: position + offset))
            }
        }
    }

    private func check(_ size: Int) throws {
        guard size <= elementLimit else { throw WireError.elementTooLarge(limit: elementLimit) }
    }

    /// Reads one element that begins at `offset` in the stream; `isWhole` if it is there instead of the array.
    private func emit(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ isWhole: Bool,
        _ body: (consuming Element) throws -> Void
    ) throws {
        let element: Element
        do {
            var reader = JSONReader(bytes)
            element = try Element(from: &reader)
            try reader.finish()
        } catch let error as JSONError {
            throw WireError.malformed(JSONError(error.reason, at: offset + error.offset))
        }
        guard !isWhole else { throw WireError.malformed(JSONError("expected an array", at: offset)) }
        try body(element)
    }
}
