import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// The time that people see is the device's, and the time that orders edits is the server's.
@Suite("Clocks of the device and of the server that differ")
struct DifferingClockTests {
    private static let day: Int64 = 86_400_000
    private static let year = 365 * day

    /// A device whose server's clock is so far ahead of its own.
    private func fixture(serverAhead offset: Int64, knowsUptime: Bool = true) throws -> EngineFixture {
        let fixture = try EngineFixture(knowsUptime: knowsUptime)
        fixture.server.now += offset
        fixture.server.clockOffset = offset
        return fixture
    }

    private func record(_ id: String, _ fixture: EngineFixture) async throws -> Record {
        let records = try await fixture.replication.records(of: .todo, afterID: nil, limit: 100)
        return try #require(records.first { $0.id == id })
    }

    private func complete(_ id: String, _ fixture: EngineFixture) async throws {
        _ = try await fixture.stack.write("done") {
            try $0.update(Todo.Update(id: Todo.ID(stored: id), completedAt: .set($0.date)))
        }
    }

    private func device(_ fixture: EngineFixture) async throws -> DeviceID {
        try await HistoryDAO(fixture.stack).device()
    }

    @Test(
        "what is made and done has the device's time, and the stamps have the server's",
        arguments: [-2 * year, 2 * year])
    func shownTime(offset: Int64) async throws {
        let fixture = try fixture(serverAhead: offset)
        try await fixture.add("before", "made before the first sync")
        let made = fixture.clock.milliseconds
        _ = try await fixture.engine.run()
        fixture.clock.advance(by: 60)
        fixture.server.now += 60_000
        let list = try await fixture.stack.write("add") { try $0.list(atPath: "Home", newID: .init(stored: "home")) }
        #expect(list.record.createdAt == fixture.clock.milliseconds)
        try await complete("before", fixture)
        let record = try await record("before", fixture)
        #expect(record.createdAt == made)
        let completion = try #require(record.registers["completion"])
        #expect(completion.value.asCompletion == fixture.clock.now)
        #expect(try #require(completion.stamp).milliseconds == fixture.server.now)
        let step = try #require(try await HistoryDAO(fixture.stack).undoable(limit: 1).first)
        #expect(step.date == fixture.clock.now)
        #expect(try await fixture.engine.run().pushed == 2)
        #expect(try await fixture.replication.counts() == (0, 0, 0))
    }

    @Test(
        "a deletion has the server's time, and is forgotten once both clocks are 180 days beyond it",
        arguments: [(-2 * year, 0), (2 * year, 1)])
    func deletions(offset: Int64, leftInTheEnd: Int) async throws {
        let fixture = try fixture(serverAhead: offset)
        try await fixture.add("t1", "here")
        _ = try await fixture.engine.run()
        try await fixture.delete("t1")
        _ = try await fixture.engine.run()
        #expect(try await record("t1", fixture).deletion?.value.integer == fixture.server.now)
        for (days, left) in [(179, 1), (181, leftInTheEnd)] as [(Int64, Int)] {
            let passed = days == 179 ? 179 * Self.day : 2 * Self.day
            fixture.clock.advance(by: Double(passed) / 1000)
            fixture.server.now += passed
            _ = try await fixture.engine.run()
            #expect(fixture.server.contents.documents.count == left, "after \(days) days")
        }
    }

    @Test(
        "a device whose clock stays ahead, as TODO_NOW does, keeps its id and gives no stamp twice",
        arguments: [true, false])
    func keepsIdentity(standsStill: Bool) async throws {
        let fixture = try fixture(serverAhead: 0, knowsUptime: false)
        fixture.clock.advance(by: 70 * 365 * 86_400)
        fixture.server.clockOffset = -70 * Self.year
        var known: DeviceID?
        var stamps: Set<Stamp> = []
        var count = 0
        for round in 0..<5 {
            for part in 0..<3 {
                try await fixture.add("t\(round)-\(part)", "new")
                let origin = try await record("t\(round)-\(part)", fixture).origin
                #expect(stamps.insert(origin).inserted, "\(round) \(part)")
                if !standsStill { fixture.clock.advance(by: 86_400) }
            }
            if !standsStill { fixture.server.clockOffset = fixture.server.now - fixture.clock.milliseconds }
            let report = try await fixture.engine.run()
            count += report.pushed
            let device = try await device(fixture)
            #expect(known ?? device == device)
            known = device
            // They are sent with stamps of the server's time. Records that are sent together can share a stamp.
            var sent: Set<Stamp> = []
            for part in 0..<3 {
                let origin = try await record("t\(round)-\(part)", fixture).origin
                #expect(origin.device == device && origin.milliseconds <= fixture.server.now + 600_000)
                sent.insert(origin)
            }
            #expect(stamps.isDisjoint(with: sent), "\(round)")
            stamps.formUnion(sent)
            fixture.server.now += 1000
            fixture.server.clockOffset = fixture.server.now - fixture.clock.milliseconds
        }
        #expect(count == 15)
        #expect(try await fixture.replication.counts() == (0, 0, 0))
    }

