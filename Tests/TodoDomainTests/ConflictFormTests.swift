import JSON
import Testing
import TodoDomain

@Suite("The form of a conflict")
struct ConflictFormTests {
    private func record(identity: Stamp? = nil) -> ConflictRecord {
        let conflict = RecordConflict(
            register: "title", lost: "mine", lostStamp: at(5), kept: "theirs", keptStamp: at(6), identity: identity)
        return ConflictRecord(conflict, of: RecordKey(.todo, "t1"), noticedAt: 7)
    }

    @Test("its id is the same in every version and on every device, whoever notices it and whenever")
    func id() {
        #expect(record().id == "9a38cb4b-829f-5162-ada6-80932ffaf625")
        let later = ConflictRecord(record().conflict, of: RecordKey(.todo, "t1"), noticedAt: 70)
        #expect(later.id == record().id && record(identity: at(4)).id != record().id)
    }

    @Test("it comes back from its registers, and names what it is of only where that is not what lost")
    func registers() {
        for record in [record(), record(identity: at(4))] {
            #expect(ConflictRecord(about: record.about, lost: record.lost, notice: record.notice) == record)
            #expect((record.lost["of"] == nil) == (record.conflict.identity == record.conflict.lostStamp))
        }
        let other: JSONValue = ["kind": "pack", "id": "t1", "register": "title"]
        #expect(ConflictRecord(about: other, lost: record().lost, notice: record().notice) == nil)
        let never: JSONValue = ["at": .integer(.max), "kept": .null, "stamp": .string(at(6).description)]
        #expect(ConflictRecord(about: record().about, lost: record().lost, notice: never) == nil)
    }

    @Test("a completion is a time only where it says that it is done")
    func completion() {
        #expect((["done": true, "at": 5] as JSONValue).asCompletion?.milliseconds == 5)
        #expect((["done": false, "at": 5] as JSONValue).asCompletion == nil)
        #expect((["at": 5] as JSONValue).asCompletion == nil)
        #expect((["done": true, "at": .integer(.max)] as JSONValue).asCompletion == nil)
    }

    private func at(_ milliseconds: Int64) -> Stamp {
        Stamp(milliseconds: milliseconds, counter: 0, device: DeviceID(rawValue: 1))
    }
}
