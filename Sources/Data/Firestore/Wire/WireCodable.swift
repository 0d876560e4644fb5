public import JSON

/// A message of the Firestore v1 API, in the JSON form of Protocol Buffers.
///
/// Reading follows <https://protobuf.dev/programming-guides/json>: members come in lowerCamelCase or in the original
/// snake_case, `null` stands for an absent member, enums are names or numbers, 64-bit integers are strings or numbers,
/// and unknown members are skipped. Writing is what Google's servers write: lowerCamelCase, names, strings, and no
/// empty members.
public protocol WireCodable: Sendable {
    /// Reads one message.
    /// - Throws: `JSONError` where the text is not such a message; ``Status`` where it is an error reply in its place.
    init(from reader: inout JSONReader) throws

    /// Writes the message as one JSON value.
    func write(to writer: inout JSONWriter)
}

extension WireCodable {
    /// Reads one message that is the whole of a request or reply body.
    /// - Throws: ``WireError`` for bytes that are not such a message, ``Status`` where they are an error reply.
    public init(json body: some Sequence<UInt8>) throws {
        let bytes = Array(body)
        self = try WireError.explaining(bytes) {
            try JSONReader.read(bytes) { try Self(from: &$0) }
        }
    }

    /// The message as a body.
    public var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

/// A message without members, such as the reply of `rollback`; whatever members are there are skipped.
public struct Empty: WireCodable, Equatable {
    /// The message.
    public init() {}

    /// Reads an object and forgets it.
    public init(from reader: inout JSONReader) throws {
        try reader.response { _, reader in try reader.skip() }
    }

    /// Writes `{}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}
