public import JSON

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
        public init(_ value: JSONValue, _ stamp: Stamp? = nil) {
            self.value = value
            self.stamp = stamp
        }
    }

    /// An element of a set, such as one tag of a to-do.
    public typealias Element = SetElement

    /// The kind of the record.
    public let kind: RecordKind
    /// Its identifier, unique within its kind.
    public let id: String
    /// When it was made, in milliseconds since 1970.
    public var createdAt: Int64
    /// The stamp of its creation, and of every register that has no stamp of its own.
    public var origin: Stamp
    /// The registers by name; those that are null and were never written may be missing.
    public var registers: [String: Register]
    /// The tags of a to-do by id; empty for other kinds.
    public var elements: [String: Element]
    /// When it was deleted, in milliseconds since 1970; null if the deletion was undone; nil if it was never deleted.
    public var deletion: Register?

    /// A record.
    public init(
        kind: RecordKind, id: String, createdAt: Int64, origin: Stamp, registers: [String: Register] = [:],
        elements: [String: Element] = [:], deletion: Register? = nil
    ) {
        self.kind = kind
        self.id = id
        self.createdAt = createdAt
        self.origin = origin
        self.registers = registers
        self.elements = elements
        self.deletion = deletion
    }

    /// The stamp of a register, its own or the origin.
    public func stamp(of register: String) -> Stamp { registers[register]?.stamp ?? origin }

    /// The greatest stamp of the content that a person wrote: registers and added tags. Removed tags, the deletion, the
    /// position among siblings and the states of reminders do not count.
    package var contentStamp: Stamp {
        let registers = registers.lazy.filter { kind.countsAsEdit($0.key) }.compactMap(\.value.stamp)
        let elements = elements.values.lazy.filter(\.isPresent).map(\.stamp)
        return elements.reduce(registers.reduce(origin, max), max)
    }

    /// The greatest stamp that speaks against a deletion: of the content, or of undoing an earlier deletion.
    package var presenceStamp: Stamp {
        guard let deletion, deletion.value.isNull else { return contentStamp }
        return max(contentStamp, deletion.stamp ?? origin)
    }

    /// The greatest stamp of all edits of the content, including removed tags: when the record was last edited.
    package var editStamp: Stamp { elements.values.lazy.map(\.stamp).reduce(contentStamp, max) }

    /// Whether it is deleted. A deletion counts only if it is later than all content. So a later edit revives the
    /// record, and an earlier edit does not.
    public var isDeleted: Bool {
        guard let deletion, !deletion.value.isNull, let stamp = deletion.stamp else { return false }
        return stamp > contentStamp
    }

    /// Whether it is deleted for good: it was not replaced by another record, and did not settle an occurrence of a
    /// series. A device that never had it does not need it.
    package var isDeletedForGood: Bool {
        isDeleted && registers[TagRegister.mergedInto.rawValue]?.value.string == nil
            && registers[TodoRegister.occurrence.rawValue]?.value.isNull ?? true
    }

    /// The greatest stamp in the record.
    package var highestStamp: Stamp {
        registers.values.lazy.compactMap(\.stamp).reduce(max(editStamp, deletion?.stamp ?? origin), max)
    }
}
