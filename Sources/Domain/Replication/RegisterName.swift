/// What a name in the history, beside a stamp or in a conflict stands for.
///
/// The names are one text each where they are kept (`title`, `tags.<id>`, `deleted`); here and nowhere else they are put
/// together and taken apart.
public enum RegisterName: Hashable, Sendable {
    /// A register of the kind, or an imported property (``TodoRegister/extra(_:)``).
    case register(String)
    /// An element of the set, such as one tag of a to-do, by its id.
    case element(String)
    /// The register that says whether the record is deleted.
    case deletion

    private static let elementPrefix = "tags."
    private static let deletionText = "deleted"

    /// What a name stands for.
    public init(_ text: String) {
        if text == Self.deletionText {
            self = .deletion
        } else if text.hasPrefix(Self.elementPrefix) {
            self = .element(String(text.dropFirst(Self.elementPrefix.count)))
        } else {
            self = .register(text)
        }
    }

    /// The name as it is kept.
    public var text: String {
        switch self {
        case .register(let name): name
        case .element(let id): Self.elementPrefix + id
        case .deletion: Self.deletionText
        }
    }

    /// Whether it is an element of the set.
    public var isElement: Bool { if case .element = self { true } else { false } }
}
