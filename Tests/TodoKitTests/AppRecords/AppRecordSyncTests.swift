import FirestoreWire
import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// Records of an app on several devices.
@Suite("Records of an app on several devices")
struct AppRecordSyncTests {
    private let remote = FakeRemote()
    private let laptop, phone: TodoStore

    init() throws { (laptop, phone) = (try TodoStore.testing(remote), try TodoStore.testing(remote)) }

    private func settle() async throws {
        for store in [laptop, phone, laptop] { try await store.sync.sync() }
    }

    @Test("two devices that edit different registers both prevail; of one that both edit the other value is kept")
    func merged() async throws {
        let mine = laptop.records(of: Mood.self), theirs = phone.records(of: Mood.self)
        let mood = Mood("m", 1, title: "a")
        try await mine.create(mood)
        try await settle()
        #expect(try await theirs.find(mood.id) == mood)
        try await mine.update(Mood("m", 2, title: "a"), from: mood)
        try await theirs.update(Mood("m", 1, title: "b"), from: mood)
        try await settle()
        for store in [laptop, phone] {
            #expect(try await store.records(of: Mood.self).find(mood.id) == Mood("m", 2, title: "b"))
            #expect(try await store.sync.conflicts().isEmpty)
        }
        try await mine.update(Mood("m", 3, title: "b"))
        try await theirs.update(Mood("m", 4, title: "b"))
        try await settle()
        let values = try await [mine.find(mood.id).value, theirs.find(mood.id).value]
        #expect(values[0] == values[1])
        let conflict = try #require(try await laptop.sync.conflicts().first)
        #expect(conflict.record == RecordKey(.app, "m") && conflict.title == "b")
        try await laptop.sync.takeBack([conflict.id])
        #expect(try await mine.find(mood.id).value == 7 - values[0])
        #expect(try await laptop.sync.verify().isEqual == false)
        try await settle()
        #expect(try await laptop.sync.verify().isEqual)
    }

    @Test("a deletion arrives, and an undo on one device brings the record back on all")
    func deleted() async throws {
        try await laptop.records(of: Mood.self).create(Mood("m", 1))
        try await settle()
        try await phone.records(of: Mood.self).delete(.init(stored: "m"))
        try await settle()
        try await settle()
        #expect(try await laptop.records(of: Mood.self).count() == 0)
        try await phone.undo()
        try await settle()
        try await settle()
        #expect(try await laptop.records(of: Mood.self).fetch().items == [Mood("m", 1)])
    }

    @Test("an app that does not know a type or a register keeps it and sends it on to a new device")
    func unknown() async throws {
        try await laptop.records(of: LaterMood.self).create(
            LaterMood(id: .init(stored: "m"), value: 1, color: "red", faces: ["a"]))
        try await settle()
        try await phone.records(of: Mood.self).update(Mood("m", 5, title: "t"))
        try await phone.sync.sync()
        let document = try #require(remote.contents.documents[RecordKey(.app, "m")])
        #expect(document["type"] == .string(Mood.recordType))
        // A remote that was emptied is filled again by a device that does not know all of it.
        remote.contents = RemoteSpace()
        try await phone.sync.sync()
        let other = try TodoStore.testing(remote)
        try await other.sync.sync()
        let found = try await other.records(of: LaterMood.self).find(.init(stored: "m"))
        #expect(found == LaterMood(id: .init(stored: "m"), value: 5, color: "red", faces: ["a"]))
        #expect(try await other.appRecordDAO.find(.init(stored: "m")).registers["title"] == "t")
    }

    @Test("what is local is in the history and undone, never waits to be sent, and is nowhere else")
    func local() async throws {
        let drafts = laptop.records(of: Draft.self)
        try await drafts.create(Draft("d", "a"))
        try await drafts.update(Draft("d", "b"), from: Draft("d", "a"))
        #expect(try await laptop.recentHistory(limit: 5).map(\.action) == ["edit record", "add record"])
        #expect(try await !laptop.todos.hasPendingChanges)
        try await settle()
        #expect(remote.contents.documents.keys.allSatisfy { $0.kind == .device })
        #expect(try await phone.appRecordDAO.count() == 0)
        #expect(try await laptop.sync.verify().isEqual)
        try await laptop.undo()
        #expect(try await drafts.find(.init(stored: "d")).text == "a")
        // Another remote gets everything except this.
        try await laptop.add("Buy milk")
        let pending = try await ReplicationDAO(laptop.stack).pendingRecords(limit: 10, excluding: [])
        #expect(!pending.contains { $0.key.kind == .app })
    }

    @Test("a local record whose type another device syncs is synced from then on")
    func becomesShared() async throws {
        try await laptop.records(of: Draft.self).create(Draft("d", "mine"))
        let shared = AppRecord(
            id: .init(stored: "d"), type: Draft.recordType, registers: ["text": "theirs", "more": 1],
            createdAt: Date(timeIntervalSince1970: 1_900_000_000))
        try await phone.appRecordDAO.createOne(shared)
        try await phone.sync.sync()
        try await laptop.sync.sync()
        try await laptop.records(of: Draft.self).update(Draft("d", "ours"))
        try await settle()
        #expect(try await phone.appRecordDAO.find(shared.id).registers == ["text": "ours", "more": 1])
        #expect(try await laptop.appRecordDAO.find(shared.id).isLocal == false)
    }
}
