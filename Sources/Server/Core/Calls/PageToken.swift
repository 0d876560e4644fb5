import Basics
import FirestoreWire

/// The position of the next page of a list as an opaque text: the position after the last entry, and the list it
/// belongs to.
struct PageToken {
    let cursor: QueryCursor

    init(_ cursor: QueryCursor) { self.cursor = cursor }

    /// Parses a token for the list of `resource`, sorted by `orderBy`.
    /// - Throws: ``Status`` INVALID_ARGUMENT for any other text.
    init(_ text: String, of resource: ResourceName, _ orderBy: String) throws(Status) {
        let prefix = Self.prefix(resource, orderBy)
        guard let bytes = Base64.decode(text), bytes.starts(with: prefix),
            let cursor = try? QueryCursor(json: bytes.dropFirst(prefix.count))
        else { throw Status(.invalidArgument, "invalid page token") }
        self.cursor = cursor
    }

    /// The token as text.
    func text(of resource: ResourceName, _ orderBy: String) -> String {
        String(decoding: Base64.encode(Self.prefix(resource, orderBy) + cursor.json), as: UTF8.self)
    }

    private static func prefix(_ resource: ResourceName, _ orderBy: String) -> [UInt8] {
        Array("\(resource.text)\n\(orderBy)\n".utf8)
    }
}
