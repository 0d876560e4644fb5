import JSON
import Testing
import TodoDomain

/// What was written on both sides and must not be lost without a trace, and what still has to be sent.
@Suite("Reconciliation")
struct ReconciliationTests {
    // Time 1 is that of the creation; both sides have seen what was written at 2.
    var common: Record {
        replica {
            $0.registers = ["title": .init("Milk"), "notes": .init("two", at(2)), "future": .init("f", at(2))]
            $0.elements = ["home": .init(isPresent: true, stamp: at(2)), "shop": .init(isPresent: false, stamp: at(2))]
        }
    }

    func replica(_ edit: (inout Record) -> Void) -> Record {
        var record = Record(kind: .todo, id: "todo", createdAt: 5, origin: at(1))
        edit(&record)
        return record
    }

    /// Each time belongs to another device, unless one is named.
    func at(_ milliseconds: Int64, by device: UInt64? = nil) -> Stamp {
        Stamp(milliseconds: milliseconds, counter: 0, device: DeviceID(rawValue: device ?? UInt64(milliseconds)))
    }

    func reconcile(
        known: Bool = true, _ mine: (inout Record) -> Void, _ theirs: (inout Record) -> Void
    ) -> Reconciliation {
        var (left, right) = (common, common)
        mine(&left)
        theirs(&right)
        return left.reconciled(with: right, over: known ? RecordBase(common, sequence: 7) : nil, at: 9)
    }

    func conflict(
        _ register: String, lost: JSONValue, _ lostTime: Int64, kept: JSONValue, _ keptTime: Int64
    ) -> RecordConflict {
        RecordConflict(
            register: register, lost: lost, lostStamp: at(lostTime), kept: kept, keptStamp: at(keptTime))
    }

    // MARK: Registers

    @Test("of a register written on both sides the earlier value is kept, whichever side it is on")
    func bothWrote() {
        let lostHere = reconcile {
            $0.registers["title"] = .init("mine", at(5))
        } _: {
            $0.registers["title"] = .init("theirs", at(6))
        }
        #expect(lostHere.conflicts == [conflict("title", lost: "mine", 5, kept: "theirs", 6)])
        #expect(!lostHere.isDirty && lostHere.record.registers["title"]?.value == "theirs")
        let lostThere = reconcile {
            $0.registers["title"] = .init("mine", at(6))
        } _: {
            $0.registers["title"] = .init("theirs", at(5))
        }
        #expect(lostThere.conflicts == [conflict("title", lost: "theirs", 5, kept: "mine", 6)])
        #expect(lostThere.isDirty && lostThere.record.registers["title"]?.value == "mine")
    }

