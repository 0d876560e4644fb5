import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// Clocks that were fast, and what remains to be sent because of it.
@Suite("Clocks that were ahead")
struct ClockTests {
    private func allStamps(_ records: [Record]) -> [Stamp] {
        records.flatMap { [$0.origin] + $0.registers.values.compactMap(\.stamp) }
    }

    @Test("what a clock ahead has stamped is sent from a copy of the database too, whoever's stamps they are")
    func restampsCopies() async throws {
        let folder = try TemporaryFolder()
        let server = ModelServer()
        func configuration(_ name: String) -> StackConfiguration {
            StackConfiguration(storage: .onDisk(path: "\(folder.path)/\(name).db"), allowsConcurrentReads: false)
        }
        let original = try EngineFixture(server, storage: configuration("original"))
        original.clock.advance(by: 86_400)
        try await original.add("t1", "first")
        try await original.rename("t1", "second")
        try original.stack.close()
        try FileManager.default.copyItem(
            atPath: "\(folder.path)/original.db", toPath: "\(folder.path)/copy.db")
        server.clockOffset = 0
        let copy = try EngineFixture(server, seed: 2, storage: configuration("copy"))
        #expect(try await copy.engine.run().pushed == 1)
        let record = try #require(try await copy.replication.records(of: .todo, afterID: nil, limit: 1).first)
        #expect(record.highestStamp.milliseconds == server.now && record.registers["title"]?.value == "second")
        // The original reaches the same state in its own way.
        let again = try EngineFixture(server, seed: 3, storage: configuration("original"))
        _ = try await again.engine.run()
        #expect(try await again.titles() == ["t1": "second"])
        #expect(try await again.replication.counts() == (0, 0, 0))
    }

    @Test("a deletion under a clock ahead is forgotten 180 days after it was made, not after that clock's time")
    func deletionAhead() async throws {
        let fixture = try EngineFixture()
        fixture.server.clockOffset = 0
        try await fixture.add("t1", "here")
        _ = try await fixture.engine.run()
        fixture.clock.advance(by: 70 * 365 * 86_400)
        try await fixture.delete("t1")
        fixture.clock.advance(by: -70 * 365 * 86_400)
        _ = try await fixture.engine.run()
        #expect(fixture.server.documents([RecordKey(.todo, "t1")]).count == 1)
        fixture.clock.advance(by: 181 * 86_400)
        fixture.server.now += 181 * 86_400_000
        _ = try await fixture.engine.run()
        #expect(fixture.server.contents.documents.isEmpty)
    }

    @Test("a record that is ahead of the remote's clock is set aside; it does not speak for the others of its kind")
    func aheadAlone() async throws {
        let fixture = try EngineFixture()
        fixture.server.clockOffset = 0
        let stamp = Stamp(
            milliseconds: fixture.clock.milliseconds + 86_400_000, counter: 0, device: DeviceID(rawValue: 7))
        for id in ["t1", "t2", "t3"] {
            try await fixture.add(id, "here")
            _ = try await fixture.engine.run()
            // The record is known from there, so an edit of it must be later still.
            var record = try #require(
                try await fixture.replication.records(of: .todo, afterID: nil, limit: 9).first { $0.id == id })
            record.registers["title"] = Record.Register(.string("from there"), stamp)
            let incoming = IncomingRecord(record, sequence: try #require(fixture.server.head()).sequence + 1)
            _ = try await fixture.replication.apply(
                [incoming], unreadable: [:], state: try await fixture.replication.syncState())
            try await fixture.rename(id, "mine")
        }
        _ = try await fixture.engine.run()
        #expect(try await fixture.replication.quarantined().map(\.reason) == [.clock, .clock, .clock])
        try await fixture.add("t4", "on time")
        #expect(try await fixture.engine.run().pushed == 1)
        // Once the time of its stamp has come, it is retried without being asked.
        fixture.clock.advance(by: 86_400)
        fixture.server.now += 86_400_000
        #expect(try await fixture.engine.run().pushed == 3)
        #expect(try await fixture.replication.counts() == (0, 0, 0))
    }

    @Test("a clock that is set back within a second never stamps two edits alike")
    func neverTwice() async throws {
        let fixture = try EngineFixture()
        fixture.clock.advance(by: 0.9)
        try await fixture.add("t1", "first")
        let before = allStamps(try await fixture.replication.records(of: .todo, afterID: nil, limit: 9))
        fixture.clock.advance(by: 86_400)
        try await fixture.add("t2", "ahead")
        // The remote's time is in whole seconds, so it may be before the first edit.
        fixture.clock.advance(by: -86_400.9)
        fixture.server.clockOffset = 0
        _ = try await fixture.engine.run()
        for number in 0..<3 {
            fixture.clock.advance(by: 0.3)
            try await fixture.add("n\(number)", "new")
        }
        let records = try await fixture.replication.records(of: .todo, afterID: nil, limit: 9)
        let stamps = allStamps(records)
        #expect(Set(stamps).count == stamps.count && Set(before).isSubset(of: stamps))
    }
}
