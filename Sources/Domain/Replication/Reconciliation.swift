import Foundation
public import JSON

/// A register that was written here and elsewhere, neither knowing of the other. The earlier writing lost, and is kept.
public struct RecordConflict: Hashable, Sendable {
    /// The name of the register (``RegisterName``): `tags.<id>` for an element, ``deletion`` for a record deleted here and
    /// edited there.
    public let register: String
    /// What was written earlier, and lost.
    public let lost: JSONValue
    /// When and where the lost value was written.
    public let lostStamp: Stamp
    /// What stands now.
    public let kept: JSONValue
    /// When and where that was written.
    public let keptStamp: Stamp
    /// What tells it from others of its register: the stamp of what lost, or of the deletion that met many uses.
    public let identity: Stamp

    /// The name of the deletion register.
    public static let deletion = RegisterName.deletion.text

    /// A conflict.
    /// - Parameter identity: nil: `lostStamp`.
    public init(
        register: String, lost: JSONValue, lostStamp: Stamp, kept: JSONValue, keptStamp: Stamp, identity: Stamp? = nil
    ) {
        (self.register, self.lost, self.lostStamp) = (register, lost, lostStamp)
        (self.kept, self.keptStamp, self.identity) = (kept, keptStamp, identity ?? lostStamp)
    }
}

/// What becomes of a record when the remote's version of it arrives.
public struct Reconciliation: Hashable, Sendable {
    /// The record as it is here from now on.
    public let record: Record
    /// What the remote is known to have.
    public let base: RecordBase
    /// Whether there is something that the remote has to be sent.
    public let isDirty: Bool
    /// What was written on both sides.
    public let conflicts: [RecordConflict]
}

extension Record {
    /// Merges the remote's version into this one.
    /// - Parameters:
    ///   - base: what the remote was known to have before; nil where it was not known to have the record.
    ///   - isLost: whether the remote was restored from a backup that is older than the base: what it had then, others
    ///     need not have seen.
    ///   - sequence: the number of the commit that brought the remote's version.
    public func reconciled(
        with remote: Record, over base: RecordBase?, isLost: Bool = false, at sequence: Int64
    ) -> Reconciliation {
        let merged = merged(with: remote)
        let remote = remote.normalized()
        let isDirty = merged != remote
        var newBase = RecordBase(remote, sequence: sequence)
        if isDirty { newBase.forget(what: merged, holds: remote) }
        return Reconciliation(
            record: merged, base: newBase, isDirty: isDirty,
            conflicts: conflicts(with: remote, over: base, isLost: isLost, in: merged))
    }

    /// The registers that were written on both sides since `base`, with different values.
    private func conflicts(
        with remote: Record, over base: RecordBase?, isLost: Bool, in merged: Record
    ) -> [RecordConflict] {
        // Nobody is asked about what a sync itself has written.
        guard kind.isContent else { return [] }
        let base = base ?? creation(knownTo: remote)
        var conflicts: [RecordConflict] = []
        func note(_ name: String, _ mine: (JSONValue, Stamp), _ theirs: (JSONValue, Stamp), _ known: Stamp?) {
            // What the remote has from before the base is what a backup brought back, and nothing new; what was there
            // from the beginning, whoever has the record has seen.
            guard mine.1 != known || isLost && mine.1 != remote.origin, theirs.1.isLater(than: known),
                mine.1 != theirs.1,
                !mine.1.knows(theirs.1), !theirs.1.knows(mine.1), !mine.0.means(theirs.0, in: name)
            else { return }
            let (lost, kept) = mine.1 < theirs.1 ? (mine, theirs) : (theirs, mine)
            conflicts.append(
                RecordConflict(register: name, lost: lost.0, lostStamp: lost.1, kept: kept.0, keptStamp: kept.1))
        }
        func cell(_ record: Record, _ name: String) -> (JSONValue, Stamp) {
            (record.registers[name]?.value ?? .null, record.stamp(of: name))
        }
        for name in Set(registers.keys).union(remote.registers.keys).sorted() where name != TagRegister.used.rawValue {
            // A record that both sides made has no register that only one of them wrote, unless it says so.
            note(name, cell(self, name), cell(remote, name), base?.stamp(of: name))
        }
        for (id, mine) in elements.sorted(by: { $0.key < $1.key }) {
            guard let theirs = remote.elements[id] else { continue }
            note(
                RegisterName.element(id).text, (.bool(mine.isPresent), mine.stamp),
                (.bool(theirs.isPresent), theirs.stamp), base?.elements[id])
        }
        noteDeletion(with: remote, over: base, isLost: isLost, in: merged, &conflicts)
        return conflicts
    }

