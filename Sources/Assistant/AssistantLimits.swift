/// The limits of an assistant.
public struct AssistantLimits: Hashable, Sendable {
    /// Whether it has only the reading tools.
    public var isReadOnly: Bool
    /// The path of the only list that it sees and changes, with the lists below it. nil means all lists.
    public var list: String?

    /// The maximum number of rows in an answer.
    public static let mostRows = 50
    /// The maximum number of to-dos that a call changes without asking.
    public static let mostUnasked = 20
    /// The maximum number of to-dos in a call.
    public static let mostAtOnce = 1000

    /// Limits; by default it sees and changes all.
    public init(isReadOnly: Bool = false, list: String? = nil) {
        self.isReadOnly = isReadOnly
        self.list = list
    }
}
