import JSON

/// A register that was written here and elsewhere, neither knowing of the other. The earlier writing lost, and is kept.
struct RecordConflict: Hashable, Sendable {
    /// The register; `tags.<id>` for an element, ``deletion`` for a record deleted here and edited there.
    let register: String
    /// What was written earlier, and lost.
    let lost: JSONValue
    /// When and where the lost value was written.
    let lostStamp: Stamp
    /// What stands now.
    let kept: JSONValue
    /// When and where that was written.
    let keptStamp: Stamp

    /// The name of the deletion register.
    static let deletion = "deleted"
    /// What the names of set elements begin with.
    static let elementPrefix = "tags."

    /// A conflict.
    init(register: String, lost: JSONValue, lostStamp: Stamp, kept: JSONValue, keptStamp: Stamp) {
        (self.register, self.lost, self.lostStamp) = (register, lost, lostStamp)
        (self.kept, self.keptStamp) = (kept, keptStamp)
    }
}

/// What becomes of a record when the remote's version of it arrives.
struct Reconciliation: Hashable, Sendable {
    /// The record as it is here from now on.
    let record: Record
    /// What the remote is known to have.
    let base: RecordBase
    /// Whether there is something that the remote has to be sent.
    let isDirty: Bool
    /// What was written on both sides.
    let conflicts: [RecordConflict]
}

extension Record {
    /// Merges the remote's version into this one.
    /// - Parameters:
    ///   - base: what the remote was known to have before; nil where it was not known to have the record.
    ///   - sequence: the number of the commit that brought the remote's version.
    func reconciled(with remote: Record, over base: RecordBase?, at sequence: Int64) -> Reconciliation {
        let merged = merged(with: remote)
        let remote = remote.normalized()
        let isDirty = merged != remote
        var newBase = RecordBase(remote, sequence: sequence)
        if isDirty { newBase.forget(what: merged, holds: remote) }
        return Reconciliation(
            record: merged, base: newBase, isDirty: isDirty, conflicts: conflicts(with: remote, over: base, in: merged))
    }

    /// The registers that were written on both sides since `base`, with different values.
    private func conflicts(with remote: Record, over base: RecordBase?, in merged: Record) -> [RecordConflict] {
        var conflicts: [RecordConflict] = []
        func note(_ name: String, _ mine: (JSONValue, Stamp), _ theirs: (JSONValue, Stamp), _ known: Stamp?) {
            guard mine.1 != known, theirs.1 != known, mine.1 != theirs.1, mine.0 != theirs.0 else { return }
            let (lost, kept) = mine.1 < theirs.1 ? (mine, theirs) : (theirs, mine)
            conflicts.append(
                RecordConflict(register: name, lost: lost.0, lostStamp: lost.1, kept: kept.0, keptStamp: kept.1))
        }
        func cell(_ record: Record, _ name: String) -> (JSONValue, Stamp) {
            (record.registers[name]?.value ?? .null, record.stamp(of: name))
        }
        for name in Set(registers.keys).union(remote.registers.keys).sorted() {
            // A record that both sides made has no register that only one of them wrote, unless it says so.
            note(name, cell(self, name), cell(remote, name), base?.stamp(of: name))
        }
        for (id, mine) in elements.sorted(by: { $0.key < $1.key }) {
            guard let theirs = remote.elements[id] else { continue }
            note(
                RecordConflict.elementPrefix + id, (.bool(mine.isPresent), mine.stamp),
                (.bool(theirs.isPresent), theirs.stamp), base?.elements[id])
        }
        noteDeletion(with: remote, over: base, in: merged, &conflicts)
        return conflicts
    }

    /// A record that one side deleted while the other wrote to it: one of them does not get what it saw.
    private func noteDeletion(
        with remote: Record, over base: RecordBase?, in merged: Record, _ conflicts: inout [RecordConflict]
    ) {
        guard let base, isDeleted != remote.isDeleted else { return }
        let (deleted, edited) = isDeleted ? (self, remote) : (remote, self)
        let written = edited.difference(from: base)
        guard deleted.difference(from: base).deletion, let deletion = deleted.deletion,
            !written.registers.isEmpty || !written.elements.isEmpty
        else { return }
        let state = (deletion.value, deletion.stamp ?? deleted.origin)
        let (lost, kept) =
            merged.isDeleted ? ((JSONValue.null, edited.contentStamp), state) : (state, (.null, edited.contentStamp))
        conflicts.append(
            RecordConflict(
                register: RecordConflict.deletion, lost: lost.0, lostStamp: lost.1, kept: kept.0, keptStamp: kept.1))
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
    /// Before all others: that of a writing nobody knows.
    fileprivate static let unknown = Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 0))
}
