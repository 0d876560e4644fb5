/// The parsed form of a name in the history, beside a stamp or in a conflict.
///
/// Stored names are plain text (`title`, `tags.<id>`, `after.<id>`, `deleted`). Only this type composes and parses them.
package enum RegisterName: Hashable, Sendable {
    /// A register of the kind, or an imported property (`TodoRegister.extra(_:)`).
    case register(String)
    /// An element of the set, such as one tag of a to-do, by its key (`TodoElement`).
    case element(String)
    /// The register that says whether the record is deleted.
    case deletion

    private static let elementPrefix = "tags."
    private static let deletionText = "deleted"

    /// Parses a name.
    package init(_ text: String) {
        if text == Self.deletionText {
            self = .deletion
        } else if text.hasPrefix(Self.elementPrefix) {
            self = .element(String(text.dropFirst(Self.elementPrefix.count)))
        } else if !TodoElement(text).isTag {
            self = .element(text)
        } else {
            self = .register(text)
        }
    }

    /// Parses the name of a field.
    package init(_ field: FieldName) { self.init(field.rawValue) }

    /// The stored form of the name.
    package var text: String {
        switch self {
        case .register(let name): name
        case .element(let key): TodoElement(key).isTag ? Self.elementPrefix + key : key
        case .deletion: Self.deletionText
        }
    }

    /// The meaning of the element in a to-do; nil if this is not an element of the set.
    package var todoElement: TodoElement? { if case .element(let key) = self { TodoElement(key) } else { nil } }
}
