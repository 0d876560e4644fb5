/// The kinds of records that are replicated.
public enum RecordKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A ``Todo``.
    case todo
    /// A ``Tag``.
    case tag
    /// A ``Location``.
    case location
    /// A ``TodoList``.
    case list
    /// A ``Todo/Comment``.
    case comment
    /// A ``SavedView``.
    case view
    /// An ``AppRecord``, of any type.
    case app
    /// A write conflict between two devices, for a person to look at.
    case conflict
    /// A device and the name that people give it.
    case device
    /// That this person is a member of a shared space: the index of the spaces of a person, in the own space.
    case membership
    /// The reminders that one person has on a shared to-do, in the own space.
    case personal

    /// All kinds in the order in which they are sent and read: tags, locations and lists first, so that most to-dos find
    /// theirs.
    public static let inOrder: [RecordKind] = [
        .tag, .location, .list, .todo, .comment, .view, .app, .device, .membership, .personal, .conflict,
    ]

    /// Whether people make these records, rather than a sync for its own purposes.
    package var isContent: Bool {
        switch self {
        case .todo, .tag, .location, .list, .comment, .view, .app: true
        case .conflict, .device, .membership, .personal: false
        }
    }

    /// Whether a remote may have security rules that do not allow this kind: its records then wait here. All rules allow the
    /// others.
    public var isAddition: Bool {
        switch self {
        case .todo, .tag, .location: false
        case .list, .comment, .view, .app, .conflict, .device, .membership, .personal: true
        }
    }

    /// Whether a shared space may have records of the kind. The others are those of one person.
    package var isShared: Bool {
        switch self {
        case .todo, .tag, .location, .list, .comment, .app, .conflict: true
        case .view, .device, .membership, .personal: false
        }
    }
}
