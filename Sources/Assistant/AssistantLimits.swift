/// What an assistant may see and do.
public struct AssistantLimits: Hashable, Sendable {
    /// Whether it has only the tools that change nothing.
    public var isReadOnly: Bool
    /// The path of the only list that it sees and changes, with those in it; nil for all.
    public var list: String?

    /// Rows of one answer.
    public static let mostRows = 50
    /// To-dos that are changed without asking.
    public static let mostUnasked = 20
    /// To-dos in one call.
    public static let mostAtOnce = 1000

    /// Limits; by default it sees and changes all.
    public init(isReadOnly: Bool = false, list: String? = nil) {
        (self.isReadOnly, self.list) = (isReadOnly, list)
    }
}
