import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// Conflicts as records that all devices see.
@Suite("Conflicts on several devices")
struct ConflictRecordTests {
    private struct World {
        let server = ModelServer()
        let early: EngineFixture
        let late: EngineFixture
        let other: EngineFixture

        init() async throws {
            early = try EngineFixture(server)
            late = try EngineFixture(server, seed: 2)
            other = try EngineFixture(server, seed: 3)
            try await early.add("t1", "start")
            try await settle()
        }

        func settle() async throws {
            for _ in 0..<2 { for device in [early, late, other] { _ = try await device.engine.run() } }
        }

        /// Two edits of one title; the second stands.
        func quarrel(_ number: Int = 1) async throws {
            try await early.rename("t1", "early \(number)")
            late.clock.advance(by: 5)
            try await late.rename("t1", "late \(number)")
            try await settle()
        }

        /// Two edits of one comment on the to-do; the second stands.
        func quarrelAboutComment() async throws {
            let id = Todo.Comment.ID(stored: "c1")
            _ = try await early.stack.write("comment") {
                try $0.create(
                    Todo.Comment(id: id, on: Todo.ID(stored: "t1"), text: "start", createdAt: $0.environment.now()))
            }
            try await settle()
            for (device, text) in [(early, "early"), (late, "late")] {
                late.clock.advance(by: 5)
                _ = try await device.stack.write("edit") { try $0.update(Todo.Comment.Update(id: id, text: text)) }
            }
            try await settle()
        }

        func conflicts(_ device: EngineFixture) async throws -> [StoredConflict] {
            try await device.replication.conflicts(limit: 9)
        }
    }

    @Test("the device that lost is told, and every other one")
    func everybodyIsTold() async throws {
        let world = try await World()
        try await world.quarrel()
        for device in [world.early, world.late, world.other] {
            let found = try await world.conflicts(device)
            #expect(found.map(\.record.conflict.lost) == [.string("early 1")])
            #expect(found.map(\.record.conflict.kept) == [.string("late 1")])
            #expect(found.first?.isAsNoticed == true && found.first?.title == "late 1")
            #expect(try await device.replication.counts() == (0, 0, 1))
        }
    }

