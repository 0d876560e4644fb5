import Foundation
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// Reminders on several devices.
@Suite("Reminders on several devices")
struct ReminderSyncTests {
    private let (one, two): (EngineFixture, EngineFixture)
    private let stores: [TodoStore]

    init() throws {
        one = try EngineFixture()
        two = try EngineFixture(one.server, seed: 2)
        stores = [TodoStore(one.stack), TodoStore(two.stack)]
    }

    private func sync(_ rounds: Int = 2) async throws {
        for _ in 0..<rounds {
            _ = try await one.engine.run()
            _ = try await two.engine.run()
        }
    }

    @Test("an acknowledgement that arrives by a sync withdraws the notification, and the greater of two stands")
    func acknowledged() async throws {
        let settings = stores[0].reminderSettings()
        let due = one.clock.now
        let call = try await stores[0].add(
            "Call", due: .instant(due, zone: "Europe/Zurich"),
            reminders: [
                .trigger(.before(.zero, of: .due)), .trigger(.before(Alarm.Lead(seconds: 60) ?? .zero, of: .due)),
            ])
        try await sync()
        for store in stores {
            let events = try await store.planDelivery(settings)
            #expect(events.count == 2)
            try await store.noteDelivery(of: events)
        }
        let rings = try await stores[0].rings(settings)
        one.clock.advance(by: 10)
        two.clock.advance(by: 20)
        // Both act on the same one, the first for longer.
        try await stores[0].snooze([rings[0]], until: due.addingTimeInterval(7200))
        try await stores[1].snooze([rings[0]], until: due.addingTimeInterval(3600))
        try await stores[1].acknowledge([rings[1]])
        try await sync(3)
        var shown: [[Ring]] = []
        for store in stores {
            let events = try await store.planDelivery(settings)
            #expect(events.allSatisfy { if case .withdraw = $0 { true } else { false } } && events.count == 2)
            shown.append(try await store.rings(settings))
            #expect(try await store.todos.find(call.id).updatedAt == call.updatedAt)
        }
        #expect(shown[0] == shown[1] && shown[0].map(\.at) == [due.addingTimeInterval(7200)])
        #expect(try await stores[0].sync.status.conflicts == 0)
        for device in [one, two] { #expect(try await device.replication.counts(of: [.todo]).pending == 0) }
    }

    @Test("two devices add reminders each, and one that both add is one")
    func added() async throws {
        let call = try await stores[0].add("Call")
        try await sync()
        let (ten, noon) = (
            ReminderPhrase.trigger(.before(Alarm.Lead(seconds: 600) ?? .zero, of: .either)),
            ReminderPhrase.trigger(.time(.hour(12), daysBefore: 0, of: .due))
        )
        try await stores[0].edit([call.id], TodoChanges(reminders: [ten]))
        try await stores[1].edit([call.id], TodoChanges(reminders: [ten, noon]))
        try await sync()
        for store in stores { #expect(try await store.todos.find(call.id).alarms.count == 2) }
    }
}
