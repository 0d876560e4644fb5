/// The last known state of a record on the remote: its stamps, not its values.
///
/// The values need not be stored. Equal stamps mean the same write, so a record differs from the remote's exactly where
/// the stamps differ. Where that does not hold, ``Record/reconciled(with:over:isLost:at:isUnsound:)`` omits the stamp.
package struct RecordBase: Hashable, Sendable {
    /// The number of the commit that wrote it.
    package var sequence: Int64
    /// When the remote's record was made, in milliseconds since 1970.
    package var createdAt: Int64
    /// The stamp of every register that ``stamps`` does not name. It is an unknown stamp (zeros) if the remote's
    /// document has to be written as a whole; then all stamps are named.
    package var origin: Stamp
    /// The stamps of the other registers.
    package var stamps: [String: Stamp]
    /// The stamps of the set elements, present or removed.
    package var elements: [String: Stamp]
    /// The stamp of the deletion register; nil: never deleted.
    package var deletion: Stamp?
    /// Whether the record on the remote counts as deleted.
    package var isDeleted: Bool
    /// The id of the member of a shared space who sent this version; nil if this person has sent it, and in the own space.
    package var sender: String?

    /// The base of a record once the remote has it unchanged.
    package init(_ record: Record, sequence: Int64) {
        let record = record.normalized()
        self.sequence = sequence
        createdAt = record.createdAt
        origin = record.origin
        isDeleted = record.isDeleted
        stamps = record.registers.compactMapValues(\.stamp)
        elements = record.elements.mapValues(\.stamp)
        deletion = record.deletion.map { $0.stamp ?? record.origin }
    }

    /// A stored base.
    package init(
        sequence: Int64, createdAt: Int64, origin: Stamp, stamps: [String: Stamp], elements: [String: Stamp],
        deletion: Stamp?, isDeleted: Bool
    ) {
        self.sequence = sequence
        self.createdAt = createdAt
        self.origin = origin
        self.stamps = stamps
        self.elements = elements
        self.deletion = deletion
        self.isDeleted = isDeleted
    }

    /// The stamp of a register, its own or the origin.
    package func stamp(of register: String) -> Stamp { stamps[register] ?? origin }

    /// Whether it is the base of this version of a record. An omitted stamp matches any stamp.
    package func isOf(_ record: Record) -> Bool {
        let other = RecordBase(record, sequence: sequence)
        return (origin == .unknown || origin == other.origin)
            && Set(stamps.keys).union(other.stamps.keys).allSatisfy { name in
                stamps[name] == .unknown || stamp(of: name) == other.stamp(of: name)
            } && elements.allSatisfy { other.elements[$0.key] == $0.value }
            && (deletion == nil || deletion == other.deletion)
    }

    /// Whether it contains something that a version of the record lacks and a merge would not have lost.
    package func isAhead(of record: Record) -> Bool {
        let other = RecordBase(record, sequence: sequence)
        return origin != .unknown && origin < other.origin
            || Set(stamps.keys).union(other.stamps.keys).contains { stamp(of: $0).isLater(than: other.stamp(of: $0)) }
            || elements.contains { $0.value.isLater(than: other.elements[$0.key]) }
            || deletion.map { $0.isLater(than: other.deletion) } ?? false
    }

    /// Makes it the base of a document that has to be written as a whole.
    mutating func distrust(_ record: Record) {
        for name in Set(record.kind.registerNames).union(record.registers.keys) where stamps[name] == nil {
            stamps[name] = origin
        }
        origin = .unknown
    }

    /// Every stamp in it.
    package var allStamps: [Stamp] {
        [origin] + stamps.values + elements.values + [deletion].compactMap(\.self)
    }
}

/// The part of a record that the remote does not have.
package struct RecordDifference: Hashable, Sendable {
    /// The registers that were written.
    package var registers: Set<String> = []
    /// The set elements that were added or removed.
    package var elements: Set<String> = []
    /// Whether the deletion register was written.
    package var deletion = false
    /// Whether the creation date here is earlier.
    package var createdAt = false
    /// Whether the origin differs, so that the stamps of all registers have to be sent.
    package var origin = false

    /// Whether the remote has it all.
    package var isEmpty: Bool {
        registers.isEmpty && elements.isEmpty && !deletion && !createdAt && !origin
    }
}

extension Record {
    /// The registers that were written here since the remote's version.
    package func difference(from base: RecordBase) -> RecordDifference {
        var difference = RecordDifference()
        for name in Set(registers.keys).union(base.stamps.keys) where stamp(of: name) != base.stamp(of: name) {
            difference.registers.insert(name)
        }
        for (id, element) in elements where element.stamp != base.elements[id] { difference.elements.insert(id) }
        difference.deletion = deletion.map { $0.stamp ?? origin } != base.deletion
        difference.createdAt = createdAt < base.createdAt
        difference.origin = origin != base.origin
        return difference
    }
}