    @Test("a register that only one side wrote is none, nor are two registers that two sides wrote")
    func oneWrote() {
        #expect(
            reconcile {
                $0.registers["title"] = .init("mine", at(5))
            } _: { _ in
            }.conflicts.isEmpty)
        #expect(
            reconcile { _ in
            } _: {
                $0.registers["title"] = .init("theirs", at(5))
            }.conflicts.isEmpty)
        #expect(
            reconcile { _ in
            } _: {
                $0.registers["notes"] = .init("theirs", at(5))
            }.conflicts.isEmpty)
        #expect(
            reconcile {
                $0.registers["notes"] = .init("mine", at(5))
            } _: { _ in
            }.conflicts.isEmpty)
        let two = reconcile {
            $0.registers["title"] = .init("mine", at(5))
        } _: {
            $0.registers["notes"] = .init("theirs", at(6))
        }
        #expect(two.conflicts.isEmpty && two.isDirty)
    }

    @Test("the same value written on both sides is none")
    func equalValues() {
        let both = reconcile {
            $0.registers["title"] = .init("same", at(5))
        } _: {
            $0.registers["title"] = .init("same", at(6))
        }
        #expect(both.conflicts.isEmpty && !both.isDirty)
    }

    @Test("a register that one side emptied and the other wrote is one, also where its field is gone")
    func emptied() {
        let lostHere = reconcile {
            $0.registers["notes"] = .init(.null, at(5))
        } _: {
            $0.registers["notes"] = .init("theirs", at(6))
        }
        #expect(lostHere.conflicts == [conflict("notes", lost: .null, 5, kept: "theirs", 6)])
        let lostThere = reconcile {
            $0.registers["notes"] = .init("mine", at(5))
        } _: {
            $0.registers["notes"] = .init(.null, at(6))
        }
        #expect(lostThere.conflicts == [conflict("notes", lost: "mine", 5, kept: .null, 6)])
    }

    @Test("a register that a newer version has written is like any other")
    func unknownRegister() {
        let both = reconcile {
            $0.registers["future"] = .init("mine", at(5))
        } _: {
            $0.registers["future"] = .init("theirs", at(6))
        }
        #expect(both.conflicts == [conflict("future", lost: "mine", 5, kept: "theirs", 6)])
        // The first time it is written, on both sides.
        let first = reconcile {
            $0.registers["later"] = .init("mine", at(6))
        } _: {
            $0.registers["later"] = .init("theirs", at(5))
        }
        #expect(first.conflicts == [conflict("later", lost: "theirs", 5, kept: "mine", 6)])
        #expect(
            reconcile {
                $0.registers["later"] = .init("mine", at(6))
            } _: { _ in
            }.conflicts.isEmpty)
        #expect(
            reconcile { _ in
            } _: {
                $0.registers["later"] = .init("theirs", at(6))
            }.conflicts.isEmpty)
    }

    @Test("two sides that made one record have both written all of it, under the stamps of its creation")
    func madeTwice() {
        let mine = replica { $0.registers = ["title": .init("mine"), "priority": .init("high")] }
        var theirs = replica { $0.registers = ["title": .init("theirs")] }
        theirs.origin = at(3)
        let result = mine.reconciled(with: theirs, over: nil, at: 9)
        #expect(
            result.conflicts == [
                conflict("priority", lost: "high", 1, kept: .null, 3),
                conflict("title", lost: "mine", 1, kept: "theirs", 3),
            ])
        #expect(result.isDirty, "the origin is the earlier one")
    }

    @Test("conflicts are listed by their registers, tags after the others")
    func order() {
        let many = reconcile {
            $0.registers = ["title": .init("a", at(5)), "notes": .init("b", at(5)), "due": .init("c", at(5))]
            $0.elements["home"] = .init(isPresent: false, stamp: at(5))
            $0.elements["shop"] = .init(isPresent: true, stamp: at(5))
        } _: {
            $0.registers = ["title": .init("d", at(6)), "notes": .init("e", at(6)), "due": .init("f", at(6))]
            $0.elements["home"] = .init(isPresent: true, stamp: at(6))
            $0.elements["shop"] = .init(isPresent: false, stamp: at(6))
        }
        #expect(many.conflicts.map(\.register) == ["due", "notes", "title", "tags.home", "tags.shop"])
    }

    // MARK: Elements

    @Test("a tag put on by one side and taken off by the other is one, whichever comes later")
    func elements() {
        let lostHere = reconcile {
            $0.elements["shop"] = .init(isPresent: true, stamp: at(5))
        } _: {
            $0.elements["shop"] = .init(isPresent: false, stamp: at(6))
        }
        #expect(lostHere.conflicts == [conflict("tags.shop", lost: true, 5, kept: false, 6)])
        let lostThere = reconcile {
            $0.elements["shop"] = .init(isPresent: true, stamp: at(6))
        } _: {
            $0.elements["shop"] = .init(isPresent: false, stamp: at(5))
        }
        #expect(lostThere.conflicts == [conflict("tags.shop", lost: false, 5, kept: true, 6)])
    }

    @Test("a tag that only one side touched, or both alike, is none")
    func elementsOfOneSide() {
        #expect(
            reconcile {
                $0.elements["home"] = .init(isPresent: false, stamp: at(5))
            } _: { _ in
            }.conflicts.isEmpty)
        #expect(
            reconcile { _ in
            } _: {
                $0.elements["home"] = .init(isPresent: false, stamp: at(5))
            }.conflicts.isEmpty)
        #expect(
            reconcile {
                $0.elements["new"] = .init(isPresent: true, stamp: at(5))
            } _: { _ in
            }.conflicts.isEmpty)
        #expect(
            reconcile { _ in
            } _: {
                $0.elements["new"] = .init(isPresent: true, stamp: at(5))
            }.conflicts.isEmpty)
        let alike = reconcile {
            $0.elements["shop"] = .init(isPresent: true, stamp: at(5))
        } _: {
            $0.elements["shop"] = .init(isPresent: true, stamp: at(6))
        }
        #expect(alike.conflicts.isEmpty)
    }

    // MARK: Deletions

    @Test("a deletion and an edit that do not know of each other: what loses is kept")
    func deletionAgainstEdit() {
        let delete: (inout Record) -> Void = { $0.deletion = .init(5, at(5)) }
        let earlier: (inout Record) -> Void = { $0.registers["title"] = .init("edited", at(4)) }
        let later: (inout Record) -> Void = { $0.registers["title"] = .init("edited", at(6)) }
        let editLost = [conflict("deleted", lost: .null, 4, kept: 5, 5)]
        let deletionLost = [conflict("deleted", lost: 5, 5, kept: .null, 6)]
        #expect(reconcile(delete, earlier).conflicts == editLost)
        #expect(reconcile(earlier, delete).conflicts == editLost)
        #expect(reconcile(delete, later).conflicts == deletionLost)
        #expect(reconcile(later, delete).conflicts == deletionLost)
    }

    @Test("a deletion that loses to another one being taken back names that, not an edit that it had seen")
    func deletionAgainstRevival() {
        let delete: (inout Record) -> Void = { $0.deletion = .init(5, at(5)) }
        let takeBack: (inout Record) -> Void = {
            $0.registers["notes"] = .init("edited", at(4))
            $0.deletion = .init(.null, at(8))
        }
        let deletionLost = [conflict("deleted", lost: 5, 5, kept: .null, 8)]
        #expect(reconcile(delete, takeBack).conflicts == deletionLost)
        #expect(reconcile(takeBack, delete).conflicts == deletionLost)
    }

    @Test("a deletion that meets what a newer program wrote out with a stamp that was known is none")
    func deletionAgainstWrittenOut() {
        let delete: (inout Record) -> Void = { $0.deletion = .init(5, at(5)) }
        let writeOut: (inout Record) -> Void = { $0.registers["priority"] = .init(.null, at(2)) }
        #expect(reconcile(delete, writeOut).conflicts.isEmpty)
        #expect(reconcile(writeOut, delete).conflicts.isEmpty)
    }

    @Test("a deletion that meets a tag put on, and nothing else, is one")
    func deletionAgainstTag() {
        let delete: (inout Record) -> Void = { $0.deletion = .init(5, at(5)) }
        let tag: (inout Record) -> Void = { $0.elements["new"] = .init(isPresent: true, stamp: at(4)) }
        let lost = [conflict("deleted", lost: .null, 4, kept: 5, 5)]
        #expect(reconcile(delete, tag).conflicts == lost)
        #expect(reconcile(tag, delete).conflicts == lost)
    }

    @Test("a deletion is none that meets no edit, another deletion, or an edit made after seeing it")
    func deletionAlone() {
        let delete: (inout Record) -> Void = { $0.deletion = .init(5, at(5)) }
        #expect(reconcile(delete) { _ in }.conflicts.isEmpty)
        #expect(reconcile({ _ in }, delete).conflicts.isEmpty)
        #expect(reconcile(delete) { $0.deletion = .init(6, at(6)) }.conflicts.isEmpty)
        var deleted = common
        deleted.deletion = .init(5, at(5))
        var revived = deleted
        revived.registers["title"] = .init("revived", at(6))
        let base = RecordBase(deleted, sequence: 7)
        #expect(deleted.reconciled(with: revived, over: base, at: 9).conflicts.isEmpty)
        #expect(revived.reconciled(with: deleted, over: base, at: 9).conflicts.isEmpty)
    }

    @Test("a deletion is none where nothing is known of what the other side had seen")
    func deletionWithoutBase() {
        let result = reconcile(known: false) {
            $0.deletion = .init(5, at(5))
        } _: { _ in
        }
        #expect(result.conflicts.isEmpty && result.isDirty)
    }

    @Test("opposite merges of two tags are none: the later one stands")
    func oppositeMerges() {
        let merge: (inout Record) -> Void = {
            $0.registers["mergedInto"] = .init("other", at(5))
            $0.deletion = .init(6, at(6))
        }
        let target: (inout Record) -> Void = { $0.registers["used"] = .init(7, at(7)) }
        #expect(reconcile(merge, target).conflicts.isEmpty)
        #expect(reconcile(target, merge).conflicts.isEmpty)
        let lost = [conflict("deleted", lost: 6, 6, kept: .null, 7)]
        let renamed = reconcile(merge) {
            target(&$0); $0.registers["title"] = .init("renamed", at(7))
        }
        #expect(renamed.conflicts == lost)
        #expect(reconcile({ $0.deletion = .init(6, at(6)) }, target).conflicts == lost, "not merged, but deleted")
    }

    @Test("two completions, or two spellings of an accent, are none; done and open are one")
    func sameMeaning() {
        func completed(_ time: Int64) -> (inout Record) -> Void {
            { $0.registers["completion"] = .init(["done": true, "at": .integer(time)], at(time)) }
        }
        #expect(reconcile(completed(5), completed(6)).conflicts.isEmpty)
        let reopened = reconcile(completed(5)) { $0.registers["completion"] = .init(.null, at(6)) }
        #expect(reopened.conflicts.map(\.register) == ["completion"])
        let spelt = reconcile {
            $0.registers["title"] = .init("Caf\u{E9}", at(5))
        } _: {
            $0.registers["title"] = .init("Cafe\u{301}", at(6))
        }
        #expect(spelt.conflicts.isEmpty)
    }

    // MARK: What a device itself has written

    @Test("what a device wrote over its own is none, also where it does not know that the remote has it")
    func ownWriting() {
        let lostAnswer = reconcile {
            $0.registers["title"] = .init("second", at(6, by: 1))
            $0.elements["shop"] = .init(isPresent: false, stamp: at(6, by: 1))
        } _: {
            $0.registers["title"] = .init("first", at(5, by: 1))
            $0.elements["shop"] = .init(isPresent: true, stamp: at(5, by: 1))
        }
        #expect(lostAnswer.conflicts.isEmpty && lostAnswer.isDirty)
        let copied = reconcile {
            $0.registers["title"] = .init("first", at(5, by: 1))
        } _: {
            $0.registers["title"] = .init("second", at(6, by: 1))
        }
        #expect(copied.conflicts.isEmpty, "a copy of the database that had the first one only")
        // Values from files are stamped the same by all, and nobody has seen what another file holds.
        let files = reconcile {
            $0.registers["title"] = .init("one file", at(5, by: 0))
        } _: {
            $0.registers["title"] = .init("another", at(6, by: 0))
        }
        #expect(files.conflicts.map(\.register) == ["title"])
    }

    @Test("who has a record as it was made here has seen that, though no answer to its commit came")
    func ownCreation() {
        let made = replica { $0.elements["home"] = .init(isPresent: true, stamp: at(1)) }
        func reconciled(_ mine: (inout Record) -> Void, _ theirs: (inout Record) -> Void) -> [RecordConflict] {
            var (left, right) = (made, made)
            mine(&left)
            theirs(&right)
            return left.reconciled(with: right, over: nil, at: 9).conflicts
        }
        let edit: (inout Record) -> Void = {
            $0.registers["due"] = .init("theirs", at(6))
            $0.elements["home"] = .init(isPresent: false, stamp: at(6))
        }
        #expect(reconciled({ _ in }, edit).isEmpty)
        #expect(reconciled({ $0.registers["due"] = .init("mine", at(5)) }, edit).map(\.register) == ["due"])
        let deleted = reconciled({ $0.registers["due"] = .init("mine", at(5)) }) { $0.deletion = .init(6, at(6)) }
        #expect(deleted == [conflict("deleted", lost: .null, 5, kept: 6, 6)])
        #expect(reconciled({ _ in }, { $0.deletion = .init(6, at(6)) }).isEmpty)
    }

    @Test("what a device deleted after editing it, or edited after deleting it, is none; another one's edit still is")
    func ownDeletion() {
        let edit: (inout Record) -> Void = { $0.registers["title"] = .init("edited", at(5, by: 1)) }
        let deleted = reconcile({ $0.deletion = .init(6, at(6, by: 1)) }, edit)
        #expect(deleted.conflicts.isEmpty && deleted.isDirty)
        let revived = reconcile {
            $0.registers["title"] = .init("edited", at(6, by: 1))
        } _: {
            $0.deletion = .init(5, at(5, by: 1))
        }
        #expect(revived.conflicts.isEmpty && revived.isDirty)
        let others = reconcile({ $0.deletion = .init(6, at(6, by: 1)) }) {
            edit(&$0); $0.registers["notes"] = .init("theirs", at(4, by: 2))
        }
        #expect(
            others.conflicts == [
                RecordConflict(
                    register: "deleted", lost: .null, lostStamp: at(4, by: 2), kept: 6, keptStamp: at(6, by: 1))
            ])
    }
}