    @Test("what was deleted once more, too lately to be collected, is not forgotten by who has brought it back")
    func deletedAgain() async throws {
        let world = try await World()
        world.server.clockOffset = 0
        try await world.early.rename("t1", "seen by all")
        try await world.early.add("t2", "old")
        try await world.settle()
        for id in ["t1", "t2"] { try await world.early.delete(id) }
        // The third device does not learn of it.
        for device in [world.early, world.late, world.early] { _ = try await device.engine.run() }
        for device in [world.early, world.late, world.other] { device.clock.advance(by: 200 * 86_400) }
        world.server.now += 200 * 86_400_000
        try await world.other.delete("t1")
        _ = try await world.other.engine.run()
        #expect(Set(world.server.contents.documents.keys.filter { $0.kind == .todo }.map(\.id)) == ["t1"])
        try await world.late.add("t1", "again")
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            #expect(try await device.titles() == ["t1": "again"])
            #expect(try await world.conflicts(device).map(\.record.conflict.register) == ["deleted"])
        }
    }

    /// The connection is gone.
    private struct Cut: Error {}

    @Test("an edit that was sent, of which no answer came, is not in conflict with the next one on the same device")
    func lostAnswer() async throws {
        let world = try await World()
        world.server.beforeAnswer = { throw Cut() }
        try await world.early.rename("t1", "first")
        await #expect(throws: Cut.self) { _ = try await world.early.engine.run() }
        world.server.beforeAnswer = nil
        try await world.early.rename("t1", "second")
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            #expect(try await device.titles() == ["t1": "second"])
            #expect(try await world.conflicts(device).isEmpty)
        }
        // A deletion is not one either, nor is an edit that is deleted afterwards.
        world.server.beforeAnswer = { throw Cut() }
        try await world.early.rename("t1", "third")
        await #expect(throws: Cut.self) { _ = try await world.early.engine.run() }
        world.server.beforeAnswer = nil
        try await world.early.delete("t1")
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            #expect(try await device.titles() == [:])
            #expect(try await world.conflicts(device).isEmpty)
        }
    }

    @Test("closed on one device it is closed on all, also where it is noticed again")
    func closedEverywhere() async throws {
        let world = try await World()
        try await world.quarrel()
        let stored = try #require(try await world.conflicts(world.other).first)
        try await world.other.replication.dismiss([stored.id])
        try await world.settle()
        for device in [world.early, world.late] { #expect(try await world.conflicts(device).isEmpty) }
        let isNew = try await world.early.stack.write("sync", author: .sync) {
            try $0.note(stored.record.conflict, of: stored.record.key)
        }
        #expect(!isNew)
        try await world.settle()
        for device in [world.early, world.late] { #expect(try await world.conflicts(device).isEmpty) }
    }

    @Test("two devices that notice one conflict make one record of it")
    func twoNoticers() async throws {
        let world = try await World()
        let stamps = (1...2).map {
            Stamp(milliseconds: world.server.now + Int64($0), counter: 0, device: DeviceID(rawValue: UInt64($0)))
        }
        let conflict = RecordConflict(
            register: "title", lost: .string("a"), lostStamp: stamps[0], kept: .string("b"), keptStamp: stamps[1])
        for device in [world.early, world.late] {
            _ = try await device.stack.write("sync", author: .sync) {
                try $0.note(conflict, of: RecordKey(.todo, "t1"))
            }
        }
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            #expect(try await world.conflicts(device).count == 1)
            #expect(try await device.replication.counts().pending == 0)
        }
    }

    @Test("taken back it is undone with the edit; after a further edit it takes force")
    func takeBack() async throws {
        let world = try await World()
        try await world.quarrel()
        let id = try #require(try await world.conflicts(world.early).first?.id)
        try await world.other.rename("t1", "later still")
        try await world.settle()
        let error = try await #require(throws: TodoError.self) {
            try await world.early.replication.takeBack([id], isForced: false)
        }
        #expect(error.code == .ambiguous)
        let stored = try #require(try await world.conflicts(world.early).first)
        #expect(stored.now?.value == .string("later still") && !stored.isAsNoticed)
        try await world.early.replication.takeBack([id], isForced: true)
        #expect(try await world.early.titles() == ["t1": "early 1"])
        #expect(try await world.conflicts(world.early).isEmpty)
        _ = try await HistoryDAO(world.early.stack).undo(1, isForced: false)
        #expect(try await world.early.titles() == ["t1": "later still"])
        #expect(try await world.conflicts(world.early).count == 1)
        try await world.settle()
        #expect(try await world.conflicts(world.late).count == 1)
    }

    @Test("what nobody can write here is not taken back either: another program has sent an empty title")
    func takeBackInvalid() async throws {
        let world = try await World()
        let stamps = (1...2).map {
            Stamp(milliseconds: world.server.now + Int64($0), counter: 0, device: DeviceID(rawValue: UInt64($0)))
        }
        for lost in ["", "two\nlines", String(repeating: "x", count: Limits.title + 1)] {
            let conflict = RecordConflict(
                register: "title", lost: .string(lost), lostStamp: stamps[0], kept: .string("start"),
                keptStamp: stamps[1])
            _ = try await world.early.stack.write("sync", author: .sync) {
                try $0.note(conflict, of: RecordKey(.todo, "t1"))
            }
        }
        for stored in try await world.conflicts(world.early) {
            let error = try await #require(throws: TodoError.self) {
                try await world.early.replication.takeBack([stored.id], isForced: true)
            }
            #expect([.emptyTitle, .titleNotOneLine, .titleTooLong].contains(error.code))
            #expect(
                error.message.hasPrefix("The lost value cannot be written again: A ") && error.effect == .nothingChanged
            )
        }
        #expect(try await world.early.titles() == ["t1": "start"])
    }

    @Test("of a to-do that was deleted since there is no present value, and only force brings it back")
    func takeBackDeleted() async throws {
        let world = try await World()
        try await world.quarrel()
        try await world.other.delete("t1")
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            let found = try await world.conflicts(device)
            #expect(found.map(\.record.conflict.register) == ["title"] && found.first?.title == "late 1")
            #expect(found.first?.now == nil)
        }
        let id = try #require(try await world.conflicts(world.early).first?.id)
        let error = try await #require(throws: TodoError.self) {
            try await world.early.replication.takeBack([id], isForced: false)
        }
        #expect(error.code == .ambiguous && error.message.contains("deleted since") && !error.remedies.isEmpty)
        #expect(try await world.early.titles().isEmpty)
        try await world.early.replication.takeBack([id], isForced: true)
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            #expect(try await device.titles() == ["t1": "early 1"])
            #expect(try await world.conflicts(device).isEmpty)
        }
    }

    @Test("a conflict of a comment says which to-do it is on")
    func comment() async throws {
        let world = try await World()
        try await world.quarrelAboutComment()
        for device in [world.early, world.late, world.other] {
            let found = try await world.conflicts(device)
            #expect(found.map(\.todo) == ["t1"] && found.first?.now?.value == .string("late"))
        }
    }

    @Test("of a comment whose to-do was deleted since there is no present value, and force brings back both")
    func commentOfDeleted() async throws {
        let world = try await World()
        try await world.quarrelAboutComment()
        try await world.other.delete("t1")
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            let found = try await world.conflicts(device)
            #expect(found.map(\.todo) == ["t1"] && found.first?.title == "late")
            #expect(found.first?.now == nil)
        }
        let id = try #require(try await world.conflicts(world.early).first?.id)
        let error = try await #require(throws: TodoError.self) {
            try await world.early.replication.takeBack([id], isForced: false)
        }
        #expect(error.code == .ambiguous && error.message.contains("to-do of this comment was deleted since"))
        try await world.early.replication.takeBack([id], isForced: true)
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            let todo = try await TodoDAO(device.stack).find(Todo.ID(stored: "t1"))
            #expect(todo.comments.map(\.text) == ["early"])
            #expect(try await world.conflicts(device).isEmpty)
        }
    }

    @Test("a deletion that lost to one that was undone can be repeated, until the to-do is edited again")
    func takeBackDeletion() async throws {
        let world = try await World()
        try await world.late.rename("t1", "renamed")
        try await world.late.delete("t1")
        world.early.clock.advance(by: 5)
        try await world.early.delete("t1")
        world.late.clock.advance(by: 10)
        _ = try await HistoryDAO(world.late.stack).undo(1, isForced: false)
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            let found = try await world.conflicts(device)
            #expect(found.map(\.record.conflict.register) == [RecordConflict.deletion])
            #expect(found.first?.isAsNoticed == true)
        }
        let id = try #require(try await world.conflicts(world.other).first?.id)
        try await world.early.rename("t1", "edited since")
        try await world.settle()
        #expect(try await world.conflicts(world.other).first?.isAsNoticed == false)
        try await world.other.replication.takeBack([id], isForced: true)
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            #expect(try await device.titles().isEmpty)
            #expect(try await world.conflicts(device).isEmpty)
        }
    }

    @Test("done on two devices, or an accent in two spellings, is no conflict")
    func sameMeaning() async throws {
        let world = try await World()
        for (number, device) in [world.early, world.late].enumerated() {
            device.clock.advance(by: Double(number) * 60)
            let now = device.clock.now
            _ = try await device.stack.write("edit") {
                try $0.update(
                    Todo.Update(
                        id: Todo.ID(stored: "t1"), title: number == 0 ? "Caf\u{E9}" : "Cafe\u{301}",
                        completedAt: .set(now)))
            }
        }
        try await world.settle()
        for device in [world.early, world.late] { #expect(try await world.conflicts(device).isEmpty) }
    }

    @Test("conflicts go after ninety days")
    func expires() async throws {
        let world = try await World()
        world.server.clockOffset = 0
        try await world.quarrel()
        for device in [world.early, world.late, world.other] { device.clock.advance(by: 91 * 86_400) }
        world.server.now += 91 * 86_400_000
        try await world.settle()
        try await world.settle()
        for device in [world.early, world.late, world.other] {
            #expect(try await world.conflicts(device).isEmpty)
            #expect(try await device.replication.counts() == (0, 0, 0))
        }
    }

    @Test("a server whose rules are older takes the rest; what it does not allow waits, and is not asked every time")
    func olderRules() async throws {
        let world = try await World()
        world.server.clockOffset = 0
        world.server.rulesAreOld = true
        try await world.quarrel()
        let noticer = try await world.conflicts(world.late).isEmpty ? world.early : world.late
        #expect(try await noticer.replication.syncState().refusedKinds.keys.contains(.conflict))
        #expect(try await noticer.replication.counts(of: [.conflict]).pending == 1)
        #expect(try await noticer.replication.quarantined().isEmpty)
        #expect(try await world.early.titles() == (try await world.late.titles()))
        let report = try await noticer.engine.run()
        #expect(report.requests == 1)
        // After an update it is retried on another day.
        world.server.rulesAreOld = false
        for device in [world.early, world.late, world.other] { device.clock.advance(by: 2 * 86_400) }
        world.server.now += 2 * 86_400_000
        try await world.settle()
        for device in [world.early, world.late, world.other] { #expect(try await world.conflicts(device).count == 1) }
    }
}
