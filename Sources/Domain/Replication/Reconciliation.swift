import Foundation
package import JSON

/// A register that was written both here and on another device, independently. The earlier write lost; this keeps its
/// value.
package struct RecordConflict: Hashable, Sendable {
    /// The name of the register (`RegisterName`): `tags.<id>` for an element, ``deletion`` for a record that was
    /// deleted here and edited there.
    package let register: String
    /// The value that was written earlier and lost.
    package let lost: JSONValue
    /// When and where the lost value was written.
    package let lostStamp: Stamp
    /// The current value.
    package let kept: JSONValue
    /// When and where the current value was written.
    package let keptStamp: Stamp
    /// Distinguishes it from other conflicts of its register: the stamp of the value that lost, or of the deletion if
    /// many uses conflict with it.
    package let identity: Stamp

    /// The name of the deletion register.
    package static let deletion = RegisterName.deletion.text

    /// A conflict.
    /// - Parameter identity: nil for `lostStamp`.
    package init(
        register: String, lost: JSONValue, lostStamp: Stamp, kept: JSONValue, keptStamp: Stamp, identity: Stamp? = nil
    ) {
        self.register = register
        self.lost = lost
        self.lostStamp = lostStamp
        self.kept = kept
        self.keptStamp = keptStamp
        self.identity = identity ?? lostStamp
    }
}

/// The result of merging the remote's version into a record.
package struct Reconciliation: Hashable, Sendable {
    /// The merged record.
    package let record: Record
    /// The state that the remote is now known to have.
    package let base: RecordBase
    /// Whether there is something to send to the remote.
    package let isDirty: Bool
    /// The registers that were written on both sides.
    package let conflicts: [RecordConflict]
}

extension Record {
    /// Merges the remote's version into this one.
    /// - Parameters:
    ///   - base: the state that the remote was known to have before; nil if it was not known to have the record.
    ///   - isLost: whether the remote was restored from a backup older than the base. Other devices may then not have
    ///     seen its former state.
    ///   - sequence: the number of the commit that wrote the remote's version.
    ///   - isUnsound: whether the remote's version has to be written again (`IncomingRecord/isUnsound`).
    package func reconciled(
        with remote: Record, over base: RecordBase?, isLost: Bool = false, at sequence: Int64, isUnsound: Bool = false
    ) -> Reconciliation {
        let merged = mergingAlarmStates(with: remote, over: base)
        let remote = remote.normalized()
        let isDirty = isUnsound || merged != remote
        var newBase = RecordBase(remote, sequence: sequence)
        if isDirty { newBase.forget(what: merged, holds: remote) }
        if isUnsound { newBase.distrust(remote) }
        return Reconciliation(
            record: merged, base: newBase, isDirty: isDirty,
            conflicts: conflicts(with: remote, over: base, isLost: isLost, in: merged))
    }

