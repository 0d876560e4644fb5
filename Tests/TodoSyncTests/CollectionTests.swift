import Basics
import Foundation
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// Deletions that are old enough to be forgotten, and who meets that.
@Suite("Collecting deletions")
struct CollectionTests {
    @Test("a server whose clock is two years ahead for a while makes nothing old; both clocks must say so")
    func wrongClock() async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let mine = try EngineFixture(server)
        try await mine.add("t1", "old")
        _ = try await mine.engine.run()
        try await mine.delete("t1")
        _ = try await mine.engine.run()
        server.clockOffset = 730 * 86_400_000
        _ = try await mine.engine.run()
        #expect(server.contents.documents.count == 1)
        mine.clock.advance(by: 181 * 86_400)
        server.now += 181 * 86_400_000
        _ = try await mine.engine.run()
        #expect(server.contents.documents.isEmpty)
    }

    @Test("deletions go after 180 days; who was away learns of them, and keeps what it has edited")
    func collects() async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let (mine, away, edited) = (
            try EngineFixture(server), try EngineFixture(server, seed: 2), try EngineFixture(server, seed: 3)
        )
        for id in ["t1", "t2"] { try await mine.add(id, "old") }
        for device in [mine, away, edited] { _ = try await device.engine.run() }
        for id in ["t1", "t2"] { try await mine.delete(id) }
        _ = try await mine.engine.run()
        #expect(server.contents.documents.count == 2)
        for device in [mine, away, edited] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        _ = try await mine.engine.run()
        #expect(server.contents.documents.isEmpty && server.head()?.collectedSequence ?? 0 > 0)
        try await edited.rename("t2", "wanted")
        for device in [away, edited, away, mine] { _ = try await device.engine.run() }
        for device in [mine, away, edited] { #expect(try await device.titles() == ["t2": "wanted"]) }
    }

    @Test("an import as old as its file, lost by a server that was restored, is not taken for collected")
    func importIsNotCollected() async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let (mine, other, late) = (
            try EngineFixture(server), try EngineFixture(server, seed: 2), try EngineFixture(server, seed: 3)
        )
        try await other.add("t1", "old")
        for device in [other, mine, late] { _ = try await device.engine.run() }
        try await late.delete("t1")
        for device in [mine, other, late] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        server.backUp()
        let file = Date(milliseconds: mine.clock.milliseconds - 400 * 86_400_000)
        _ = try await mine.stack.write("import", author: .import) {
            try $0.importTodo(
                Todo(id: Todo.ID(stored: "t2"), title: "kept", createdAt: file), modifiedAt: file, declaredTags: [])
        }
        _ = try await mine.engine.run()
        server.restore(epoch: nil)
        // Others commit so much that the restored server remembers nothing from before, and an old deletion arrives.
        for number in 0..<70 {
            try await other.add("o", "\(number)")
            _ = try await other.engine.run()
        }
        _ = try await late.engine.run()
        #expect(server.head()?.collectedSequence ?? 0 > 70)
        for device in [mine, other] { _ = try await device.engine.run() }
        for device in [mine, other] { #expect(try await device.titles() == ["o": "69", "t2": "kept"]) }
    }

    @Test("what was collected is no sign of a restored server to who comes after many commits")
    func collectedIsNotRestored() async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let (mine, late) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        for id in ["t1", "t2"] { try await mine.add(id, "old") }
        for device in [mine, late] { _ = try await device.engine.run() }
        try await late.rename("t2", "seen by all")
        try await mine.delete("t1")
        for device in [late, mine, late, late] { _ = try await device.engine.run() }
        for device in [mine, late] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        // Past all commits that the server remembers.
        for number in 0..<70 {
            try await mine.rename("t2", "\(number)")
            _ = try await mine.engine.run()
        }
        #expect(server.documents([RecordKey(.todo, "t1")]).isEmpty)
        #expect(try await late.engine.run().resync == nil)
        #expect(try await late.titles() == ["t2": "69"])
        #expect(try await late.replication.counts() == (0, 0, 0))
    }

    @Test("a deletion that was taken back here while it was collected is sent whole")
    func takenBackWhileCollected() async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let (mine, other) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        try await mine.add("t1", "old")
        for device in [mine, other] { _ = try await device.engine.run() }
        try await mine.delete("t1")
        for device in [mine, other] { _ = try await device.engine.run() }
        try await other.add("t1", "wanted")
        for device in [mine, other] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        _ = try await mine.engine.run()
        #expect(server.contents.documents.isEmpty)
        for device in [other, mine] { _ = try await device.engine.run() }
        for device in [mine, other] {
            #expect(try await device.titles() == ["t1": "wanted"])
            #expect(try await device.replication.counts() == (0, 0, 0))
        }
    }

    @Test(
        "a deletion that is collected between a head and the pages read after it comes here all the same",
        arguments: [false, true])
    func collectedMeanwhile(readingAllAgain: Bool) async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let (mine, away) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        for id in ["t1", "t2"] { try await mine.add(id, "old") }
        for device in [mine, away] { _ = try await device.engine.run() }
        try await mine.delete("t1")
        _ = try await mine.engine.run()
        for device in [mine, away] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        let remote = WatchedServer(server: server) { [engine = mine.engine] _ in _ = try await engine.run() }
        let engine = away.engine(with: remote)
        _ = try await engine.run(full: readingAllAgain)
        #expect(server.documents([RecordKey(.todo, "t1")]).isEmpty)
        _ = try await away.engine.run()
        for device in [away, mine] {
            _ = try await device.engine.run()
            #expect(try await device.titles() == ["t2": "old"])
        }
        #expect(try await away.engine.run().requests == 1)
    }

    @Test("what a server loses because it is restored while everything is read again is not taken for collected")
    func restoredMeanwhile() async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let (mine, away) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        try await mine.add("t0", "in the backup")
        _ = try await mine.engine.run()
        server.backUp()
        for id in ["t1", "t2"] { try await mine.add(id, "old") }
        for device in [mine, away] { _ = try await device.engine.run() }
        try await mine.delete("t1")
        for device in [mine, away] { _ = try await device.engine.run() }
        for device in [mine, away] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        _ = try await mine.engine.run()
        #expect(server.documents([RecordKey(.todo, "t1")]).isEmpty)
        let wasRestored = Locked(false)
        let remote = WatchedServer(server: server) { kind in
            guard kind == .todo,
                !wasRestored.withLock({ was in
                    defer { was = true }; return was
                })
            else { return }
            server.restore(epoch: nil)
        }
        let engine = away.engine(with: remote)
        _ = try await engine.run(full: true)
        for device in [away, mine, away] {
            _ = try await device.engine.run()
            #expect(try await device.titles() == ["t0": "in the backup", "t2": "old"])
        }
    }

    @Test("comments on what was deleted long ago go, but not one whose deletion was undone since")
    func comments() async throws {
        let mine = try EngineFixture()
        try await mine.add("t1", "old")
        let store = TodoStore(mine.stack)
        let (kept, gone) = (
            try await store.addComment("kept", to: .init(stored: "t1")).id.rawValue,
            try await store.addComment("gone", to: .init(stored: "t1")).id.rawValue
        )
        _ = try await mine.stack.write("delete") { try $0.delete(CommentEntity.self, id: kept) }
        try await mine.delete("t1")
        mine.clock.advance(by: 181 * 86_400)
        try await mine.stack.write("revive") { transaction in
            let comment = try #require(try transaction.reading.record(CommentEntity.self, id: kept))
            _ = try transaction.edit(comment, registers: [:], deletion: .revive)
        }
        let limit = mine.clock.milliseconds - 180 * 86_400_000
        try await mine.replication.expire(conflictsNoticedBefore: 0, commentsOfTodosDeletedBefore: limit)
        let isDeleted = try await mine.stack.read { transaction in
            try [kept, gone].map { try transaction.record(CommentEntity.self, id: $0)?.record.isDeleted }
        }
        #expect(isDeleted == [false, true])
    }
}
