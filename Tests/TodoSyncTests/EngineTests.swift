import FirestoreWire
import Foundation
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// What the engine does in single situations; the simulation mixes them.
@Suite("Sync engine")
struct EngineTests {
    @Test("a space that nobody has written to is numbered from one, and nothing counts as collected there")
    func firstCommit() async throws {
        let fixture = try EngineFixture()
        _ = try await fixture.engine.run()
        #expect(try await fixture.replication.syncState().collectedSequence == 0)
        try await fixture.add("t1", "first")
        _ = try await fixture.engine.run()
        let head = try #require(fixture.server.head())
        #expect(head.last[.todo] == 1 && head.collectedSequence == 0)
    }

    // MARK: Refusals

    @Test(
        "one record that the remote refuses is found by halves and set aside, the others are sent; edited, it goes too")
    func quarantine() async throws {
        let fixture = try EngineFixture()
        for number in 0..<7 { try await fixture.add("t\(number)", number == 4 ? ModelServer.poison : "fine") }
        let report = try await fixture.engine.run()
        #expect(report.pushed == 6 && report.refused == 1)
        let set = try await fixture.replication.quarantined()
        #expect(set.map(\.key) == [RecordKey(.todo, "t4")] && set.map(\.reason) == [.rejected])
        #expect(fixture.server.documents([RecordKey(.todo, "t4")]).isEmpty)
        // Another run does not send it again.
        #expect(try await fixture.engine.run().documentsWritten == 0)
        try await fixture.rename("t4", "fine")
        #expect(try await fixture.engine.run().pushed == 1)
        #expect(try await fixture.replication.counts() == (0, 0, 0))
    }

    @Test("what was made and deleted before anybody saw it is never sent")
    func neverSeen() async throws {
        let fixture = try EngineFixture()
        try await fixture.add("t1", "short-lived")
        try await fixture.delete("t1")
        try await fixture.add("t2", "stays")
        #expect(try await fixture.engine.run().pushed == 1)
        #expect(fixture.server.contents.documents.keys.map(\.id) == ["t2"])
        #expect(try await fixture.replication.counts() == (0, 0, 0))
        // Once restored, it is sent.
        try await fixture.add("t1", "back")
        #expect(try await fixture.engine.run().pushed == 1)
    }

    @Test("where there is no room left, deletions still go out, and what is made waits")
    func overQuota() async throws {
        let fixture = try EngineFixture()
        for id in ["t1", "t2"] { try await fixture.add(id, "there") }
        _ = try await fixture.engine.run()
        fixture.server.hasRoom = false
        for number in 0..<20 { try await fixture.add("n\(number)", "new") }
        for id in ["t1", "t2"] { try await fixture.delete(id) }
        let failure = try await #require(throws: RemoteFailure.self) { try await fixture.engine.run() }
        #expect(failure.kind == .overQuota)
        #expect(fixture.server.contents.documents.values.allSatisfy { $0["deleted"] == .boolean(true) })
        #expect(try await fixture.replication.counts() == (20, 0, 0))
        fixture.server.hasRoom = true
        #expect(try await fixture.engine.run().pushed == 20)
    }

