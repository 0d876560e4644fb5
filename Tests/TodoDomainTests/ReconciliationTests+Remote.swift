import JSON
import Testing
import TodoDomain

/// A remote that is not as this device knew it.
extension ReconciliationTests {
    // MARK: A remote that was restored from a backup

    /// Merges what the remote has after a restoration that removed what is known.
    private func reconcileLost(
        _ known: (inout Record) -> Void, mine: (inout Record) -> Void = { _ in }, theirs: (inout Record) -> Void
    ) -> Reconciliation {
        var (left, right) = (common, common)
        known(&left)
        let base = RecordBase(left, sequence: 7)
        mine(&left)
        theirs(&right)
        return left.reconciled(with: right, over: base, isLost: true, at: 9)
    }

    @Test("what a restored remote had lost, and somebody wrote over, was lost without being seen")
    func lostAndWrittenOver() {
        let title = reconcileLost({ $0.registers["title"] = .init("known", at(5)) }) {
            $0.registers["title"] = .init("theirs", at(6))
        }
        #expect(title.conflicts == [conflict("title", lost: "known", 5, kept: "theirs", 6)])
        let tag = reconcileLost({ $0.elements["shop"] = .init(isPresent: true, stamp: at(5)) }) {
            $0.elements["shop"] = .init(isPresent: false, stamp: at(6))
        }
        #expect(tag.conflicts == [conflict("tags.shop", lost: true, 5, kept: false, 6)])
        let edited = reconcileLost({ $0.registers["title"] = .init("known", at(5)) }) {
            $0.registers["title"] = .init("theirs", at(7))
        } theirs: {
            $0.registers["title"] = .init("theirs", at(6))
        }
        #expect(edited.conflicts.isEmpty, "equal values")
        let deletion = reconcileLost({ $0.deletion = .init(5, at(5)) }) {
            $0.registers["title"] = .init("theirs", at(6))
        }
        #expect(deletion.conflicts == [conflict("deleted", lost: 5, 5, kept: .null, 6)])
        let deleted = reconcileLost({ $0.registers["title"] = .init("known", at(5)) }) {
            $0.deletion = .init(6, at(6))
        }
        #expect(deleted.conflicts == [conflict("deleted", lost: .null, 5, kept: 6, 6)])
    }

    @Test("what a backup brought back is no edit")
    func broughtBack() {
        let known: (inout Record) -> Void = {
            $0.registers["title"] = .init("known", at(5))
            $0.elements["shop"] = .init(isPresent: true, stamp: at(5))
        }
        #expect(reconcileLost(known) { _ in }.conflicts.isEmpty)
        #expect(reconcileLost(known) { _ in }.isDirty)
        let edited = reconcileLost(known) {
            $0.registers["title"] = .init("mine", at(6))
            $0.elements["shop"] = .init(isPresent: false, stamp: at(6))
        } theirs: { _ in
        }
        #expect(edited.conflicts.isEmpty)
        let deleted = reconcileLost({
            known(&$0); $0.deletion = .init(6, at(6))
        }) { _ in }
        #expect(deleted.conflicts.isEmpty)
        // The same holds if nothing shows that the base is lost.
        let unaware = reconcileOver(known) { $0.registers["title"] = .init("mine", at(6)) }
        #expect(unaware.conflicts.isEmpty && unaware.isDirty)
    }

    private func reconcileOver(_ known: (inout Record) -> Void, mine: (inout Record) -> Void) -> Reconciliation {
        var left = common
        known(&left)
        let base = RecordBase(left, sequence: 7)
        mine(&left)
        return left.reconciled(with: common, over: base, at: 9)
    }

    // MARK: What is known of the remote, and what the remote lacks

    @Test("the remote's version is the new base, under the number of its commit; what it lacks makes the record dirty")
    func base() {
        let theirs = reconcile { _ in
        } _: {
            $0.registers["title"] = .init("theirs", at(5))
        }
        #expect(!theirs.isDirty && theirs.base.sequence == 9)
        #expect(theirs.record.difference(from: theirs.base).isEmpty)
        let mine = reconcile {
            $0.registers["title"] = .init("mine", at(5))
            $0.elements["new"] = .init(isPresent: true, stamp: at(5))
        } _: {
            $0.registers["notes"] = .init("theirs", at(6))
        }
        #expect(mine.isDirty)
        let difference = mine.record.difference(from: mine.base)
        #expect(difference.registers == ["title"] && difference.elements == ["new"] && !difference.deletion)
    }

    @Test(
        "equal stamps with different values are none; the base forgets that stamp, so that the value that wins is sent")
    func ties() {
        // The greater canonical JSON wins on either side.
        let winsHere = reconcile {
            $0.registers["title"] = .init("z", at(5))
        } _: {
            $0.registers["title"] = .init("a", at(5))
        }
        #expect(winsHere.conflicts.isEmpty && winsHere.isDirty)
        #expect(winsHere.record.difference(from: winsHere.base).registers == ["title"])
        let winsThere = reconcile {
            $0.registers["title"] = .init("a", at(5))
        } _: {
            $0.registers["title"] = .init("z", at(5))
        }
        #expect(winsThere.conflicts.isEmpty && !winsThere.isDirty)
        #expect(winsThere.record.difference(from: winsThere.base).isEmpty)
        // The same holds if the field itself is missing there.
        let field = reconcile {
            $0.registers["later"] = .init("z")
        } _: { _ in
        }
        #expect(field.isDirty && field.record.difference(from: field.base).registers == ["later"])
    }

    @Test("of a tag put on and taken off with one stamp, the base forgets the stamp where it was taken off")
    func elementTies() {
        let mine = reconcile {
            $0.elements["shop"] = .init(isPresent: true, stamp: at(5))
        } _: {
            $0.elements["shop"] = .init(isPresent: false, stamp: at(5))
        }
        #expect(mine.conflicts.isEmpty && mine.isDirty)
        #expect(mine.record.difference(from: mine.base).elements == ["shop"])
        let theirs = reconcile {
            $0.elements["shop"] = .init(isPresent: false, stamp: at(5))
        } _: {
            $0.elements["shop"] = .init(isPresent: true, stamp: at(5))
        }
        #expect(theirs.conflicts.isEmpty && !theirs.isDirty)
        #expect(theirs.record.difference(from: theirs.base).isEmpty)
    }

    @Test("of two deletions with one stamp, the base forgets the stamp where the remote's is not the one that stands")
    func deletionTies() {
        let mine = reconcile {
            $0.deletion = .init(6, at(5))
        } _: {
            $0.deletion = .init(5, at(5))
        }
        #expect(mine.isDirty && mine.record.difference(from: mine.base).deletion)
        let theirs = reconcile {
            $0.deletion = .init(5, at(5))
        } _: {
            $0.deletion = .init(6, at(5))
        }
        #expect(!theirs.isDirty && !theirs.record.difference(from: theirs.base).deletion)
    }
}
