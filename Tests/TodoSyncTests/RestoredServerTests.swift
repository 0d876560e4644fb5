import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// A restored server, and what others write to it before the devices return whose edits it has lost.
@Suite("A restored server")
struct RestoredServerTests {
    let server = ModelServer()

    /// Two devices that know a to-do, and the server's backup from that time.
    private func devices() async throws -> (EngineFixture, EngineFixture) {
        let (first, second) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        for id in ["t1", "t2", "t3"] { try await first.add(id, "one") }
        for device in [first, second] { _ = try await device.engine.run() }
        server.backUp()
        first.clock.advance(by: 10)
        second.clock.advance(by: 60)
        return (first, second)
    }

    /// A sync that is cut short after the tags.
    private func runAsFarAsTags(_ device: EngineFixture) async {
        let cut = SyncEngine(
            store: device.replication, remote: WatchedServer.forbidding(.todo, on: server),
            environment: .testing(clock: device.clock, seed: 1))
        await #expect(throws: RemoteFailure.self) { try await cut.run() }
    }

    private func conflicts(_ device: EngineFixture) async throws -> [String] {
        try await device.replication.conflicts(limit: 100).map { stored in
            "\(stored.record.key.id).\(stored.record.conflict.register) "
                + "\(stored.record.conflict.lost.canonicalJSON) \(stored.record.conflict.kept.canonicalJSON)"
        }
    }

    @Test("an edit that it has lost, and that another device wrote over, is noted", arguments: [0, 12])
    func lostEdit(after commits: Int) async throws {
        let (first, second) = try await devices()
        try await first.rename("t1", "lost")
        _ = try await first.engine.run()
        server.restore(epoch: nil)
        // After many commits, a document's number does not show what had been there.
        for number in 0..<commits {
            try await second.rename("t2", "\(number)")
            _ = try await second.engine.run()
        }
        try await second.rename("t1", "later")
        _ = try await second.engine.run()
        _ = try await first.engine.run()
        #expect(try await first.titles()["t1"] == "later")
        #expect(try await conflicts(first) == [#"t1.title "lost" "later""#])
    }

    @Test(
        "an edit that it has lost is noted even if what was sent with it has the same commit's number once more",
        arguments: [0, 1, 5])
    func lostWithKeptRecord(commitsAfter: Int) async throws {
        let (first, second) = try await devices()
        try await second.add("t4", "known to both")
        for device in [second, first] { _ = try await device.engine.run() }
        // The first restore is announced, so that the second one, to the same backup, needs no announcement.
        server.restore(epoch: nil)
        for device in [second, first, second] { _ = try await device.engine.run() }
        server.restore(epoch: "another")
        try await first.rename("t1", "lost")
        // This sends t4 again, too.
        _ = try await first.engine.run()
        for number in 0..<commitsAfter {
            try await first.rename("t3", "\(number)")
            _ = try await first.engine.run()
        }
        server.restore(epoch: nil)
        // So does the other device, in a commit of that number.
        _ = try await second.engine.run()
        try await second.rename("t1", "later")
        _ = try await second.engine.run()
        _ = try await first.engine.run()
        #expect(try await first.titles()["t1"] == "later")
        #expect(try await conflicts(first) == [#"t1.title "lost" "later""#])
        #expect(try await first.titles()["t3"] == (commitsAfter == 0 ? "one" : "\(commitsAfter - 1)"))
    }

    @Test("a commit is not missed if the server is put back for the time of one page", arguments: [1, 7])
    func putBackForOnePage(commits: Int) async throws {
        let (first, second) = try await devices()
        // More than one page of changes, of which the restored server knows none.
        for number in 1...commits { try await first.add("n\(number)", "new") }
        _ = try await first.engine.run()
        let later = server.contents
        let flickering = WatchedServer(
            server: server, beforePage: { [server] _ in server.restore(epoch: nil) },
            afterPage: { [server] _ in server.contents = later })
        // It cannot know more yet, but must not take this for everything.
        _ = try? await second.engine(with: flickering).run()
        _ = try await second.engine.run()
        #expect(try await second.titles() == first.titles())
    }

    @Test("a record that it has lost, and that another device made again under its id, is noted")
    func lostRecord() async throws {
        let (first, second) = try await devices()
        try await first.add("t4", "lost")
        _ = try await first.engine.run()
        server.restore(epoch: nil)
        for number in 0..<3 {
            try await second.rename("t2", "\(number)")
            _ = try await second.engine.run()
        }
        try await second.add("t4", "again")
        _ = try await second.engine.run()
        _ = try await first.engine.run()
        #expect(try await first.titles()["t4"] == "again")
        #expect(try await conflicts(first).contains(#"t4.title "lost" "again""#))
    }

    @Test("what it brought back is no edit, and what others wrote over what it still has is none that was lost")
    func noConflict() async throws {
        let (first, second) = try await devices()
        try await first.rename("t1", "lost")
        _ = try await first.engine.run()
        try await first.rename("t1", "lost again")
        server.restore(epoch: "another")
        try await second.rename("t2", "later")
        _ = try await second.engine.run()
        for device in [first, second, first] { _ = try await device.engine.run() }
        for device in [first, second] {
            #expect(try await device.titles() == ["t1": "lost again", "t2": "later", "t3": "one"])
            #expect(try await conflicts(device).isEmpty)
        }
    }

