public import JSON

/// The kinds of records that are kept alike on all devices.
public enum RecordKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A ``Todo``.
    case todo
    /// A ``Tag``.
    case tag
    /// A ``Location``.
    case location
    /// What was written on two devices, neither knowing of the other, for a person to look at.
    case conflict
    /// A device, as people call it.
    case device

    /// All kinds in the order in which they are sent and read: tags and places first, so that most to-dos find theirs.
    public static let inOrder: [RecordKind] = [.tag, .location, .todo, .device, .conflict]

    /// What a person has made, rather than what a sync keeps beside it.
    public var isContent: Bool {
        switch self {
        case .todo, .tag, .location: true
        case .conflict, .device: false
        }
    }

    /// Whether version 0.1.0 did not have it: the security rules of an older remote do not allow it, and what there is of
    /// it waits here.
    public var isAddition: Bool { !isContent }
}

/// What one replica knows of one record: a value and a stamp for each register. The unit of merging.
///
/// A register without a stamp of its own bears the ``origin``, so that a new record carries a single stamp.
public struct Record: Hashable, Sendable {
    /// A value, and when and where it was written.
    public struct Register: Hashable, Sendable {
        /// What it holds.
        public var value: JSONValue
        /// nil: the record's ``Record/origin``.
        public var stamp: Stamp?

        /// A register.
        public init(_ value: JSONValue, _ stamp: Stamp? = nil) { (self.value, self.stamp) = (value, stamp) }
    }

    /// An element of a set, such as one tag of a to-do: a register of its own that says whether it is in.
    public struct Element: Hashable, Sendable {
        /// Whether it is in.
        public var isPresent: Bool
        /// When and where that was written.
        public var stamp: Stamp

        /// An element.
        public init(isPresent: Bool, stamp: Stamp) { (self.isPresent, self.stamp) = (isPresent, stamp) }
    }

    /// What kind of record it is.
    public let kind: RecordKind
    /// What it is known by among its kind.
    public let id: String
    /// When it was made, in milliseconds since 1970.
    public var createdAt: Int64
    /// The stamp of its creation, and of every register that has none of its own.
    public var origin: Stamp
    /// The registers by their names; those that are null and never written may be missing.
    public var registers: [String: Register]
    /// The tags of a to-do by their ids; empty for other kinds.
    public var elements: [String: Element]
    /// When it was deleted, in milliseconds since 1970, or null for a deletion taken back; nil: never deleted.
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

    /// The greatest stamp of what a person wrote: registers and added tags, not taken-off tags and not the deletion.
    public var contentStamp: Stamp {
        let written = registers.values.compactMap(\.stamp) + elements.values.filter(\.isPresent).map(\.stamp)
        return written.reduce(origin, max)
    }

    /// The greatest stamp of all that a person did to the content, tags taken off included: when it was last edited.
    public var editStamp: Stamp { elements.values.map(\.stamp).reduce(contentStamp, max) }

    /// Whether it is deleted: only a deletion later than everything that was written counts, so that a later edit
    /// revives and an earlier edit loses.
    public var isDeleted: Bool {
        guard let deletion, !deletion.value.isNull, let stamp = deletion.stamp else { return false }
        return stamp > contentStamp
    }

    /// Whether it is deleted and nothing is seen in its place: nobody who never had it needs to hear of it.
    public var isDeletedForGood: Bool {
        isDeleted && registers[TagRegister.mergedInto.rawValue]?.value.string == nil
    }

    /// The greatest stamp in the record.
    public var highestStamp: Stamp { max(editStamp, deletion?.stamp ?? origin) }
}
