public import JSON

/// Why a body is not the expected message or array of messages.
///
/// For a client, each of these means that the server's action is unknown, and that trying again may help.
public enum WireError: Error, Equatable, Sendable {
    /// There are no bytes, or only white space: a broken connection, or a proxy's empty 200.
    case empty
    /// The text is not JSON at all, such as the HTML of a captive portal.
    case notJSON
    /// The text ends within a value: a broken connection.
    case truncated
    /// An element of a streamed array exceeds the limit, in bytes.
    case elementTooLarge(limit: Int)
    /// The text is JSON of another form, or not valid.
    case malformed(JSONError)

    /// A stable name for scripts and logs.
    public var code: String {
        switch self {
        case .empty: "empty-reply"
        case .notJSON: "not-json"
        case .truncated: "truncated-reply"
        case .elementTooLarge: "element-too-large"
        case .malformed: "malformed-json"
        }
    }

    /// Whether the same request may succeed when it is sent again; only the limit does not change.
    public var isRetryable: Bool {
        if case .elementTooLarge = self { false } else { true }
    }
}

extension WireError: CustomStringConvertible {
    /// A sentence for people, without any of the text.
    public var description: String {
        switch self {
        case .empty: "The body is empty."
        case .notJSON: "The body is not JSON; a proxy or a sign-in page may have answered."
        case .truncated: "The body ends too soon."
        case .elementTooLarge(let limit): "An element is larger than \(limit) bytes."
        case .malformed(let error): "The body is not what was asked for: \(error)."
        }
    }
}

extension WireError {
    /// Runs `body`, which reads all of `bytes`, and classifies its JSON errors.
    static func explaining<T>(_ bytes: [UInt8], _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as JSONError {
            guard let first = bytes.first(where: { !isSpace($0) }) else { throw WireError.empty }
            guard startsJSON(first) else { throw WireError.notJSON }
            throw error.offset >= bytes.count ? WireError.truncated : WireError.malformed(error)
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether a body that begins with this byte can be a message or an array of messages.
    static func startsJSON(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }
}