    @Test("what was read before the resync was cut short is not lost, though deletions were collected meanwhile")
    func beginsOver() async throws {
        server.clockOffset = 0
        let fixtures = try (1...3).map { try EngineFixture(server, seed: $0) }
        let (first, second, third) = (fixtures[0], fixtures[1], fixtures[2])
        try await first.add("t1", tags: ["a"])
        try await first.add("t2", tags: ["b"])
        try await second.add("t3", tags: [])
        for device in fixtures + [first] { _ = try await device.engine.run() }
        server.backUp()
        try await first.rename(tag: "b", to: "lost")
        _ = try await first.engine.run()
        server.restore(epoch: nil)
        try await second.rename(tag: "a", to: "second")
        _ = try await second.engine.run()
        await runAsFarAsTags(first)
        #expect(try await first.tags(of: "t1") == ["second"])
        _ = try await third.engine.run()
        try await third.delete("t3")
        _ = try await third.engine.run()
        for device in fixtures { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        try await third.rename(tag: "second", to: "third")
        _ = try await third.engine.run()
        #expect(server.documents([RecordKey(.todo, "t3")]).isEmpty)
        #expect(try await first.engine.run().resync == .rollback)
        for device in [first, second, third] {
            _ = try await device.engine.run()
            #expect(try await device.tags(of: "t1") == ["third"])
            #expect(try await device.tags(of: "t2") == ["lost"])
            #expect(try await conflicts(device).isEmpty)
        }
    }

    @Test("another version of a record, by a commit of the same number, shows it, and nothing of it is kept")
    func sameNumber() async throws {
        let (first, second) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        for (device, title) in [(first, "here"), (second, "elsewhere")] { try await device.add("t1", title) }
        _ = try await first.engine.run()
        let record = try #require(try await second.replication.records(of: .todo, afterID: nil, limit: 1).first)
        let outcome = try await first.replication.apply(
            [IncomingRecord(record, sequence: 1)], unreadable: [:], state: first.replication.syncState())
        #expect(outcome.sawRollback)
        #expect(try await first.titles() == ["t1": "here"])
    }

    @Test("an edit that it has lost is noted although others wrote again whatever could show how old it is")
    func overwritten() async throws {
        let (first, second) = try await devices()
        func rewrite(_ id: String) throws {
            try first.put(id, try #require(server.documents([RecordKey(.todo, id)]).first).fields)
        }
        try await first.rename("t2", "lost")
        _ = try await first.engine.run()
        try rewrite("t1")
        _ = try await first.engine.run()
        server.restore(epoch: nil)
        try await second.rename("t2", "later")
        _ = try await second.engine.run()
        for id in ["t2", "t3"] { try rewrite(id) }
        _ = try await first.engine.run()
        #expect(try await first.titles()["t2"] == "later")
        #expect(try await conflicts(first) == [#"t2.title "lost" "later""#])
    }

    @Test("a slower process of the same device does not take back how far it was followed")
    func slowerProcess() async throws {
        let (first, _) = try await devices()
        let former = try await first.replication.syncState()
        try await first.rename("t1", "two")
        _ = try await first.engine.run()
        let state = try await first.replication.syncState()
        #expect(try await first.replication.finishPull(former, ending: nil, collectedHighest: 0))
        #expect(state.sequence > former.sequence)
        #expect(try await first.replication.syncState() == state)
    }

    @Test("a slower process of the same device does not read everything again after another one has")
    func slowerResync() async throws {
        let device = try EngineFixture(ModelServer())
        try await device.add("t1", "old")
        _ = try await device.engine.run()
        let resync = SyncPlan.beginning(.rollback, in: try await device.replication.syncState(), head: nil)
        // A resync that was cut short begins again.
        for _ in 0..<2 { #expect(try await device.replication.beginResync(resync)) }
        _ = try await device.engine.run()
        let state = try await device.replication.syncState()
        #expect(state.resync == nil)
        #expect(try await !device.replication.beginResync(resync))
        try await device.replication.save(resync)
        #expect(try await device.replication.syncState() == state)
        #expect(try await device.replication.beginResync(SyncPlan.beginning(.rollback, in: state, head: nil)))
    }

    @Test("what was read before the resync was cut short is not lost, though it no longer shows that it was followed")
    func outrun() async throws {
        let fixtures = try (1...3).map { try EngineFixture(server, seed: $0) }
        let (first, second, third) = (fixtures[0], fixtures[1], fixtures[2])
        try await first.add("t1", tags: ["a"])
        try await first.add("t2", tags: [])
        for device in fixtures + [first] { _ = try await device.engine.run() }
        server.backUp()
        try await first.rename("t1", "lost")
        _ = try await first.engine.run()
        server.restore(epoch: "another")
        try await second.rename(tag: "a", to: "second")
        _ = try await second.engine.run()
        await runAsFarAsTags(first)
        #expect(try await first.tags(of: "t1") == ["second"])
        _ = try await third.engine.run()
        third.clock.advance(by: 10)
        try await third.rename(tag: "second", to: "third")
        _ = try await third.engine.run()
        for _ in 0..<70 {
            try first.put("t2", try #require(server.documents([RecordKey(.todo, "t2")]).first).fields)
        }
        for device in [first, second, third] {
            _ = try await device.engine.run()
            #expect(try await device.tags(of: "t1") == ["third"])
            #expect(try await device.titles()["t1"] == "lost")
            #expect(try await conflicts(device).isEmpty)
        }
    }
}
