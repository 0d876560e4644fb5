public import JSON

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

    /// All kinds in the order in which they are sent and read: tags, locations and lists first, so that most to-dos find
    /// theirs.
    public static let inOrder: [RecordKind] = [
        .tag, .location, .list, .todo, .comment, .view, .app, .device, .conflict,
    ]

    /// Whether people make these records, rather than a sync for its own purposes.
    public var isContent: Bool {
        switch self {
        case .todo, .tag, .location, .list, .comment, .view, .app: true
        case .conflict, .device: false
        }
    }

    /// Whether version 0.1.0 did not have this kind: the security rules of an older remote do not allow it, so that its
    /// records wait here.
    public var isAddition: Bool {
        switch self {
        case .todo, .tag, .location: false
        case .list, .comment, .view, .app, .conflict, .device: true
        }
    }
}

extension RecordKind {
    /// Whether writing a register edits a record of this kind: brings it back if it is deleted, changes when it was last
    /// edited, and can conflict with another write. Putting a to-do or a list elsewhere among its siblings does not, nor does
    /// acknowledging or snoozing a reminder.
    public func countsAsEdit(_ register: String) -> Bool {
        orderRegister != register && !(self == .todo && ReminderRegister.isState(register))
    }

    /// The registers that one edit writes together, with one stamp, whenever it writes the first of them.
    package var registersWrittenTogether: [[String]] {
        switch self {
        case .todo:
            [
                [TodoRegister.position.rawValue, TodoRegister.standing.rawValue],
                [TodoRegister.recurrence.rawValue, TodoRegister.due.rawValue],
            ]
        case .list: [[ListRegister.position.rawValue, ListRegister.parent.rawValue]]
        case .tag, .location, .comment, .view, .app, .conflict, .device: []
        }
    }

    /// The register for the place among siblings; nil if the kind has none.
    package var orderRegister: String? {
        switch self {
        case .todo: TodoRegister.position.rawValue
        case .list: ListRegister.position.rawValue
        case .tag, .location, .comment, .view, .app, .conflict, .device: nil
        }
    }
}

/// One replica's state of one record: a value and a stamp for each register. The unit of merging.
///
/// A register without a stamp of its own has the ``origin``, so that a new record carries a single stamp.
public struct Record: Hashable, Sendable {
    /// A value, and when and where it was written.
    public struct Register: Hashable, Sendable {
        /// Its value.
        public var value: JSONValue
        /// When and where it was written; nil for the record's ``Record/origin``.
        public var stamp: Stamp?

        /// A register.
        public init(_ value: JSONValue, _ stamp: Stamp? = nil) { (self.value, self.stamp) = (value, stamp) }
    }

    /// An element of a set, such as one tag of a to-do: a register that says whether the element is in the set.
    public struct Element: Hashable, Sendable {
        /// Whether it is in the set.
        public var isPresent: Bool
        /// When and where that was written.
        public var stamp: Stamp

        /// An element.
        public init(isPresent: Bool, stamp: Stamp) { (self.isPresent, self.stamp) = (isPresent, stamp) }
    }

    /// What kind of record it is.
    public let kind: RecordKind
    /// Its identifier, unique within its kind.
    public let id: String
    /// When it was made, in milliseconds since 1970.
    public var createdAt: Int64
    /// The stamp of its creation, and of every register that has none of its own.
    public var origin: Stamp
    /// The registers by name; those that are null and were never written may be missing.
    public var registers: [String: Register]
    /// The tags of a to-do by id; empty for other kinds.
    public var elements: [String: Element]
    /// When it was deleted, in milliseconds since 1970, or null if the deletion was undone; nil if it was never
    /// deleted.
    public var deletion: Register?

    /// A record.
    public init(
        kind: RecordKind, id: String, createdAt: Int64, origin: Stamp, registers: [String: Register] = [:],
        elements: [String: Element] = [:], deletion: Register? = nil
    ) {
        (self.kind, self.id, self.createdAt, self.origin) = (kind, id, createdAt, origin)
        (self.registers, self.elements, self.deletion) = (registers, elements, deletion)
    }

    /// The stamp of a register, its own or the origin.
    public func stamp(of register: String) -> Stamp { registers[register]?.stamp ?? origin }

    /// The greatest stamp of what a person wrote: registers and added tags, but not removed tags, the deletion, a place
    /// among siblings or what was done about a reminder.
    public var contentStamp: Stamp {
        let registers = registers.lazy.filter { kind.countsAsEdit($0.key) }.compactMap(\.value.stamp)
        let elements = elements.values.lazy.filter(\.isPresent).map(\.stamp)
        return elements.reduce(registers.reduce(origin, max), max)
    }

    /// The greatest stamp of all edits of the content, including removed tags: when the record was last edited.
    public var editStamp: Stamp { elements.values.lazy.map(\.stamp).reduce(contentStamp, max) }

    /// Whether it is deleted. A deletion counts only if it is later than all content, so that later edits revive the
    /// record and earlier ones lose.
    public var isDeleted: Bool {
        guard let deletion, !deletion.value.isNull, let stamp = deletion.stamp else { return false }
        return stamp > contentStamp
    }

    /// Whether it is deleted and not replaced by another: a device that never had it need not hear of it.
    public var isDeletedForGood: Bool {
        isDeleted && registers[TagRegister.mergedInto.rawValue]?.value.string == nil
    }

    /// The greatest stamp in the record.
    public var highestStamp: Stamp {
        registers.values.lazy.compactMap(\.stamp).reduce(max(editStamp, deletion?.stamp ?? origin), max)
    }
}
