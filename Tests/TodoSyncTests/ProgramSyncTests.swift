import Foundation
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// What an assistant did on one device, as it is seen and taken back on another.
@Suite("What a program did elsewhere") struct ProgramSyncTests {
    private let claude = HistoryClient(name: "Claude Desktop", conversation: "9f3c")
    private let laptop, phone: EngineFixture
    private let here, there: TodoStore

    init() throws {
        let server = ModelServer()
        laptop = try EngineFixture(server, seed: 1)
        phone = try EngineFixture(server, seed: 2)
        here = TodoStore(laptop.stack)
        there = TodoStore(phone.stack)
    }

    private func sync() async throws {
        for fixture in [laptop, phone, laptop] { _ = try await fixture.engine.run() }
    }

    private func wait() { for fixture in [laptop, phone] { fixture.clock.advance(by: 60) } }

    @Test("the name is in the history, in what was changed last, and in filters of the other device") func named()
        async throws
    {
        try await laptop.add("mine", "Mine")
        try await here.acting(for: claude) { try await laptop.add("milk", "Buy milk") }
        wait()
        try await sync()
        let names = try await there.todos.fetch(.all, source: .local).items.map { [$0.title: $0.changedBy] }
        #expect(names.contains(["Buy milk": "Claude Desktop"]) && names.contains(["Mine": nil]))
        for store in [here, there] {
            let found = try await store.todos.fetch(.all.changed(by: "claude"), source: .local).items
            #expect(found.map(\.title) == ["Buy milk"])
            #expect(try await store.todos.fetch(.all.changed(by: "cursor"), source: .local).items.isEmpty)
            let query = try await store.query(matching: "-by:claude", byDefault: nil)
            #expect(try await store.todos.fetch(query, source: .local).items.map(\.title) == ["Mine"])
            let steps = try await store.recentHistory(by: "CLAUDE")
            #expect(steps.map(\.client?.name) == ["Claude Desktop"])
            #expect(steps.first?.changes.allSatisfy { $0.client == "Claude Desktop" } == true)
            #expect(steps.first?.records == [RecordKey(.todo, "milk")])
            let others = try await store.recentHistory(of: RecordKey(.todo, "mine"), by: "claude")
            #expect(others.isEmpty)
        }
        // A person's edit makes it the person's.
        try await phone.rename("milk", "Oat milk")
        wait()
        try await sync()
        #expect(try await here.todos.fetch(.all.changed(by: "c"), source: .local).items.isEmpty)
    }

    @Test(
        "it is taken back from the other device as one step, what a person changed since stays, and a redo brings it again"
    )
    func takenBack() async throws {
        try await laptop.add("rent", "Pay the rent")
        try await laptop.add("tax", "Tax")
        try await sync()
        wait()
        try await here.acting(for: claude) {
            try await laptop.add("milk", "Buy milk")
            try await laptop.rename("rent", "Renamed")
            try await laptop.rename("tax", "Renamed too")
        }
        try await sync()
        wait()
        try await phone.rename("tax", "By a person")
        let before = try await phone.titles()
        let trial = try await there.undo(by: "claude", since: .distantPast, isTrial: true)
        #expect(trial.left.map(\.key) == [RecordKey(.todo, "tax")])
        #expect(try await phone.titles() == before)

        let report = try await there.undo(by: "claude", since: .distantPast)
        #expect(report.left.map(\.field) == ["title"])
        #expect(Set(report.steps.flatMap(\.records).map(\.id)) == ["milk", "rent", "tax"])
        let expected = ["rent": "Pay the rent", "tax": "By a person"]
        #expect(try await phone.titles() == expected)
        wait()
        try await sync()
        #expect(try await laptop.titles() == expected)

        let steps = try await there.recentHistory(limit: 100).count
        let again = try await there.undo(by: "claude", since: .distantPast)
        #expect(again.steps.isEmpty && again.left.map(\.key) == [RecordKey(.todo, "tax")])
        #expect(try await there.recentHistory(limit: 100).count == steps, "nothing is done twice")
        _ = try await there.redo()
        #expect(try await phone.titles() == ["rent": "Renamed", "tax": "By a person", "milk": "Buy milk"])
        #expect(try await there.redoableSteps().isEmpty)
    }

    @Test("of one sync only what that program wrote since is taken back") func apart() async throws {
        try await sync()
        try await here.acting(for: claude) { try await laptop.add("early", "Early") }
        wait()
        let since = laptop.clock.now
        try await here.acting(for: claude) { try await laptop.add("late", "Late") }
        let cursor = HistoryClient(name: "Cursor", conversation: "1")
        try await here.acting(for: cursor) { try await laptop.add("other", "Another program's") }
        try await laptop.add("mine", "Mine")
        wait()
        try await sync()
        let report = try await there.undo(by: "claude", since: since)
        #expect(report.steps.map(\.client?.name) == ["Claude Desktop"])
        #expect(try await Set(phone.titles().keys) == ["early", "other", "mine"])
        #expect(try await there.undo(by: "cursor", since: since).steps.count == 1)
        #expect(try await Set(phone.titles().keys) == ["early", "mine"])
        // It is not a conversation of this device.
        let error = await #expect(throws: TodoError.self) {
            try await there.undo(by: "claude", in: "9f3c", since: .distantPast)
        }
        #expect(error?.code == .nothingToUndo)
    }

    @Test("the ids of programs follow from the device's, no two stamps have one reading, and a copy has others")
    func stamps() async throws {
        try await laptop.add("a", "By hand")
        try await here.acting(for: claude) { try await laptop.add("b", "For it") }
        try await here.acting(for: claude) { try await laptop.rename("a", "For it too") }
        let device = try await here.device
        let records = try await laptop.replication.records(of: .todo, afterID: nil, limit: 10)
        let own = records.filter { $0.id == "a" }.map(\.origin) + records.filter { $0.id == "b" }.map(\.origin)
        #expect(own.map(\.device) == [device, device.acting(as: claude.name)])
        let stamps = Set(own + records.map(\.editStamp))
        #expect(Set(stamps.map { [$0.milliseconds, Int64($0.counter)] }).count == stamps.count)
        #expect(device.acting(as: "Claude") != device.acting(as: "Cursor"))
        #expect(DeviceID(rawValue: 1).acting(as: "Claude") != DeviceID(rawValue: 2).acting(as: "Claude"))
        #expect(try await here.sync.deviceNames[device.acting(as: claude.name)] == claude.name)
        #expect(try await here.programs == [device.acting(as: claude.name): claude.name])
    }

    @Test("stamps of a program that were ahead of the server's clock stay the program's") func restamped() async throws
    {
        laptop.server.clockOffset = 0
        laptop.clock.advance(by: 86_400)
        try await here.acting(for: claude) { try await laptop.add("milk", "Buy milk") }
        laptop.clock.advance(by: -86_400)
        try await sync()
        for store in [here, there] {
            #expect(try await store.todos.fetch(.all, source: .local).items.map(\.changedBy) == ["Claude Desktop"])
        }
    }
}
