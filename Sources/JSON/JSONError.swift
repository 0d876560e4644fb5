/// Why and where a text is not the expected JSON.
public struct JSONError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The reason, which never contains any of the text itself.
    public let reason: String
    /// The position of the offending byte, from 0.
    public let offset: Int

    /// An error at the byte `offset`.
    public init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason and the position, as a phrase.
    public var description: String { "\(reason) at byte \(offset)" }
}
