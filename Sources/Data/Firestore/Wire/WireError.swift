public import JSON

/// Why a body is not the message or the array of messages that was asked for.
///
/// To a client each of them says that what the server did is unknown, and that asking again may help.
public enum WireError: Error, Equatable, Sendable {
    /// There are no bytes, or white space alone: a connection that was cut, or a proxy's empty 200.
    case empty
    /// The text is no JSON at all, such as the HTML of a captive portal.
    case notJSON
    /// The text ends within a value: a connection that was cut.
    case truncated
    /// One element of a streamed array is longer than the bound, in bytes.
    case elementTooLarge(limit: Int)
    /// The text is JSON of another shape, or broken within.
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

    /// Whether the same request may be answered well when it is sent again; only a bound stays what it is.
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
    /// Runs `body`, which reads all of `bytes`, and tells its JSON errors apart.
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

    /// Whether a body that begins so can be a message or an array of messages.
    static func startsJSON(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }
}