    @Test("a server's clock that goes back behind what it has accepted makes a new device once, which keeps its name")
    func serverGoesBack() async throws {
        let fixture = try fixture(serverAhead: 0)
        try await fixture.replication.nameDevice("laptop")
        try await fixture.add("t1", "here")
        _ = try await fixture.engine.run()
        let former = try await device(fixture)
        fixture.server.now -= 2 * Self.year
        fixture.server.clockOffset = -2 * Self.year
        try await fixture.add("t2", "here")
        _ = try await fixture.engine.run()
        let device = try await device(fixture)
        #expect(device != former)
        #expect(try await fixture.replication.deviceNames()[device] == "laptop")
        for number in 3..<6 {
            try await fixture.add("t\(number)", "here")
            _ = try await fixture.engine.run()
            #expect(try await self.device(fixture) == device)
        }
    }

    @Test("an edit over what the server's clock is behind waits until that is mended, and goes then")
    func waitsForTheServer() async throws {
        let fixture = try fixture(serverAhead: 0)
        try await fixture.add("t1", "here")
        _ = try await fixture.engine.run()
        // The device's clock is 70 years ahead, and the server's is 14 minutes behind what it has accepted.
        fixture.clock.advance(by: 70 * 365 * 86_400)
        fixture.server.now -= 840_000
        fixture.server.clockOffset = fixture.server.now - fixture.clock.milliseconds
        try await fixture.rename("t1", "renamed")
        _ = try await fixture.engine.run()
        #expect(try await fixture.replication.quarantined().map(\.reason) == [.clock])
        fixture.server.now += 840_000
        fixture.server.clockOffset = fixture.server.now - fixture.clock.milliseconds
        #expect(try await fixture.engine.run().pushed == 1)
        #expect(try await fixture.replication.counts() == (0, 0, 0))
        let title = try #require(try await record("t1", fixture).registers["title"])
        #expect(title.value == "renamed" && title.stamp?.milliseconds ?? .max <= fixture.server.now + 600_000)
    }

    @Test("when the time comes that was taken back, the device goes on after it, or becomes another one")
    func reachesTakenTime() async throws {
        let fixture = try fixture(serverAhead: -Self.day)
        try await fixture.add("t1", "ahead")
        let ahead = try await record("t1", fixture).origin
        _ = try await fixture.engine.run()
        let device = try await device(fixture)
        // A day later, to the millisecond.
        fixture.clock.advance(by: 86_400)
        fixture.server.now += Self.day
        try await fixture.add("t2", "on time")
        let origin = try await record("t2", fixture).origin
        #expect(origin != ahead && origin.milliseconds == ahead.milliseconds + 1 && origin.device == device)
        _ = try await fixture.engine.run()
        #expect(try await fixture.replication.counts() == (0, 0, 0))
        #expect(try await self.device(fixture) == device)
    }
}

@Suite("How far clocks are apart, in words")
struct ClockDifferenceTests {
    @Test(
        "the sentence says which clock is how far ahead",
        arguments: [
            (-840_000, "14 minutes ahead of"), (601_000, "10 minutes behind"), (-3 * 3_600_000, "3 hours ahead of"),
            (3 * 86_400_000, "3 days behind"), (-731 * 86_400_000, "2 years ahead of"),
            (.min, "292271023 years ahead of"),
        ] as [(Int64, String)])
    func sentence(offset: Int64, words: String) throws {
        let text = try #require(ClockDifference(remoteAhead: offset)).description
        #expect(text.hasPrefix("The clock of this device is \(words) the server's. "), "\(text)")
    }

    @Test("ten minutes are no difference", arguments: [0, 600_000, -600_000] as [Int64])
    func small(offset: Int64) { #expect(ClockDifference(remoteAhead: offset) == nil) }
}
