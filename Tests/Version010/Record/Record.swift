import JSON

/// The kinds of records that are kept alike on all devices.
public enum RecordKind: String, Hashable, Sendable, CaseIterable {
    /// A ``Todo``.
    case todo
    /// A ``Tag``.
    case tag
    /// A ``Location``.
    case location
}

/// What one replica knows of one record: a value and a stamp for each register. The unit of merging.
///
/// A register without a stamp of its own bears the ``origin``, so that a new record carries a single stamp.
struct Record: Hashable, Sendable {
    /// A value, and when and where it was written.
    struct Register: Hashable, Sendable {
        /// What it holds.
        var value: JSONValue
        /// nil: the record's ``Record/origin``.
        var stamp: Stamp?

        /// A register.
        init(_ value: JSONValue, _ stamp: Stamp? = nil) { (self.value, self.stamp) = (value, stamp) }
    }

    /// An element of a set, such as one tag of a to-do: a register of its own that says whether it is in.
    struct Element: Hashable, Sendable {
        /// Whether it is in.
        var isPresent: Bool
        /// When and where that was written.
        var stamp: Stamp

        /// An element.
        init(isPresent: Bool, stamp: Stamp) { (self.isPresent, self.stamp) = (isPresent, stamp) }
    }

    /// What kind of record it is.
    let kind: RecordKind
    /// What it is known by among its kind.
    let id: String
    /// When it was made, in milliseconds since 1970.
    var createdAt: Int64
    /// The stamp of its creation, and of every register that has none of its own.
    var origin: Stamp
    /// The registers by their names; those that are null and never written may be missing.
    var registers: [String: Register]
    /// The tags of a to-do by their ids; empty for other kinds.
    var elements: [String: Element]
    /// When it was deleted, in milliseconds since 1970, or null for a deletion taken back; nil: never deleted.
    var deletion: Register?

    /// A record.
    init(
        kind: RecordKind, id: String, createdAt: Int64, origin: Stamp, registers: [String: Register] = [:],
        elements: [String: Element] = [:], deletion: Register? = nil
    ) {
        (self.kind, self.id, self.createdAt, self.origin) = (kind, id, createdAt, origin)
        (self.registers, self.elements, self.deletion) = (registers, elements, deletion)
    }

    /// The stamp of a register, its own or the origin.
    func stamp(of register: String) -> Stamp { registers[register]?.stamp ?? origin }

    /// The greatest stamp of what a person wrote: registers and added tags, not taken-off tags and not the deletion.
    var contentStamp: Stamp {
        let written = registers.values.compactMap(\.stamp) + elements.values.filter(\.isPresent).map(\.stamp)
        return written.reduce(origin, max)
    }

    /// The greatest stamp of all that a person did to the content, tags taken off included: when it was last edited.
    var editStamp: Stamp { elements.values.map(\.stamp).reduce(contentStamp, max) }

    /// Whether it is deleted: only a deletion later than everything that was written counts, so that a later edit
    /// revives and an earlier edit loses.
    var isDeleted: Bool {
        guard let deletion, !deletion.value.isNull, let stamp = deletion.stamp else { return false }
        return stamp > contentStamp
    }

    /// The greatest stamp in the record.
    var highestStamp: Stamp { max(editStamp, deletion?.stamp ?? origin) }
}
