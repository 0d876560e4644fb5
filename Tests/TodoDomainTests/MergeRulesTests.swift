import JSON
import Testing
import TodoDomain

@Suite("What two replicas become")
struct MergeRulesTests {
    @Test("a later edit revives a deleted to-do")
    func laterEditRevives() {
        let deleted = replica { $0.deletion = .init(5, at(5)) }
        let edited = replica { $0.registers["title"] = .init("Buy oat milk", at(6)) }
        #expect(deleted.isDeleted)
        #expect(!deleted.merged(with: edited).isDeleted)
        #expect(deleted.merged(with: edited).registers["title"]?.value == "Buy oat milk")
    }

    @Test("an earlier edit loses to a deletion, and its text is kept all the same")
    func earlierEditLoses() {
        let deleted = replica { $0.deletion = .init(5, at(5)) }
        let edited = replica { $0.registers["title"] = .init("Buy oat milk", at(4)) }
        #expect(edited.merged(with: deleted).isDeleted)
        #expect(edited.merged(with: deleted).registers["title"]?.value == "Buy oat milk")
    }

    @Test("a deletion with the very stamp of an edit does not delete")
    func equalStampRevives() {
        let deleted = replica { $0.deletion = .init(5, at(5)) }
        let edited = replica { $0.registers["title"] = .init("Buy oat milk", at(5)) }
        #expect(!deleted.merged(with: edited).isDeleted)
    }

    @Test("a later edit of a register that this version does not know revives too")
    func unknownRegisterRevives() {
        let deleted = replica { $0.deletion = .init(5, at(5)) }
        let edited = replica { $0.registers["futureField"] = .init("x", at(6)) }
        #expect(!deleted.merged(with: edited).isDeleted)
    }

    @Test("putting a tag on revives, taking one off does not")
    func tagsAsContent() {
        let deleted = replica { $0.deletion = .init(5, at(5)) }
        let tagged = replica { $0.elements["home"] = .init(isPresent: true, stamp: at(6)) }
        let untagged = replica { $0.elements["home"] = .init(isPresent: false, stamp: at(6)) }
        #expect(!deleted.merged(with: tagged).isDeleted)
        #expect(deleted.merged(with: untagged).isDeleted)
        #expect(deleted.merged(with: untagged).highestStamp == at(6))
        #expect(deleted.merged(with: untagged).contentStamp == at(1))
    }

    @Test("a deletion that is taken back leaves the to-do alive, and a later deletion deletes it again")
    func deletionTakenBack() {
        let deleted = replica { $0.deletion = .init(5, at(5)) }
        let restored = replica { $0.deletion = .init(.null, at(6)) }
        let deletedAgain = replica { $0.deletion = .init(7, at(7)) }
        #expect(!deleted.merged(with: restored).isDeleted)
        #expect(deleted.merged(with: restored).merged(with: deletedAgain).isDeleted)
    }

    @Test("a deletion without a stamp of its own is as old as the record and deletes nothing")
    func deletionAtOrigin() {
        let odd = replica { $0.deletion = .init(5) }
        #expect(!odd.isDeleted)
        var other = replica { _ in }
        other.origin = at(0)
        #expect(!odd.merged(with: other).isDeleted)
        #expect(odd.merged(with: other).deletion == .init(5, at(1)))
    }

    @Test("a tag put on and taken off with one stamp is on")
    func tagTie() {
        let added = replica { $0.elements["home"] = .init(isPresent: true, stamp: at(3)) }
        let removed = replica { $0.elements["home"] = .init(isPresent: false, stamp: at(3)) }
        #expect(added.merged(with: removed).elements["home"]?.isPresent == true)
        #expect(removed.merged(with: added).elements["home"]?.isPresent == true)
    }

    @Test("tags put on by two devices are both on, and the later word on one tag counts")
    func tagUnion() {
        let left = replica { $0.elements = ["home": .init(isPresent: true, stamp: at(3))] }
        let right = replica {
            $0.elements = ["shop": .init(isPresent: true, stamp: at(2)), "home": .init(isPresent: false, stamp: at(4))]
        }
        let merged = left.merged(with: right)
        #expect(merged.elements == right.elements)
    }

    @Test("the earlier creation time stays")
    func creationTime() {
        let later = replica { $0.createdAt = 9 }
        #expect(later.merged(with: replica { $0.createdAt = 4 }).createdAt == 4)
    }

    @Test("edits of different fields both stay")
    func differentFields() {
        let left = replica { $0.registers["title"] = .init("Buy oat milk", at(3)) }
        let right = replica { $0.registers["priority"] = .init("high", at(2, device: 2)) }
        let merged = left.merged(with: right)
        #expect(merged.registers["title"] == .init("Buy oat milk", at(3)))
        #expect(merged.registers["priority"] == .init("high", at(2, device: 2)))
    }

    @Test("a field cleared later stays cleared, one cleared earlier does not")
    func clearing() {
        let set = replica { $0.registers["notes"] = .init("at the corner", at(3)) }
        #expect(
            set.merged(with: replica { $0.registers["notes"] = .init(.null, at(4)) }).registers["notes"]?.value == .null
        )
        #expect(
            set.merged(with: replica { $0.registers["notes"] = .init(.null, at(2)) }).registers["notes"]?.value
                == "at the corner")
    }

    private func at(_ milliseconds: Int64, device: UInt64 = 1) -> Stamp {
        Stamp(milliseconds: milliseconds, counter: 0, device: DeviceID(rawValue: device))
    }

    private func replica(_ edit: (inout Record) -> Void) -> Record {
        var record = Record(
            kind: .todo, id: "todo", createdAt: 5, origin: at(1), registers: ["title": .init("Buy milk")])
        edit(&record)
        return record
    }
}
