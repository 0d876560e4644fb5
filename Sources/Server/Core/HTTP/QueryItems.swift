import FirestoreWire

/// The names and values of a query string, decoded.
struct QueryItems: Sequence {
    private let items: [(String, String)]

    /// Parses the part of `uri` after the question mark.
    /// - Throws: ``Status`` INVALID_ARGUMENT if it is not percent-encoded UTF-8.
    init(_ uri: String) throws(Status) {
        guard let mark = uri.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            items = []
            return
        }
        var items: [(String, String)] = []
        for item in uri[uri.index(after: mark)...].split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = Self.decode(parts.count > 1 ? parts[1] : "") else {
                throw Status(.invalidArgument, "The query string is not percent-encoded UTF-8.")
            }
            items.append((name, value))
        }
        self.items = items
    }

    private static func decode(_ text: Substring) -> String? {
        PercentEncoding.decode(text.contains("+") ? text.replacing("+", with: " ") : text)
    }

    func makeIterator() -> some IteratorProtocol<(String, String)> { items.makeIterator() }
}
