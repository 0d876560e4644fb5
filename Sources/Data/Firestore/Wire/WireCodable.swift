public import JSON

/// A message of the Firestore v1 API, in the JSON form of Protocol Buffers.
///
/// Reading follows <https://protobuf.dev/programming-guides/json>: members are in lowerCamelCase or in the original
/// snake_case, `null` means absent, enums are names or numbers, 64-bit integers are strings or numbers, and unknown
/// members are skipped, or refused when a server reads a request. Writing does as Google's servers do: lowerCamelCase,
/// names, strings, and no empty members.
public protocol WireCodable: Sendable {
    /// Reads one message.
    /// - Throws: `JSONError` if the text is not such a message; ``Status`` if it is an error reply instead.
    init(from reader: inout JSONReader) throws

    /// Writes the message as one JSON value.
    func write(to writer: inout JSONWriter)
}