    @Test("a comparison with the remote counts each document and each page that it reads")
    func verifyCounts() async throws {
        let fixture = try EngineFixture()
        for number in 0..<25 { try await fixture.add("t\(number)", "x") }
        // A record that the remote never sees.
        try await fixture.add("gone", "x")
        try await fixture.delete("gone")
        _ = try await fixture.engine.run()
        let verification = try await SyncEngine.verify(fixture.replication, against: fixture.server, pageSize: 10)
        #expect(verification.isEqual)
        // Three pages of to-dos, and an empty page of each other kind, which is billed as one read.
        let others = RecordKind.allCases.count(where: \.isContent) - 1
        #expect(verification.requests == 3 + others && verification.documentsRead == 25 + others)
        // For a kind without records, the digest is the SHA-256 of nothing.
        let tags = try #require(verification.kinds.first { $0.kind == .tag })
        #expect(tags.digest == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("a comparison with the remote names what only one of the two has, and what they have in other versions")
    func verifyDifferences() async throws {
        let server = ModelServer()
        let (mine, theirs) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        for id in ["a", "b"] { try await mine.add(id, "x") }
        _ = try await mine.engine.run()
        try await mine.rename("b", "y")
        try await mine.add("z", "x")
        let ahead = try await SyncEngine.verify(mine.replication, against: server, pageSize: 2)
        #expect(!ahead.isEqual && ahead.kinds.flatMap(\.differing) == ["b", "z"])
        let behind = try await SyncEngine.verify(theirs.replication, against: server, pageSize: 2)
        #expect(!behind.isEqual && behind.kinds.flatMap(\.differing) == ["a", "b"])
    }

    @Test("each request, and each document that it reads or writes, is counted as the remote's owner is billed for it")
    func costs() async throws {
        let server = ModelServer()
        // The server reports its time, so the daily work is done. There is none here.
        server.clockOffset = 0
        let (mine, theirs) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        for number in 0..<7 { try await mine.add("t\(number)", "x") }
        // The head, an empty page each of tags, places and to-dos, and a commit that also writes the head.
        let first = try await mine.engine.run()
        #expect((first.requests, first.documentsRead, first.documentsWritten) == (5, 4, 8))
        // Here there are two pages of to-dos, of five and of two.
        let second = try await theirs.engine.run()
        #expect((second.requests, second.documentsRead, second.documentsWritten) == (5, 10, 0))
        #expect(try await theirs.titles().count == 7)
        for device in [mine, theirs] {
            let idle = try await device.engine.run()
            #expect((idle.requests, idle.documentsRead, idle.documentsWritten) == (1, 1, 0))
            #expect(idle.resync == nil)
        }
        // Everything again, and in the end the head once more.
        let full = try await mine.engine.run(full: true)
        #expect((full.requests, full.documentsRead, full.documentsWritten) == (6, 11, 0))
        #expect(full.resync == .requested)
    }

    @Test("a register that was written on two devices is counted by the one that finds it so")
    func countsConflicts() async throws {
        let server = ModelServer()
        let (mine, theirs) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        try await mine.add("t1", "x")
        for device in [mine, theirs] { #expect(try await device.engine.run().conflicts == 0) }
        try await mine.rename("t1", "mine")
        try await theirs.rename("t1", "theirs")
        #expect(try await mine.engine.run().conflicts == 0)
        #expect(try await theirs.engine.run().conflicts == 1)
    }

    @Test("where a remote refuses everything alike, nothing is set aside and everything waits")
    func refusesAll() async throws {
        let fixture = try EngineFixture()
        for id in ["t1", "t2", "t3"] { try await fixture.add(id, ModelServer.poison) }
        await #expect(throws: SyncError.refusesAll(status: "INVALID_ARGUMENT")) { try await fixture.engine.run() }
        #expect(try await fixture.replication.counts() == (3, 0, 0))
    }

    @Test("refusals of two kinds are not alike: each record is set aside by itself")
    func refusesTwoKinds() async throws {
        let fixture = try EngineFixture()
        try await fixture.add("t1", ModelServer.poison)
        _ = try await fixture.stack.write("add") {
            try $0.create(
                TodoDomain.Tag(id: .init(stored: "a"), title: ModelServer.poison, createdAt: $0.environment.now()))
        }
        let report = try await fixture.engine.run()
        #expect(report.pushed == 0 && report.refused == 2)
        #expect(try await Set(fixture.replication.quarantined().map(\.key.kind)) == [.todo, .tag])
    }

    @Test("records that are refused before any other of their kind do not hold up those behind them")
    func refusedFirst() async throws {
        let fixture = try EngineFixture()
        for id in ["t1", "t2", "t3"] { try await fixture.add(id, ModelServer.poison) }
        await #expect(throws: SyncError.refusesAll(status: "INVALID_ARGUMENT")) { try await fixture.engine.run() }
        for id in ["t4", "t5"] { try await fixture.add(id, "fine") }
        let report = try await fixture.engine.run()
        #expect(report.pushed == 2 && report.refused == 3)
        #expect(try await fixture.replication.quarantined().map(\.key.id) == ["t1", "t2", "t3"])
        // They were refused, so they are retried before the next ones.
        try await fixture.replication.release(["t1", "t2"].map { RecordKey(.todo, $0) })
        try await fixture.add("t6", "fine")
        #expect(try await fixture.engine.run().pushed == 1)
        #expect(fixture.server.documents([RecordKey(.todo, "t6")]).count == 1)
    }

    @Test("records go in as many commits as their bytes ask for, each of which writes the head too")
    func batchBytes() async throws {
        let fixture = try EngineFixture(batchBytes: 5_000)
        for number in 0..<6 { try await fixture.add("t\(number)", String(repeating: "x", count: 2_000)) }
        let report = try await fixture.engine.run()
        #expect(report.pushed == 6 && report.documentsWritten == 6 + 3)
        #expect(fixture.server.contents.documents.count == 6)
    }

    @Test("a sync that only pulls sends nothing")
    func pullsOnly() async throws {
        let fixture = try EngineFixture()
        try await fixture.add("t1", "fine")
        let report = try await fixture.engine.run(pushing: false)
        #expect(report.documentsWritten == 0)
        #expect(try await fixture.replication.counts() == (1, 0, 0))
    }

    @Test("a record beyond the size of a document is set aside without asking")
    func tooLarge() async throws {
        let fixture = try EngineFixture()
        try await fixture.add("t1", "fine")
        _ = try await fixture.stack.write("edit") { transaction in
            for number in 0..<4 {
                let text = String(repeating: "x", count: 255_000)
                try transaction.update(
                    Todo.Update(id: Todo.ID(stored: "t1"), extras: ["k\(number)": .set(.string(text))]))
            }
        }
        let report = try await fixture.engine.run()
        #expect(report.refused == 1 && report.documentsWritten == 0)
        #expect(try await fixture.replication.quarantined().map(\.reason) == [.tooLarge])
    }

    @Test("a record of just the size that a document may have is sent, one byte less room sets it aside")
    func justSmallEnough() async throws {
        let known = try EngineFixture()
        try await known.add("t1", "fine")
        _ = try await known.engine.run()
        let size = Value.map(try #require(known.server.contents.documents.values.first)).storageSize
        for (room, sent) in [(size, 1), (size - 1, 0)] {
            let fixture = try EngineFixture(documentBytes: room)
            try await fixture.add("t1", "fine")
            let report = try await fixture.engine.run()
            #expect(report.pushed == sent && report.refused == 1 - sent)
        }
    }

    // MARK: Newer versions

    @Test("a space of a newer version is read and not written to; edits wait")
    func newerSchema() async throws {
        let fixture = try EngineFixture()
        try await fixture.add("t1", "old")
        _ = try await fixture.engine.run()
        let other = try EngineFixture(fixture.server, seed: 2)
        _ = try await other.engine.run()
        try await other.rename("t1", "theirs")
        _ = try await other.engine.run()
        fixture.server.contents.head?["schema"] = .integer(RemoteHead.schema + 1)
        try await fixture.add("t2", "mine")
        let before = fixture.server.head()
        let report = try await fixture.engine.run()
        #expect(report.needsUpdate && report.pulled == 1 && report.documentsWritten == 0)
        #expect(try await fixture.titles() == ["t1": "theirs", "t2": "mine"])
        #expect(fixture.server.head() == before)
        #expect(try await fixture.replication.counts().pending == 1)
        // An updated program reads the head.
        fixture.server.contents.head?["schema"] = .integer(RemoteHead.schema)
        #expect(try await fixture.engine.run().pushed == 1)
    }

    @Test("where the head is sealed or a record has a newer form, nothing is sent, and neither changes")
    func newerForms() async throws {
        let sealed: Fields = ["seq": 2, "hi": 0, "v": 2, "k": 1, "deleted": .boolean(false), "z": .bytes([1, 2, 3])]
        for isHead in [true, false] {
            let fixture = try EngineFixture()
            try await fixture.add("t1", "fine")
            _ = try await fixture.engine.run()
            try await fixture.add("t2", "mine")
            if isHead {
                fixture.server.contents.head?["mac"] = .bytes([1])
            } else {
                let changed = try #require(fixture.server.head()).advanced(by: "c", touching: [.todo])
                    .changed(touching: [.todo]).fields
                for field in changed { fixture.server.contents.head?[field.name] = field.value }
                fixture.server.contents.documents[RecordKey(.todo, "w1")] = sealed
            }
            let before = fixture.server.contents.documents
            // The answer is the same when it is no longer news.
            for _ in 1...3 {
                let report = try await fixture.engine.run()
                #expect(report.needsUpdate && report.documentsWritten == 0)
                #expect(fixture.server.contents.documents == before)
                #expect(try await fixture.titles() == ["t1": "fine", "t2": "mine"])
                #expect(try await fixture.replication.counts().pending == 1)
            }
            // It ends once a client that knows the form has written the record in ours.
            guard !isHead else { continue }
            fixture.server.contents.documents[RecordKey(.todo, "w1")] = nil
            #expect(try await fixture.engine.run().documentsWritten == 2)
        }
    }

    @Test("a document that cannot be read is set aside, harms no other, and comes when it can be read")
    func unreadable() async throws {
        let fixture = try EngineFixture()
        try await fixture.add("t1", "fine")
        _ = try await fixture.engine.run()
        let known = try #require(fixture.server.documents([RecordKey(.todo, "t1")]).first?.fields)
        var strange = known
        strange["s"] = .string("of a later age")
        try fixture.put("t2", strange)
        try fixture.put("t3", known)
        #expect(try await fixture.engine.run().pulled == 1)
        let set = try await fixture.replication.quarantined()
        #expect(set.map(\.key) == [RecordKey(.todo, "t2")] && set.map(\.reason) == [.unreadable])
        #expect(try await fixture.titles() == ["t1": "fine", "t3": "fine"])
        // Neither an idle nor a full sync loses it or writes to it.
        #expect(try await fixture.engine.run().requests == 1)
        #expect(try await fixture.engine.run(full: true).documentsWritten == 0)
        #expect(try await fixture.replication.quarantined().count == 1)
        #expect(fixture.server.documents([RecordKey(.todo, "t2")]).first?.fields["s"] == .string("of a later age"))
        // The remote's version cannot be taken in place of the local one.
        await #expect(throws: SyncError.unreadable) {
            try await SyncEngine.records([RecordKey(.todo, "t2")], of: fixture.server)
        }
        // As if this version could read it now. It is asked for a day later, or on request.
        fixture.server.contents.documents[RecordKey(.todo, "t2")]?["s"] = known["s"]
        fixture.server.clockOffset = 0
        try await fixture.replication.release([RecordKey(.todo, "t2")])
        _ = try await fixture.engine.run()
        #expect(try await fixture.titles().count == 3)
        #expect(try await fixture.replication.quarantined().isEmpty)
    }

    @Test("a kind that the remote's rules do not know is passed over; where they forbid to-dos, the sync says so")
    func forbiddenKinds() async throws {
        for (kind, isPassedOver) in [(RecordKind.conflict, true), (.todo, false)] {
            let fixture = try EngineFixture()
            try await fixture.add("t1", "fine")
            _ = try await fixture.engine.run()
            let head = try #require(fixture.server.head())
            let (fields, mask) = head.advanced(by: "other", touching: [kind]).changed(touching: [kind])
            _ = try fixture.server.commit(
                RemoteCommit(headFields: fields, headMask: mask, headTime: head.updateTime, changes: []))
            let engine = SyncEngine(
                store: fixture.replication, remote: WatchedServer.forbidding(kind, on: fixture.server),
                environment: .testing(clock: fixture.clock, seed: 1))
            if isPassedOver {
                #expect(try await engine.run().pulled == 0)
            } else {
                let failure = await #expect(throws: RemoteFailure.self) { try await engine.run() }
                #expect(failure?.kind == .denied)
            }
        }
    }

    @Test("what cannot be read is read again once a day, where the remote says the time")
    func readsAgainDaily() async throws {
        let fixture = try EngineFixture()
        fixture.server.clockOffset = 0
        try await fixture.add("t1", "fine")
        _ = try await fixture.engine.run()
        var strange = try #require(fixture.server.documents([RecordKey(.todo, "t1")]).first?.fields)
        strange["s"] = .string("of a later age")
        try fixture.put("t2", strange)
        #expect(try await fixture.engine.run().requests == 2)
        #expect(try await fixture.engine.run().requests == 1)
        fixture.clock.advance(by: 86_400)
        #expect(try await fixture.engine.run().requests == 2)
        #expect(try await fixture.engine.run().requests == 1)
    }

    // MARK: Clocks

    @Test("a clock that is an hour behind is corrected by the remote's")
    func correctsClock() async throws {
        let fixture = try EngineFixture()
        fixture.server.clockOffset = 3_600_000
        try await fixture.add("t1", "before")
        _ = try await fixture.engine.run()
        try await fixture.rename("t1", "after")
        let record = try #require(try await fixture.replication.records(of: .todo, afterID: nil, limit: 1).first)
        #expect(record.stamp(of: "title").milliseconds == fixture.clock.milliseconds + 3_600_000)
    }

    @Test("what a clock that was a day ahead has stamped gets the remote's time before it is sent")
    func restamps() async throws {
        let fixture = try EngineFixture()
        fixture.clock.advance(by: 86_400)
        try await fixture.add("t1", "first")
        try await fixture.rename("t1", "second")
        fixture.server.clockOffset = -86_400_000
        #expect(try await fixture.engine.run().pushed == 1)
        let record = try #require(try await fixture.replication.records(of: .todo, afterID: nil, limit: 1).first)
        #expect(record.highestStamp.milliseconds == fixture.server.now)
        #expect(record.registers["title"]?.value == "second" && record.origin < record.stamp(of: "title"))
    }

    @Test("an edit that gets another time stays later than what others have seen of a server since restored")
    func restampsBeforeResync() async throws {
        let server = ModelServer()
        let (mine, theirs) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        try await mine.add("t1", "first")
        _ = try await mine.engine.run()
        server.backUp()
        // The clock is a second and a half fast. Nobody corrects that, and the other device has seen it.
        mine.clock.advance(by: 1.5)
        try await mine.delete("t1")
        _ = try await mine.engine.run()
        _ = try await theirs.engine.run()
        // The clock is a day fast, and is then restored.
        mine.clock.advance(by: 86_400)
        try await mine.add("t1", "second")
        server.restore(epoch: nil)
        mine.server.clockOffset = -86_401_500
        _ = try await mine.engine.run()
        server.clockOffset = nil
        for device in [theirs, mine, theirs] { _ = try await device.engine.run() }
        #expect(try await mine.titles() == ["t1": "second"])
        #expect(try await theirs.titles() == ["t1": "second"])
    }

    @Test("who comes late to a server that was restored and has gone on far from there misses nothing")
    func restorationIsAnnounced() async throws {
        let server = ModelServer()
        let (mine, late) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        try await mine.add("t1", "old")
        _ = try await mine.engine.run()
        server.backUp()
        for number in 0..<5 {
            try await mine.rename("t1", "\(number)")
            _ = try await mine.engine.run()
        }
        _ = try await late.engine.run()
        server.restore(epoch: nil)
        // The number is one that the late device has seen for another commit.
        try await mine.add("t2", "new")
        _ = try await mine.engine.run()
        // After all commits that the server remembers, and after every document that the late device knows.
        for number in 5..<75 {
            try await mine.rename("t1", "\(number)")
            _ = try await mine.engine.run()
        }
        _ = try await late.engine.run()
        #expect(try await late.titles() == ["t1": "74", "t2": "new"])
        #expect(late.server.head()?.restoration != nil)
        // Once reported, it is not reported again.
        let sequence = server.head()?.sequence
        for device in [mine, late] { _ = try await device.engine.run() }
        #expect(server.head()?.sequence == sequence)
    }
}
