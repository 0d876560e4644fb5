/// Why a text is not the JSON that was asked for, and where.
public struct JSONError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What is wrong, without any of the text itself.
    public let reason: String
    /// The position of the offending byte, from 0.
    public let offset: Int

    /// The fault `reason` at the byte `offset`.
    public init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason and the position, as a phrase.
    public var description: String { "\(reason) at byte \(offset)" }
}
