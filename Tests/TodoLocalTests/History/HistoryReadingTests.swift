import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The history as its followers read it.
@Suite("Reading the history")
struct HistoryReadingTests {
    private let fixture: TestStore
    private let history: HistoryDAO
    private let id = Todo.ID(stored: "a")

    init() throws {
        fixture = try TestStore()
        history = HistoryDAO(fixture.stack)
    }

    @Test("pages follow a token to the end, each transaction once")
    func pages() async throws {
        for index in 0..<7 { try await fixture.todos.createOne(.sample("t\(index)")) }
        var (token, seen): (HistoryToken?, [Int64]) = (nil, [])
        while true {
            let page = try await history.transactions(after: token, limit: 3)
            guard let last = page.last else { break }
            seen += page.map(\.token.rawValue)
            token = last.token
        }
        #expect(seen == Array(1...7))
        #expect(try await history.summaries(before: nil, limit: 2).map(\.token.rawValue) == [7, 6])
        #expect(
            try await history.summaries(before: HistoryToken(rawValue: 2), limit: 2).map(\.token.rawValue) == [1])
    }

    @Test("what was made tells the values that it had then, whatever became of them")
    func creation() async throws {
        try await fixture.todos.createOne(.sample("a", "first", priority: .low, tags: [.sample("t")]))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "second", notes: "new", priority: .clear))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "third", tags: .remove([Tag.ID(stored: "t")])))
        try await fixture.todos.deleteOne(id)
        let made = try await history.transactions(after: nil, of: RecordKey(id), limit: 1)[0]
        #expect(made.action == "add")
        #expect(made.recordCount == 1)
        let values = made.changes.map { "\($0.field) \($0.before.canonicalJSON) \($0.after.canonicalJSON)" }
        let at = fixture.clock.milliseconds
        #expect(
            values == [
                "created null \(at)", #"priority null "low""#, "tags.t null true", #"title null "first""#,
            ])
        #expect(made.changes.allSatisfy { $0.device == made.device && $0.date == made.date && $0.id == "a" })
    }

    @Test("what another device wrote bears its name and its time; the transaction tells when it came")
    func foreign() async throws {
        try await fixture.todos.createOne(.sample("a"))
        let (one, other) = (stamp(5, device: 7), stamp(9, device: 8))
        var record = try #require(try await fixture.stack.read { try $0.record(TodoEntity.self, id: "a")?.asRecord })
        record.registers["title"] = .init("theirs", one)
        record.elements["t"] = .init(isPresent: true, stamp: other)
        fixture.clock.advance(by: 60)
        try await fixture.stack.merge(record)
        let step = try #require(try await history.summaries(before: nil, limit: 1).first)
        #expect(step.author == .sync)
        #expect(step.date == fixture.clock.now)
        #expect(step.changes.map(\.field) == ["tags.t", "title"])
        #expect(step.changes.map(\.device) == [other.device, one.device])
        #expect(step.changes.map(\.date.milliseconds) == [other.milliseconds, one.milliseconds])
    }

    @Test("a to-do that another device's edit brings back is told of as brought back")
    func revived() async throws {
        try await fixture.todos.createOne(.sample("a"))
        try await fixture.todos.deleteOne(id)
        var record = try #require(try await fixture.stack.read { try $0.record(TodoEntity.self, id: "a")?.asRecord })
        record.registers["title"] = .init("theirs", stamp(5, device: 7))
        try await fixture.stack.merge(record)
        let step = try #require(try await history.summaries(before: nil, limit: 1).first)
        #expect(step.changes.map(\.field) == ["deleted", "title"])
        #expect(step.changes[0].after == .null)
        #expect(step.changes[0].device.rawValue == 7)
    }

    @Test("an undo names what it took back, a redo the undo")
    func names() async throws {
        try await fixture.todos.createOne(.sample("a", "Needle"))
        _ = try await history.undo(1, isForced: false)
        _ = try await history.redo(1, isForced: false)
        let steps = try await history.summaries(before: nil, limit: 9)
        #expect(steps.map(\.action) == ["redo", "undo", "add"])
        #expect(steps.map { $0.undoes?.rawValue } == [2, 1, nil])
        #expect(try await history.names(of: [RecordKey(id)]) == [RecordKey(id): "Needle"])
    }

    @Test("an import is one step of many transactions, and its summary counts them all")
    func groups() async throws {
        var group: Int64?
        for batch in 0..<3 {
            let step = try await fixture.stack.write("import", author: .import, group: group) { transaction in
                for index in 0..<50 { _ = try transaction.create(Todo.sample("t\(batch)-\(index)")) }
                return transaction.historyStep
            }
            group = group ?? step
        }
        let steps = try await history.undoable(limit: 9)
        #expect(steps.map(\.recordCount) == [150])
        #expect(try await history.summaries(before: nil, limit: 9).map { $0.group?.rawValue } == [1, 1, nil])
        let report = try await history.undo(1, isForced: false)
        #expect(report.steps[0].recordCount == 150)
        #expect(try await fixture.todos.count() == 0)
    }

    private func stamp(_ seconds: Int64, device: UInt64) -> Stamp {
        Stamp(
            milliseconds: ManualClock().milliseconds + seconds * 1000, counter: 0, device: DeviceID(rawValue: device))
    }
}