    /// The registers that were written on both sides since `base`, with different values.
    private func conflicts(
        with remote: Record, over base: RecordBase?, isLost: Bool, in merged: Record
    ) -> [RecordConflict] {
        // People are not asked about what a sync itself wrote.
        guard kind.isContent else { return [] }
        let base = base ?? creation(knownTo: remote)
        var conflicts: [RecordConflict] = []
        func note(_ name: String, _ mine: (JSONValue, Stamp), _ theirs: (JSONValue, Stamp), _ known: Stamp?) {
            // A value that is older than the base was brought back by a backup and is not new. The original values have
            // been seen by every device that has the record.
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
        for name in Set(registers.keys).union(remote.registers.keys).sorted()
        where name != TagRegister.used.rawValue && kind.countsAsEdit(name) {
            // If both sides made the record, a register counts as written on one side only if a stamp shows it.
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

    /// The base of a record that the remote has as it was created here, although the answer to that commit was lost.
    /// nil if another device created it.
    private func creation(knownTo remote: Record) -> RecordBase? {
        guard origin == remote.origin, origin.device != .shared else { return nil }
        var made = self
        made.registers = [:]
        made.elements = elements.filter { $0.value.stamp == origin }
        made.deletion = nil
        return RecordBase(made, sequence: 0)
    }

    /// Notes the conflict of a record that one side deleted while the other edited it. Either result may surprise a
    /// person.
    private func noteDeletion(
        with remote: Record, over base: RecordBase?, isLost: Bool, in merged: Record,
        _ conflicts: inout [RecordConflict]
    ) {
        guard let base, isDeleted != remote.isDeleted else { return }
        let known = isLost ? RecordBase(remote, sequence: base.sequence) : base
        let (deleted, edited) = isDeleted ? (self, remote) : (remote, self)
        guard let deletion = deleted.deletion, deleted.hasDeletion(laterThan: isDeleted ? known : base) else { return }
        let stamp = deletion.stamp ?? deleted.origin
        let before = isDeleted ? base : known
        // All writes of one action have one stamp. If only some of the registers with that stamp are new, another
        // program has written out values that are usually left out.
        let seen = Set(before.allStamps).filter { $0.device != .shared }
        let edits = edited.content(laterThan: before).filter { name, edit in
            // When two records were merged into each other, the later merge wins, and no tag assignment is lost.
            let isMerge =
                name == .register(TagRegister.used.rawValue)
                && deleted.registers[TagRegister.mergedInto.rawValue]?.value.string != nil
            return !isMerge && !seen.contains(edit) && !stamp.knows(edit) && edit.isLater(than: deleted.stamp(of: name))
        }
        guard let edit = edits.values.max(), !edited.contentStamp.knows(stamp) else { return }
        let state = (deletion.value, stamp)
        let (lost, kept) = merged.isDeleted ? ((JSONValue.null, edit), state) : (state, (.null, edited.presenceStamp))
        conflicts.append(
            RecordConflict(
                register: RecordConflict.deletion, lost: lost.0, lostStamp: lost.1, kept: kept.0, keptStamp: kept.1))
    }
}

extension Record {
    /// The registers and elements that were written later than `base`, with their stamps.
    private func content(laterThan base: RecordBase) -> [RegisterName: Stamp] {
        var content: [RegisterName: Stamp] = [:]
        for name in registers.keys
        where kind.countsAsEdit(name) && stamp(of: name).isLater(than: base.stamp(of: name)) {
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

    /// Whether its deletion, or the undoing of it, is later than `base`.
    private func hasDeletion(laterThan base: RecordBase) -> Bool {
        deletion.map { ($0.stamp ?? origin).isLater(than: base.deletion) } ?? false
    }
}

extension RecordBase {
    /// Removes from the base the stamps that mean different values on either side. Such a stamp proves nothing, so the
    /// remote's value of the register counts as unknown.
    fileprivate mutating func forget(what merged: Record, holds remote: Record) {
        let known = Set(merged.kind.registerNames)
        // A register of the kind that the record lacks counts as null with the origin's stamp.
        func value(of name: String, in record: Record) -> JSONValue? {
            record.registers[name]?.value ?? (known.contains(name) ? .null : nil)
        }
        for name in Set(merged.registers.keys).union(remote.registers.keys)
        where merged.stamp(of: name) == stamp(of: name) && value(of: name, in: merged) != value(of: name, in: remote) {
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
    package func isLater(than known: Stamp?) -> Bool { known.map { self > $0 } ?? true }

    /// Whether the device that made this stamp had also made an earlier one, and so knew its own earlier value. This
    /// recognizes a commit whose answer was lost when the remote sends it back.
    package func knows(_ earlier: Stamp) -> Bool {
        device == earlier.device && device != .shared && earlier < self
    }

    /// Before all others: the stamp of an unknown write.
    package static let unknown = Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 0))
}

extension JSONValue {
    /// Whether two values of a register mean the same to a person. A to-do is done at any time of completion, and
    /// accents may be composed or not.
    fileprivate func means(_ other: JSONValue, in register: String) -> Bool {
        if self == other { return true }
        if register == TodoRegister.completion.rawValue { return (asCompletion == nil) == (other.asCompletion == nil) }
        switch (self, other) {
        // Swift compares strings by canonical equivalence.
        case (.string(let left), .string(let right)):
            return left.precomposedStringWithCanonicalMapping == right.precomposedStringWithCanonicalMapping
        default: return false
        }
    }
}
