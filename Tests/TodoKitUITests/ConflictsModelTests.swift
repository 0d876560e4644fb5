import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoKitUI

@MainActor
@Suite("Conflicts for a view")
struct ConflictsModelTests {
    private let clock = ManualClock()
    private let remote = FakeRemote()
    private let (laptop, phone): (TodoStore, TodoStore)

    init() async throws {
        laptop = try .testing(remote, clock: clock)
        phone = try .testing(remote, clock: clock)
        try await laptop.sync.setDeviceName("laptop")
        try await phone.sync.setDeviceName("phone")
    }

    private func sync(_ stores: TodoStore...) async throws { for store in stores { try await store.sync.sync() } }

    /// A to-do that both have edited, first the phone and then the laptop, and that both have synced.
    private func contested(_ theirs: TodoChanges, _ mine: TodoChanges) async throws -> Todo {
        let milk = try await laptop.add("Milk", due: .day(2026, 12, 1))
        try await sync(laptop, phone)
        for (store, changes) in [(phone, theirs), (laptop, mine)] {
            clock.advance(by: 60)
            try await store.edit([milk.id], changes)
        }
        try await sync(laptop, phone, laptop)
        return milk
    }

    @Test("each side has its words, its value with a type, its device and its time")
    func sides() async throws {
        let model = ConflictsModel(laptop)
        let (theirs, mine) = (try Due.day(2026, 12, 2), try Due.day(2026, 12, 3))
        let milk = try await contested(TodoChanges(due: .set(theirs)), TodoChanges(due: .set(mine)))
        try await until { !model.conflicts.isEmpty }
        let entry = model.conflicts[0]
        #expect(model.conflicts.count == 1 && entry.conflict.record == RecordKey(milk.id) && entry.field == "due")
        #expect(entry.lost.content == .due(theirs) && entry.lost.device == "phone")
        #expect(entry.kept.content == .due(mine) && entry.kept.device == "this device" && entry.now == entry.kept)
        #expect(entry.kept.date == clock.now && entry.lost.date == clock.now.addingTimeInterval(-60))
        #expect("\(entry.lost)" == entry.lost.words && entry.lost.words.contains("2"))
        #expect(model.failure == nil)
    }

    @Test("what was lost is taken back without a task, on all devices, and is one step to undo")
    func takeBack() async throws {
        let (here, there) = (ConflictsModel(laptop), ConflictsModel(phone))
        let milk = try await contested(TodoChanges(title: "Oat milk"), TodoChanges(title: "Soy milk"))
        try await until { here.conflicts.count == 1 && there.conflicts.count == 1 }
        #expect(here.conflicts[0].lost.words == "“Oat milk”" && here.conflicts[0].lost.content == .text("Oat milk"))
        #expect(there.conflicts[0].lost.device == "this device")
        press { here.takeBack([here.conflicts[0].id]) }
        try await until { here.conflicts.isEmpty }
        try await sync(laptop, phone)
        try await until { there.conflicts.isEmpty }
        #expect(try await phone.todos.find(milk.id).title == "Oat milk")
        try await laptop.undo()
        #expect(try await laptop.todos.find(milk.id).title == "Soy milk")
    }

    @Test("what was dismissed stays as it is, and is gone on all devices")
    func dismiss() async throws {
        let (here, there) = (ConflictsModel(laptop), ConflictsModel(phone))
        let milk = try await contested(TodoChanges(title: "Oat milk"), TodoChanges(title: "Soy milk"))
        try await until { here.conflicts.count == 1 && there.conflicts.count == 1 }
        press { there.dismiss(there.conflicts.map(\.id)) }
        try await until { there.conflicts.isEmpty }
        try await sync(phone, laptop)
        try await until { here.conflicts.isEmpty }
        #expect(try await laptop.todos.find(milk.id).title == "Soy milk")
    }

    @Test("what was edited since is not overwritten unless it is forced")
    func refused() async throws {
        let model = ConflictsModel(laptop)
        let milk = try await contested(TodoChanges(title: "Oat milk"), TodoChanges(title: "Soy milk"))
        try await until { model.conflicts.count == 1 }
        clock.advance(by: 60)
        try await laptop.edit([milk.id], TodoChanges(title: "Rice milk"))
        try await until { model.conflicts.first?.now?.content == .text("Rice milk") }
        let ids = model.conflicts.map(\.id)
        await model.takeBack(ids)
        #expect(model.failure?.code == .ambiguous && model.conflicts.count == 1)
        #expect(try await laptop.todos.find(milk.id).title == "Rice milk")
        await model.takeBack(ids, force: true)
        #expect(model.failure == nil)
        #expect(try await laptop.todos.find(milk.id).title == "Oat milk")
        try await until { model.conflicts.isEmpty }
    }

    @Test("a service that cannot be read says why, and is followed again when asked")
    func interrupted() async throws {
        let service = try FakeTodoService()
        service.failure = TodoError(.diskFull, "The disk is full.")
        let model = ConflictsModel(service)
        try await until { model.failure?.code == .diskFull }
        service.failure = nil
        service.sync.shownConflicts = [.preview(lost: .string("Oat milk"))]
        model.reload()
        try await until { model.conflicts.map(\.lost.words) == ["“Oat milk”"] }
        #expect(model.failure == nil)
    }
}
