import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// Reminders of a shared to-do go to the other devices of the person, and to nobody else.
@Suite("Spaces: reminders on all devices of a person")
struct PersonalReminderTests {
    private let cloud = SharedCloud()
    private let phone: MemberFixture
    private let laptop: MemberFixture
    private let bob: MemberFixture
    private let alarm = Alarm(.before(.zero, of: .either))

    init() throws {
        phone = try MemberFixture("ann", cloud)
        laptop = try MemberFixture("ann", cloud, seed: 7)
        bob = try MemberFixture("bob", cloud, seed: 9)
    }

    /// A space of Ann and Bob with a to-do, on Ann's phone.
    private func share() async throws -> SpaceID {
        cloud.create("s", owner: "ann")
        cloud.add("bob", to: "s", as: .editor)
        try await bob.join("s")
        let space = try await phone.enter("s")
        try await phone.add("t", "oat milk", in: space)
        return space
    }

    private func space(_ member: MemberFixture) async throws -> SpaceID {
        try #require(try await member.spaces.sharedSpaces().keys.first)
    }

    private func todo(_ member: MemberFixture) async throws -> TodoEntity {
        let space = try await space(member)
        return try #require(
            try await member.device.stack.read { try $0.within(space).record(TodoEntity.self, id: "t") })
    }

    private func set(_ change: Change<Alarm>, on member: MemberFixture) async throws {
        let (space, id) = (try await space(member), alarm.id)
        member.device.clock.advance(by: 60)
        try await member.device.stack.write("edit") { transaction in
            try transaction.within(space) {
                _ = try transaction.update(Todo.Update(id: .init(stored: "t"), alarms: [id: change]))
            }
        }
    }

    @Test(
        "an alarm comes to the other devices of the person, even before the to-do, and goes again; others never see it")
    func alarms() async throws {
        _ = try await share()
        try await set(.set(alarm), on: phone)
        try await phone.sync()
        #expect(cloud.own(of: "ann").contents.documents.keys.contains { $0.kind == .personal })
        #expect(cloud.todo("t", in: "s")?.contains { $0.name.hasPrefix("alarm") } == false)
        // The own space comes first, so the reminder is there before its to-do.
        try await laptop.sync()
        #expect(try await todo(laptop).content.alarms == [alarm])
        #expect(try await laptop.unsent(space(laptop)) == 0)
        try await bob.sync()
        #expect(try await todo(bob).content.alarms == [])
        try await set(.clear, on: laptop)
        try await laptop.sync()
        try await phone.sync()
        #expect(try await todo(phone).content.alarms == [])
        for member in [phone, laptop] { #expect(try await member.sync().requests == ["heads:2"]) }
    }

    @Test("a snooze travels, also from a viewer, and an edit of somebody else leaves it")
    func snoozes() async throws {
        let space = try await share()
        try await set(.set(alarm), on: phone)
        try await phone.sync()
        try await laptop.sync()
        let name = ReminderRegister.state(alarm.id).name
        laptop.device.clock.advance(by: 60)
        let snoozed: JSONValue = ["ack": .integer(laptop.device.clock.now.milliseconds)]
        let there = try await self.space(laptop)
        try await laptop.device.stack.write("snooze") { transaction in
            try transaction.within(there) {
                let row = try transaction.reading.liveRecord(TodoEntity.self, id: "t")
                try transaction.edit(row, registers: [name: snoozed])
            }
        }
        try await bob.sync()
        try await bob.rename("t", "soy milk", in: try await self.space(bob))
        try await bob.sync()
        try await laptop.sync()
        try await phone.sync()
        let row = try await todo(phone)
        #expect(row.title == "soy milk" && row.content.alarms == [alarm])
        #expect(row.content.reminders[name] == snoozed)
        #expect(try await phone.unsent(space) == 0)
    }

    @Test("two devices that set reminders apart both have them")
    func apart() async throws {
        _ = try await share()
        try await phone.sync()
        try await laptop.sync()
        let other = Alarm(.before(.zero, of: .due))
        try await set(.set(alarm), on: phone)
        let there = try await space(laptop)
        laptop.device.clock.advance(by: 30)
        try await laptop.device.stack.write("edit") { transaction in
            try transaction.within(there) {
                _ = try transaction.update(Todo.Update(id: .init(stored: "t"), alarms: [other.id: .set(other)]))
            }
        }
        for member in [phone, laptop, phone] { try await member.sync() }
        for member in [phone, laptop] {
            #expect(Set(try await todo(member).content.alarms.map(\.id)) == [alarm.id, other.id])
        }
    }

    @Test("an undo takes the reminder from all devices, and the history tells of the to-do alone")
    func undone() async throws {
        _ = try await share()
        try await phone.sync()
        try await set(.set(alarm), on: phone)
        try await phone.sync()
        try await laptop.sync()
        let step = try #require(try await HistoryDAO(phone.device.stack).undo(1, isForced: false).steps.first)
        #expect(step.recordCounts[.todo] == 1)
        try await phone.sync()
        try await laptop.sync()
        #expect(try await todo(phone).content.alarms == [])
        #expect(try await todo(laptop).content.alarms == [])
    }
}
