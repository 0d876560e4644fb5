import FirestoreWire
import JSON
import Testing
import TodoDomain
import TodoSync

@Suite("The head of a space")
struct RemoteHeadTests {
    private static func head(_ name: String, _ value: Value) -> RemoteHead? {
        var fields: Fields = [
            "seq": 7, "gcSeq": 2, "gcHi": 3, "schema": 1, "epoch": "e", "last": .map(["todos": 7, "tags": 1]),
        ]
        fields[name] = value
        return RemoteHead(Document(name: "head", fields: fields))
    }

    @Test(
        "a number that nobody can count on from makes it the head of a foreign space",
        arguments: ["seq", "gcSeq", "gcHi", "schema", "last"])
    func bounds(name: String) throws {
        func value(_ number: Int64) -> Value { name == "last" ? .map(["todos": .integer(number)]) : .integer(number) }
        for number in [Int64.max, .min, -1, 1 << 53 + 1] {
            #expect(Self.head(name, value(number)) == nil, "\(number)")
        }
        for number in [0, 1, Int64(1) << 53] {
            let head = try #require(Self.head(name, value(number)), "\(number)")
            // What a device does with a head: it makes the next one, and checks where it stands itself.
            let next = head.advanced(by: "c", touching: [.todo, .tag])
            #expect(next.sequence == head.sequence + 1)
            for sequence in [0, 1, Int64(1) << 53, .max] {
                var state = SyncState()
                state.generation = "e"
                state.sequence = sequence
                for kind in RecordKind.allCases {
                    state.pulled[kind] = SyncState.Position(sequence: sequence == 1 ? .min : sequence, id: "x")
                }
                _ = SyncPlan.divergence(of: state, from: head)
                _ = SyncPlan.kindsToPull(state, head: head)
                state.nextResyncNumber = .max
                _ = SyncPlan.beginning(.requested, in: state, head: head)
            }
        }
    }

    @Test("what a newer version keeps beside the kinds of this one is bounded too")
    func otherKinds() {
        #expect(Self.head("last", .map(["x-notes": .integer(.max)])) == nil)
        #expect(Self.head("last", .map(["x-notes": .string("later")])) != nil)
    }

    @Test("a document with a number that no head reaches is none of ours, and a time of no calendar is not kept")
    func documents() throws {
        let key = RecordKey(.todo, "t1")
        func fields(_ sequence: Int64, deletedAt: Int64) -> Fields {
            let stamp = Stamp(milliseconds: 10, counter: 0, device: DeviceID(rawValue: 1)).description
            return [
                "seq": .integer(sequence), "title": "milk", "createdAt": .integer(.max), "deleted": .boolean(true),
                "deletedAt": .integer(deletedAt), "s": .map(["*": .string(stamp), "deleted": .string(stamp)]),
            ]
        }
        for sequence in [Int64.max, 1 << 53 + 1, 0, .min] {
            #expect(throws: RecordCodec.Unreadable.self) { try RecordCodec.record(key, fields(sequence, deletedAt: 1)) }
        }
        for time in [Int64.max, .min] {
            let record = try RecordCodec.record(key, fields(1 << 53, deletedAt: time)).record
            #expect(record.deletion?.value == .integer(10))
            #expect(record.createdAt == 10)
        }
    }
}
