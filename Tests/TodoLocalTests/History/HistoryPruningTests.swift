import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The history is kept for a while, and longer if it is needed.
@Suite("Pruning the history")
struct HistoryPruningTests {
    private let fixture: TestStore
    private let history: HistoryDAO

    init() throws {
        fixture = try TestStore()
        history = HistoryDAO(fixture.stack)
    }

    @Test("old steps go by themselves as new ones come, but for the newest of a person's own")
    func byAge() async throws {
        try await fixture.todos.createOne(.sample("a"))
        for index in 0..<200 { try await foreignEdit(index) }
        fixture.clock.advance(by: Double(HistoryRetention.age) / 1000 + 60)
        for index in 0..<150 {
            try await fixture.todos.updateOne(Todo.Update(id: Todo.ID(stored: "a"), title: "mine \(index)"))
        }
        #expect(try fixture.stack.integer("SELECT count(*) FROM historyTransaction WHERE author = 'sync'") == 0)
        #expect(try fixture.stack.integer("SELECT count(*) FROM historyTransaction WHERE author = 'user'") == 151)
        #expect(try fixture.stack.integer("SELECT count(*) FROM historyChange") == 151)
        try expectSound(fixture.stack, "pruned")
    }

    @Test("young steps stay")
    func young() async throws {
        try await fixture.todos.createOne(.sample("a"))
        for index in 0..<200 { try await foreignEdit(index) }
        #expect(try fixture.stack.integer("SELECT count(*) FROM historyTransaction") == 201)
    }

    @Test("no more goes at once than a portion, the oldest first")
    func portions() async throws {
        for index in 0..<10 { try await fixture.todos.createOne(.sample("t\(index)")) }
        try await prune(before: 9, portion: 3, sparing: 1)
        #expect(try await history.transactions(after: nil, limit: 99).map(\.token.rawValue) == Array(4...10))
        try await prune(before: 9, portion: 100, sparing: 4)
        #expect(try await history.transactions(after: nil, limit: 99).map(\.token.rawValue) == Array(7...10))
    }

    @Test("with a remote, what is not yet sent stays; without one nothing waits")
    func unsent() async throws {
        for index in 0..<4 { try await fixture.todos.createOne(.sample("t\(index)")) }
        try fixture.stack.execute("UPDATE todo SET isDirty = 0 WHERE id IN ('t0', 't2')")
        try fixture.stack.execute("INSERT INTO remote VALUES (1, 'u', 'p', 'd', 's', '{}', 1)")
        try await prune(before: 5, portion: 100, sparing: 1)
        #expect(try await history.transactions(after: nil, limit: 99).map(\.token.rawValue) == [2, 4])
        try fixture.stack.execute("DELETE FROM remote")
        try await prune(before: 5, portion: 100, sparing: 1)
        #expect(try await history.transactions(after: nil, limit: 99).map(\.token.rawValue) == [4])
    }

    @Test("a token and a moment from before the horizon are refused, later ones serve")
    func horizon() async throws {
        var moments: [Date] = []
        for index in 0..<6 {
            try await fixture.todos.createOne(.sample("t\(index)"))
            moments.append(fixture.clock.now)
            fixture.clock.advance(by: 60)
        }
        try await prune(before: 4, portion: 100, sparing: 1)
        #expect(
            await errorCode { try await history.transactions(after: HistoryToken(rawValue: 2), limit: 9) }
                == .historyExpired)
        #expect(try await history.transactions(after: HistoryToken(rawValue: 3), limit: 9).count == 3)
        #expect(await errorCode { try await history.past(at: moments[1]) } == .historyExpired)
        #expect(try await history.past(at: moments[2]).todos.count == 3)
        #expect(try await history.past(at: moments[3]).todos.count == 4)
    }

    private func prune(before end: Int64, portion: Int, sparing steps: Int) async throws {
        try await fixture.stack.write("prune") { transaction in
            try transaction.pruneHistory(before: end, portion: portion, sparing: steps)
        }
    }

    private func foreignEdit(_ index: Int) async throws {
        var record = try #require(try await fixture.stack.read { try $0.record(TodoEntity.self, id: "a")?.asRecord })
        let stamp = Stamp(
            milliseconds: fixture.clock.milliseconds, counter: index + 1, device: DeviceID(rawValue: 7))
        record.registers["title"] = .init(.string("theirs \(index)"), stamp)
        try await fixture.stack.merge(record)
    }
}
