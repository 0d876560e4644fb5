import Foundation
import JSON
import Testing
import TodoDomain

/// The register `position`.
@Suite("Positions")
struct OrderPositionTests {
    private func stamp(_ time: Int64, _ device: UInt64 = 1) -> Stamp {
        Stamp(milliseconds: time, counter: 0, device: DeviceID(rawValue: device))
    }

    private func todo(_ position: JSONValue?, at time: Int64 = 2) -> Record {
        var record = Record(kind: .todo, id: "a", createdAt: 1, origin: stamp(1))
        record.registers["title"] = .init("a")
        if let position { record.registers["position"] = .init(position, stamp(time)) }
        return record
    }

    @Test("a position counts in the container that it names, if its key is one")
    func counts() throws {
        let key = try #require(OrderKey("a1"))
        let list = OrderContainer.list(.init(stored: "work"))
        let position = OrderPosition(key, in: list)
        #expect(JSONValue.order(position) == ["in": "list:work", "key": "a1"])
        #expect(JSONValue.order(position).asOrderPosition == position && JSONValue.order(nil) == .null)
        #expect(position.key(in: list) == key)
        for other in [OrderContainer.inbox, .top, .list(.init(stored: "work2")), .todo(.init(stored: "work"))] {
            #expect(position.key(in: other) == nil)
        }
        for bad in [["in": "list:work"], ["key": "a1"], "a1", ["in": 1, "key": "a1"]] as [JSONValue] {
            #expect(bad.asOrderPosition == nil)
        }
    }

    @Test("the texts of a container are one range, in the order of their keys and ids")
    func texts() throws {
        let containers: [OrderContainer] = [
            .inbox, .list(.init(stored: "a")), .list(.init(stored: "a-b")), .list(.init(stored: "aa")),
            .todo(.init(stored: "a")), .top,
        ]
        let keys = ["Zz", "a0", "a0V", "i000000000", "z" + String(repeating: "z", count: 26)].compactMap {
            OrderKey($0)
        }
        #expect(keys.count == 5)
        for container in containers {
            let range = container.sortRange
            for key in keys {
                let text = container.sortText(key)
                #expect(range.from <= text && text < range.to)
                #expect(OrderContainer.key(ofSortText: text) == key)
                for other in containers where other != container {
                    let text = other.sortText(key)
                    #expect(text < range.from || range.to <= text)
                }
            }
        }
    }

    @Test("a position neither takes a deletion back nor dates an edit, but the record has its stamp")
    func deletion() {
        var record = todo(["in": "inbox", "key": "a1"], at: 9)
        #expect(record.editStamp == stamp(1) && record.highestStamp == stamp(9))
        record.deletion = .init(5, stamp(5))
        #expect(record.isDeleted)
        record.registers["notes"] = .init("more", stamp(6))
        #expect(!record.isDeleted)
        var place = Record(kind: .location, id: "p", createdAt: 1, origin: stamp(1))
        place.registers["position"] = .init(.null, stamp(9))
        place.deletion = .init(5, stamp(5))
        #expect(!place.isDeleted, "the position of a place on the earth is an edit")
    }

    @Test("two positions are no conflict, nor is a position that meets a deletion; the later one stands")
    func conflicts() {
        let (mine, theirs) = (todo(["in": "inbox", "key": "a1"], at: 3), todo(["in": "inbox", "key": "a2"], at: 4))
        let base = RecordBase(todo(nil), sequence: 1)
        let result = mine.reconciled(with: theirs, over: base, at: 2)
        #expect(result.conflicts.isEmpty && result.record.registers["position"] == theirs.registers["position"])
        var deleted = todo(nil)
        deleted.deletion = .init(5, stamp(5, 2))
        for (one, other) in [(mine, deleted), (deleted, mine)] {
            let result = one.reconciled(with: other, over: base, at: 2)
            #expect(result.conflicts.isEmpty && result.record.isDeleted)
        }
    }

    @Test("models sort by the key that counts, or by their creation")
    func models() throws {
        var todo = Todo(id: .init(stored: "a"), title: "a", createdAt: Date(timeIntervalSince1970: 0))
        #expect(todo.sortValue(for: .manual) == .text("inbox i000000000"))
        todo.parent = .init(stored: "p")
        #expect(todo.container == .todo(.init(stored: "p")))
        var list = TodoList(id: .init(stored: "l"), title: "l", createdAt: Date(timeIntervalSince1970: 0.001))
        #expect(list.sortValue(for: .manual) == .text("top i000000001"))
        list.parent = .init(stored: "m")
        todo.parent = nil
        todo.list = list
        #expect(todo.container == .list(.init(stored: "l")) && list.container == .list(.init(stored: "m")))
        let decoded = try JSONDecoder().decode(Todo.self, from: JSONEncoder().encode(todo))
        #expect(decoded == todo)
    }
}
