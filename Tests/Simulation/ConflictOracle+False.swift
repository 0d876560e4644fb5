import JSON
import TodoDomain

// Recorded conflicts that are not conflicts.
extension ConflictOracle {
    /// Whether one of the two was written after its author saw the other, or both say the same.
    func isFalse(_ note: Note) -> Bool {
        // An author that was never told that an edit arrived cannot know that another was made over it.
        guard !isAmbiguous([note.lost, note.kept]), !unanswered.contains(note.lost) else { return false }
        if note.cell.isOrder { return true }
        if !hasCopies, restores == 0, let isCircle = isCircle(note) { return !isCircle }
        if note.cell.name == Self.deletion { return isFalseDeletion(note) }
        guard let found = writings[note.cell], let lost = found[note.lost], let kept = found[note.kept] else {
            return false
        }
        if Self.isSame(lost.value, kept.value, note.cell) { return true }
        // The version before makes its copy of a record without the fields that it does not know. A field that was empty from
        // the beginning is then sent again, as if somebody had emptied it.
        if hasForeigners, lost.value.isNull, lost.replaced == nil, note.cell.isUnknownBefore, !isMadeOnce(note.cell.key)
        {
            return false
        }
        guard isKnown(lost, kept) else { return false }
        return isSeen(lost, by: kept, found) || isSeen(kept, by: lost, found)
    }

    /// Which of two copies of a device wrote something cannot be told, nor that two identities of a device, which takes
    /// another one when its clock was wrong, or imports a file, are one; nor whether who wrote over an edit that a
    /// restoration took away had seen it before. What the newer client sends after one, it sends as it always did. If it has
    /// sent so much that the head no longer shows what a device had sent, the device may take its own edit for lost.
    private func isKnown(_ lost: Writing, _ kept: Writing) -> Bool {
        guard !hasCopies, !isOutrun, lost.restores == restores, kept.restores == restores,
            restores == 0 || !lost.isForeign && !kept.isForeign
        else { return false }
        return lost.author != kept.author || lost.stamp.device == kept.stamp.device && lost.stamp.device != .shared
    }

    /// Whether who deleted a record had seen the edit, or who edited it the deletion.
    private func isFalseDeletion(_ note: Note) -> Bool {
        // An edit that takes a deletion back is about the deletion and about the value.
        let deletions = (writings[note.cell] ?? [:]).filter { !$0.value.value.isNull }
        guard let deletion = deletions[note.lost] ?? deletions[note.kept] else { return false }
        let other = deletion.stamp == note.lost ? note.kept : note.lost
        let edits = writings.compactMap { cell, found -> (cell: Cell, edit: Writing)? in
            guard cell != note.cell, let edit = found[other],
                cell.key == note.cell.key || cell.used(edit.value) == note.cell.key
            else { return nil }
            return (cell, edit)
        }
        return !edits.isEmpty
            && edits.allSatisfy { cell, edit in
                isKnown(deletion, edit)
                    && (deletion.seen.contains(Sight(cell: cell, stamp: edit.stamp))
                        || edit.seen.contains(Sight(cell: note.cell, stamp: deletion.stamp)))
            }
    }

    private func isSeen(_ earlier: Writing, by later: Writing, _ found: [Stamp: Writing]) -> Bool {
        var stamp = later.replaced
        var passed: Set<Stamp> = []
        while let current = stamp, passed.insert(current).inserted {
            if current == earlier.stamp { return true }
            stamp = found[current]?.replaced
        }
        return false
    }
}
