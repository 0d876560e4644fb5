public import JSON

extension WireCodable {
    /// Reads a message that is a complete request or reply body.
    /// - Throws: ``WireError`` for bytes that are not such a message, ``Status`` if they are an error reply.
    public init(json body: some Sequence<UInt8>) throws {
        let bytes = Array(body)
        self = try WireError.explaining(bytes) {
            try JSONReader.read(bytes) { try Self(from: &$0) }
        }
    }

    /// Reads a message that is a complete request body. An unknown member is an error: ignoring a misspelt `updateMask`
    /// would replace a whole document.
    /// - Throws: ``Status`` INVALID_ARGUMENT, without any of the text, or UNIMPLEMENTED for an ``UnsupportedPart``.
    package init(request body: UnsafeBufferPointer<UInt8>) throws {
        do {
            var reader = JSONReader(body)
            reader.refusesUnknownMembers = true
            reader.remainingParts = maximumRequestParts
            self = try Self(from: &reader)
            try reader.finish()
        } catch let error as JSONError {
            throw Status(.invalidArgument, "Payload isn't valid for request: \(error).")
        } catch let part as UnsupportedPart {
            throw Status(.unimplemented, "This server does not have \(part).")
        } catch is Status {
            // An error reply in a request must not become the client's answer.
            throw Status(.invalidArgument, "Payload isn't valid for request: it is an error.")
        }
    }

    /// The message as a body.
    public var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

/// A message without members, such as the reply of `rollback`; any members are skipped.
public struct Empty: WireCodable, Equatable {
    /// An empty message.
    public init() {}

    /// Reads and discards an object.
    public init(from reader: inout JSONReader) throws {
        try reader.response { _, reader in try reader.unknownMember() }
    }

    /// Writes `{}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

/// The maximum number of field paths and filters in a request, more than the writes of any honest one.
private let maximumRequestParts = 50_000
