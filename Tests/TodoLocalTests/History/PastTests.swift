import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The state at a moment, reconstructed from the current rows and the history.
@Suite("The past")
struct PastTests {
    @Test(
        "every moment is as it was, to the last time of an edit, whoever changed what since",
        arguments: 1...Dose.of(2, whole: 8) as ClosedRange<UInt64>)
    func moments(seed: UInt64) async throws {
        let fixture = try TestStore(seed: seed)
        let (stack, history) = (fixture.stack, HistoryDAO(fixture.stack))
        var edits = try RandomEdits(seed: seed)
        var moments: [(date: Date, state: StateSnapshot)] = []
        for _ in 0..<60 {
            switch Int.random(in: 0...9, using: &edits.generator) {
            case 0...6: try await edits.step(on: stack)
            case 7: try await stack.merge(edits.foreignRecord(on: stack, at: fixture.clock.milliseconds))
            case 8: _ = try? await history.undo(1, isForced: true)
            default: _ = try? await history.redo(1, isForced: true)
            }
            moments.append((fixture.clock.now, try await StateSnapshot(stack)))
            fixture.clock.advance(by: edits.generator.pick([0.001, 4, 4000]))
        }
        for (date, state) in moments {
            let past = try await history.past(at: date)
            #expect(StateSnapshot(past) == state, "seed \(seed), \(date)")
            let open = Dictionary(
                past.todos.filter { !$0.isDone }.map { ($0.id, [$0.title, $0.list?.path ?? "", "\($0.due as Any)"]) },
                uniquingKeysWith: { first, _ in first })
            for limit in [0, 2, 1000] {
                let overview = try await history.pastOverview(at: date, limit: limit)
                #expect(
                    overview.counts == TodoCount(open: open.count, done: past.todos.count - open.count),
                    "seed \(seed), \(date)")
                #expect(overview.items.count == min(limit, open.count), "seed \(seed), \(date)")
                for item in overview.items {
                    let shown = [item.title, item.list?.path ?? "", "\(item.due as Any)"]
                    #expect(open[item.id] == shown, "seed \(seed), \(date)")
                }
            }
        }
        let before = moments[0].date - 10
        #expect(try await StateSnapshot(history.past(at: before)) == StateSnapshot(TestStore().stack))
    }

    @Test("a to-do is found by the beginning of its id")
    func prefix() async throws {
        let fixture = try TestStore()
        try await fixture.todos.createMany([.sample("ab1", "One", tags: [.sample("x")]), .sample("ac2")])
        let noon = fixture.clock.now
        fixture.clock.advance(by: 60)
        try await fixture.todos.deleteOne(Todo.ID(stored: "ab1"))
        let past = try await HistoryDAO(fixture.stack).past(at: noon, todosFrom: "ab")
        #expect(past.todos.map(\.title) == ["One"])
        #expect(past.todos[0].tags.map(\.title) == ["x"])
    }
}
