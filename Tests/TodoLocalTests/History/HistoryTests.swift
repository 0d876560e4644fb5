import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Each transaction is one step of the history: who, when, and the values before and after.
@Suite("History")
struct HistoryTests {
    let fixture: TestStore
    private let id = Todo.ID(stored: "a")

    init() throws { fixture = try TestStore() }

    @Test("a step says when, by what process and device, by whom and in what action")
    func author() async throws {
        try await fixture.todos.createOne(.sample("a"))
        fixture.clock.advance(by: 2)
        try await fixture.stack.write("import", author: .import, group: 1) { _ = try $0.create(Todo.sample("b")) }
        let process = "\(ProcessInfo.processInfo.processName):\(ProcessInfo.processInfo.processIdentifier)"
        let at = ManualClock().milliseconds
        #expect(
            try steps("at, process, author, action, groupID") == [
                "\(at)|\(process)|user|add|", "\(at + 2000)|\(process)|import|import|1",
            ])
        #expect(
            try steps("deviceID")
                == Array(repeating: try fixture.stack.rows("SELECT deviceID FROM replica")[0], count: 2))
    }

    @Test("what a step made has no before and no after; tags and places come before the to-do that brought them")
    func creation() async throws {
        try await fixture.todos.createOne(.sample("a", tags: [.sample("t")], location: try .sample("p", "Migros")))
        #expect(try changes() == ["1|1|tag||", "1|2|location||", "1|3|todo||"])
    }

    @Test("an edit tells the values of what differs, before and after, and nothing else")
    func edit() async throws {
        try await fixture.todos.createOne(.sample("a", notes: "old", priority: .low, tags: [.sample("t")]))
        try await fixture.todos.updateOne(
            Todo.Update(
                id: id, title: "Buy milk", notes: "", due: .set(.day(2026, 11, 21)), priority: .set(.high),
                tags: .remove([Tag.ID(stored: "t")]), extras: ["uuid": .set("x")]))
        #expect(
            try changes().last
                == #"2|1|todo|{"due":null,"extras.uuid":null,"notes":"old","priority":"low","tags.t":true}"#
                + #"|{"due":{"day":"2026-11-21"},"extras.uuid":"x","notes":null,"priority":"high","tags.t":false}"#)
    }

    @Test("done, opened again, deleted and made again: each is what changed")
    func life() async throws {
        let at = fixture.clock.milliseconds
        try await fixture.todos.createOne(.sample("a"))
        try await fixture.todos.updateOne(Todo.Update(id: id, completedAt: .set(fixture.clock.now)))
        try await fixture.todos.updateOne(Todo.Update(id: id, completedAt: .clear))
        try await fixture.todos.deleteOne(id)
        try await fixture.todos.createOne(.sample("a"))
        #expect(
            try changes().dropFirst() == [
                #"2|1|todo|{"completion":null}|{"completion":{"at":\#(at),"done":true}}"#,
                #"3|1|todo|{"completion":{"at":\#(at),"done":true}}|{"completion":null}"#,
                #"4|1|todo|{"deleted":null}|{"deleted":\#(at)}"#, #"5|1|todo|{"deleted":\#(at)}|{"deleted":null}"#,
            ])
        #expect(try steps("action") == ["add", "edit", "edit", "delete", "add"])
    }

    @Test("many changes of one call are one step, numbered in their order")
    func batches() async throws {
        try await fixture.todos.createMany([.sample("a"), .sample("b"), .sample("c")])
        try await fixture.todos.deleteMany([Todo.ID(stored: "c"), id])
        #expect(
            try fixture.stack.rows(
                "SELECT transactionID, ordinal, todo.id FROM historyChange JOIN todo ON rowID = recordID ORDER BY 1, 2")
                == ["1|1|a", "1|2|b", "1|3|c", "2|1|c", "2|2|a"])
    }

    @Test("what changes nothing leaves no step behind")
    func noOps() async throws {
        try await fixture.todos.createOne(.sample("a"))
        try await fixture.todos.createOne(.sample("a"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "Buy milk"))
        try await fixture.tags.merge([], into: try await fixture.tags.findOrCreate(titled: "t").id)
        _ = try await fixture.tags.findOrCreate(titled: "T")
        try await fixture.todos.createMany([])
        #expect(try steps("action") == ["add", "add tag"])
    }

    @Test("what another device wrote is a step of sync with the values that won")
    func sync() async throws {
        try await fixture.todos.createOne(.sample("a"))
        let later = Stamp(milliseconds: fixture.clock.milliseconds + 1, counter: 0, device: DeviceID(rawValue: 7))
        let earlier = Stamp(milliseconds: 1, counter: 0, device: DeviceID(rawValue: 7))
        var record = Record(kind: .todo, id: "a", createdAt: 1, origin: earlier)
        record.registers = ["title": .init("theirs", later), "notes": .init("lost", earlier)]
        try await fixture.stack.merge(record)
        #expect(try changes().last == #"2|1|todo|{"title":"Buy milk"}|{"title":"theirs"}"#)
        #expect(try steps("author").last == "sync")
    }

    @Test("a transaction that fails leaves nothing behind: no row, step, stamp, count or word")
    func failure() async throws {
        try await fixture.todos.createOne(.sample("a", "needle", tags: [.sample("t")]))
        let before = try fixture.stack.dump()
        fixture.clock.advance(by: 10)
        let code = await errorCode {
            try await fixture.stack.write("all sorts") { transaction in
                try transaction.create(Todo.sample("b", "haystack", tags: [.sample("u")]))
                try transaction.update(Todo.Update(id: Todo.ID(stored: "a"), title: "other", completedAt: .set(.now)))
                try transaction.delete(TagEntity.self, id: "t")
                throw TodoError(.usage, "Enough.")
            }
        }
        #expect(code == .usage)
        #expect(try fixture.stack.dump() == before)
        #expect(try await fixture.todos.count(.all.matching("needle")) == 1)
        #expect(try await fixture.todos.count(.all.matching("haystack")) == 0)
        try await fixture.todos.createOne(.sample("b"))
        #expect(try steps("id") == ["1", "2"], "not even a number is missing")
    }

    private func steps(_ columns: String) throws -> [String] {
        try fixture.stack.rows("SELECT \(columns) FROM historyTransaction ORDER BY id")
    }

    private func changes() throws -> [String] {
        try fixture.stack.rows(
            "SELECT transactionID, ordinal, kind, before, after FROM historyChange ORDER BY transactionID, ordinal")
    }
}