    /// What a remote has that has the record as it was made here, though nothing is known of that: no answer to its commit
    /// came. nil where it was made elsewhere.
    private func creation(knownTo remote: Record) -> RecordBase? {
        guard origin == remote.origin, origin.device != .shared else { return nil }
        var made = self
        made.registers = [:]
        made.elements = elements.filter { $0.value.stamp == origin }
        made.deletion = nil
        return RecordBase(made, sequence: 0)
    }

    /// A record that one side deleted while the other wrote to it: one of them does not get what it saw.
    private func noteDeletion(
        with remote: Record, over base: RecordBase?, isLost: Bool, in merged: Record,
        _ conflicts: inout [RecordConflict]
    ) {
        guard let base, isDeleted != remote.isDeleted else { return }
        let known = isLost ? RecordBase(remote, sequence: base.sequence) : base
        let (deleted, edited) = isDeleted ? (self, remote) : (remote, self)
        guard let deletion = deleted.deletion, deleted.hasDeletion(laterThan: isDeleted ? known : base) else { return }
        let stamp = deletion.stamp ?? deleted.origin
        let edits = edited.content(laterThan: isDeleted ? base : known).filter { name, edit in
            // Of two merges the other way round the later one stands, and no tagging is lost.
            let isMerge =
                name == .register(TagRegister.used.rawValue)
                && deleted.registers[TagRegister.mergedInto.rawValue]?.value.string != nil
            return !isMerge && !stamp.knows(edit) && edit.isLater(than: deleted.stamp(of: name))
        }
        guard let edit = edits.values.max(), !edited.contentStamp.knows(stamp) else { return }
        let state = (deletion.value, stamp)
        let (lost, kept) =
            merged.isDeleted ? ((JSONValue.null, edit), state) : (state, (.null, edited.contentStamp))
        conflicts.append(
            RecordConflict(
                register: RecordConflict.deletion, lost: lost.0, lostStamp: lost.1, kept: kept.0, keptStamp: kept.1))
    }
}

extension Record {
    /// When registers and elements were written, by name, of those that were after what a remote has.
    private func content(laterThan base: RecordBase) -> [RegisterName: Stamp] {
        var content: [RegisterName: Stamp] = [:]
        for name in registers.keys where stamp(of: name).isLater(than: base.stamp(of: name)) {
            content[.register(name)] = stamp(of: name)
        }
        for (id, element) in elements where element.stamp.isLater(than: base.elements[id]) {
            content[.element(id)] = element.stamp
        }
        return content
    }

    private func stamp(of name: RegisterName) -> Stamp? {
        switch name {
        case .register(let name): stamp(of: name)
        case .element(let id): elements[id]?.stamp
        case .deletion: deletion.map { $0.stamp ?? origin }
        }
    }

    /// Whether it was deleted, or its deletion taken back, after what a remote has.
    private func hasDeletion(laterThan base: RecordBase) -> Bool {
        deletion.map { ($0.stamp ?? origin).isLater(than: base.deletion) } ?? false
    }
}

extension RecordBase {
    /// Where equal stamps stand for different values, the stamp says nothing: forgotten, the register counts as
    /// unknown to the remote.
    fileprivate mutating func forget(what merged: Record, holds remote: Record) {
        for (name, register) in merged.registers
        where register.value != remote.registers[name]?.value ?? .null && merged.stamp(of: name) == stamp(of: name) {
            stamps[name] = .unknown
        }
        for (id, element) in merged.elements
        where elements[id] == element.stamp && element.isPresent != remote.elements[id]?.isPresent {
            elements[id] = nil
        }
        if let deletion = merged.deletion, deletion.value != remote.deletion?.value,
            deletion.stamp ?? merged.origin == self.deletion
        {
            self.deletion = nil
        }
    }
}

extension Stamp {
    func isLater(than known: Stamp?) -> Bool { known.map { self > $0 } ?? true }

    /// Whether whoever gave it had given an earlier one too, and so has seen what was written then: a commit whose answer
    /// was lost comes back as one of the remote's.
    package func knows(_ earlier: Stamp) -> Bool {
        device == earlier.device && device != .shared && earlier < self
    }

    /// Before all others: that of a writing nobody knows.
    package static let unknown = Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 0))
}

extension JSONValue {
    /// Whether two values of a register say the same to a person: done is done whenever it was, and an accent may be spelt
    /// in two ways.
    fileprivate func means(_ other: JSONValue, in register: String) -> Bool {
        if self == other { return true }
        if register == TodoRegister.completion.rawValue { return (asCompletion == nil) == (other.asCompletion == nil) }
        switch (self, other) {
        // Swift compares texts as Unicode does.
        case (.string(let left), .string(let right)):
            return left.precomposedStringWithCanonicalMapping == right.precomposedStringWithCanonicalMapping
        default: return false
        }
    }
}
