import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Records arrive in any order: a to-do before its tags and its place, a deletion before what it deletes.
@Suite("Records that arrive")
struct ArrivalTests {
    let fixture: TestStore
    private let device = DeviceID(rawValue: 7)

    init() throws { fixture = try TestStore() }

    @Test("a to-do that arrives before its tag and its place is whole when they arrive")
    func todoFirst() async throws {
        try await merge(todo("a", tags: ["t1", "t2"], location: "p"))
        #expect(try await found("a").tags.isEmpty)
        try await merge(tag("t1"))
        #expect(try await found("a").tags.map(\.id.rawValue) == ["t1"])
        try await merge(place("p"))
        try await merge(tag("t2"))
        let whole = try await found("a")
        #expect(whole.tags.map(\.id.rawValue) == ["t1", "t2"] && whole.location?.id.rawValue == "p")
        #expect(try fixture.stack.integer("SELECT count(*) FROM todoTagPending") == 0)
        #expect(try fixture.stack.integer("SELECT revision FROM todo") == 1, "the to-do itself is not rewritten")
    }

    @Test("a to-do that arrives before its tag is found by it once that is there")
    func foundByTag() async throws {
        try await merge(todo("a", tags: ["t1"], location: nil))
        #expect(try await fixture.todos.count(.all.tagged([Tag.ID(stored: "t1")])) == 0)
        try await merge(tag("t1"))
        #expect(try await fixture.todos.count(.all.tagged([Tag.ID(stored: "t1")])) == 1)
        #expect(try await fixture.todos.count(.all.matching("t1")) == 1)
    }

    @Test("a tag that arrives deleted is on no to-do")
    func deletedTag() async throws {
        var dead = tag("t1")
        dead.deletion = Record.Register(.integer(5), stamp(5))
        try await merge(todo("a", tags: ["t1"], location: nil))
        try await merge(dead)
        #expect(try await found("a").tags.isEmpty)
        #expect(try await fixture.tags.count() == 0)
    }

    @Test("a to-do deleted here stays so where the other edit is earlier, and is back where it is later")
    func deletionAgainstEdit() async throws {
        let base = todo("a", tags: [], location: nil)
        try await merge(base)
        try await fixture.todos.deleteOne(Todo.ID(stored: "a"))
        let deletedAt = fixture.clock.milliseconds

        var edit = base
        edit.registers["title"] = Record.Register("Earlier", stamp(deletedAt - 1))
        try await merge(edit)
        #expect(try await fixture.todos.count() == 0)

        edit.registers["notes"] = Record.Register("later", stamp(deletedAt + 1))
        try await merge(edit)
        let back = try await found("a")
        #expect(back.title == "Earlier" && back.notes == "later")
    }

    @Test("who edits a revived to-do takes the deletion back, whatever becomes of the edit that revived it")
    func editOfRevived() async throws {
        var record = todo("a", tags: [], location: nil)
        try await merge(record)
        try await fixture.todos.deleteOne(Todo.ID(stored: "a"))
        record.registers["notes"] = Record.Register("later", stamp(fixture.clock.milliseconds + 1))
        try await merge(record)
        #expect(try fixture.stack.rows("SELECT deletedAt IS NULL, isDeleted FROM todo") == ["0|0"])
        try await fixture.todos.updateOne(Todo.Update(id: Todo.ID(stored: "a"), title: "Keep"))
        #expect(try fixture.stack.rows("SELECT deletedAt IS NULL, isDeleted FROM todo") == ["1|0"])
    }

    @Test("a tag taken off elsewhere does not revive a deleted to-do, one put on does")
    func tagsAgainstDeletion() async throws {
        var record = todo("a", tags: ["t1"], location: nil)
        try await merge(record)
        try await fixture.todos.deleteOne(Todo.ID(stored: "a"))
        let later = stamp(fixture.clock.milliseconds + 1)
        record.elements["t1"] = Record.Element(isPresent: false, stamp: later)
        try await merge(record)
        #expect(try await fixture.todos.count() == 0)
        record.elements["t2"] = Record.Element(isPresent: true, stamp: later)
        try await merge(record)
        #expect(try await fixture.todos.count() == 1)
    }

    @Test("what arrives a second time changes nothing")
    func twice() async throws {
        for record in [todo("a", tags: ["t1"], location: "p"), tag("t1"), place("p")] { try await merge(record) }
        let before = try fixture.stack.dump()
        for record in [todo("a", tags: ["t1"], location: "p"), tag("t1"), place("p")] {
            #expect(try await merge(record) == false)
        }
        #expect(try fixture.stack.dump() == before)
    }

    // MARK: Records from another device

    private func stamp(_ milliseconds: Int64) -> Stamp { Stamp(milliseconds: milliseconds, counter: 0, device: device) }

    private func todo(_ id: String, tags: [String], location: String?) -> Record {
        var record = Record(
            kind: .todo, id: id, createdAt: 1, origin: stamp(1), registers: ["title": .init(.string("Todo \(id)"))])
        if let location { record.registers["location"] = .init(.string(location)) }
        for tag in tags { record.elements[tag] = .init(isPresent: true, stamp: stamp(1)) }
        return record
    }

    private func tag(_ id: String) -> Record {
        Record(kind: .tag, id: id, createdAt: 1, origin: stamp(1), registers: ["title": .init(.string(id))])
    }

    private func place(_ id: String) -> Record {
        let position: JSONValue = ["latitude": .double(1), "longitude": .double(2), "altitude": .null]
        return Record(kind: .location, id: id, createdAt: 1, origin: stamp(1), registers: ["position": .init(position)])
    }

    private func found(_ id: String) async throws -> Todo { try await fixture.todos.find(Todo.ID(stored: id)) }

    @discardableResult
    private func merge(_ record: Record) async throws -> Bool { try await fixture.stack.merge(record) }
}
