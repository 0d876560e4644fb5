import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoSync

/// Each error says what became of the data.
@Suite("The effect of what fails")
struct EffectTests {
    @Test("an error that has changed nothing says so, and its words only where that needs saying")
    func words() {
        let plain = TodoError(.usage, "Say what.")
        #expect(plain.effect == .nothingChanged && plain.message == "Say what.")
        let said = TodoError(.usage, "Say what.", effect: .nothingChanged)
        #expect(said.effect == .nothingChanged && said.message == "Say what. Nothing was changed.")
        #expect(plain.said(of: "Line 3").message == "Line 3: Say what.")
        #expect(said.said(of: "Line 3").message == "Line 3: Say what. Nothing was changed.")
        #expect(plain.with(effect: .syncBrokeOff).effect == .syncBrokeOff)
    }

    @Test("what a store refuses has changed nothing, whichever operation it was")
    func refusals() async throws {
        let store = try TodoStore.testing()
        let missing = Todo.ID(stored: "none")
        let refusals: [@Sendable () async throws -> Void] = [
            { _ = try await store.todos.find(missing) }, { try await store.todos.delete(missing) },
            { _ = try await store.todos.fetch(.all.page(-1, size: 1)) },
            { _ = try await store.todos.create(Todo(title: "")) }, { _ = try await store.undo() },
            { _ = try await store.lists.findOrCreate(path: "a//b") },
            { _ = try await store.todos.update(Todo.Update(id: missing, title: "a")) },
            { _ = try await store.backUp(to: "") }, { _ = try await store.sync.sync() },
        ]
        for (index, refused) in refusals.enumerated() {
            let error = await #expect(throws: TodoError.self, "\(index)") { try await refused() }
            #expect(error?.effect == .nothingChanged, "\(index)")
        }
    }

    @Test("a sync that fails before anything has moved has changed nothing; one that breaks off says so")
    func syncing() async throws {
        let remote = FakeRemote()
        let (laptop, phone) = (try TodoStore.testing(remote), try TodoStore.testing(remote))
        try await phone.add("Buy milk")
        try await phone.sync.sync()
        try await laptop.add("Call Bob")
        remote.isOffline = true
        let offline = await #expect(throws: TodoError.self) { try await laptop.sync.sync() }
        #expect(offline?.code == .unreachable && offline?.effect == .nothingChanged)
        remote.isOffline = false
        let broken = await #expect(throws: TodoError.self) {
            // The phone's edit has arrived, and the edit from here is still to be sent.
            try await laptop.sync.sync(progress: { if $0.pulled > 0 { remote.isOffline = true } })
        }
        #expect(broken?.code == .unreachable && broken?.effect == .syncBrokeOff)
        #expect(try await laptop.todos.count(.all) == 2)
        remote.isOffline = false
        try await laptop.sync.sync()
        #expect(try await laptop.sync.verify().isEqual)
    }

    @Test("devices of one name are told apart by their ids, this one's own name stays as it is")
    func namesakes() async throws {
        let remote = FakeRemote()
        let devices = try (0..<3).map { _ in try TodoStore.testing(remote) }
        for (store, name) in zip(devices, ["laptop", "Laptop", "phone"]) {
            try await store.sync.setDeviceName(name)
            try await store.add("From \(name)")
        }
        for store in devices + devices { try await store.sync.sync() }
        let names = try await devices[0].sync.deviceNames
        let ids = try await [devices[0].device, devices[1].device, devices[2].device]
        #expect(names == [ids[0]: "laptop (\(ids[0]))", ids[1]: "Laptop (\(ids[1]))", ids[2]: "phone"])
        #expect(try await devices[0].sync.deviceName == "laptop")
        let text = try await devices[0].historyText(naming: [])
        #expect(text.device(ids[1]) == "Laptop (\(ids[1]))" && text.device(ids[0]) == "this device")
    }
}
