import Basics
import GRDB
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A power failure takes away what was written and not brought to the disk, or any part of it. Edits that were acknowledged are
/// there all the same, and the database is intact.
@Suite("When power fails")
struct PowerLossTests {
    private let disk: LossyDisk

    init() throws { disk = try LossyDisk() }

    private func open(_ folder: TemporaryFolder, concurrent: Bool = false, isDurable: Bool = true) throws -> LocalStack
    {
        var configuration = StackConfiguration(
            storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent)
        configuration.isDurable = isDurable
        return try LocalStack(configuration)
    }

    /// What is in the database that a failure has left, which has to be intact.
    private func titles(after moment: LossyDisk.Moment, seed: UInt64?) throws -> [String] {
        let left = try disk.afterFailure(at: moment, seed: seed)
        let stack = try open(left)
        #expect(try stack.rows("PRAGMA integrity_check") == ["ok"], "seed \(String(describing: seed))")
        let titles = try stack.rows("SELECT title FROM todo WHERE isDeleted = 0 ORDER BY title")
        try stack.close()
        return titles
    }

    /// Some of the moments, the last among them, each with nothing of the rest kept or with a random part of it.
    private func sample(_ moments: [LossyDisk.Moment], _ count: Int) -> [(moment: LossyDisk.Moment, seed: UInt64?)] {
        let count = Dose.of(count, whole: moments.count)
        let step = max(1, moments.count / count)
        return moments.indices.filter { $0 % step == 0 || $0 == moments.count - 1 }
            .map { (moments[$0], $0 % 3 == 0 ? nil : UInt64($0)) }
    }

    @Test("every edit that was acknowledged is there, at whatever step it fails", arguments: [true, false])
    func edits(concurrent: Bool) async throws {
        let moments = try await disk.moments {
            // The second opening finds a log that the first has taken into the file.
            for part in 0..<2 {
                let stack = try open(disk.folder, concurrent: concurrent)
                // So that the log is taken into the file also between edits.
                try stack.execute("PRAGMA wal_autocheckpoint = 20")
                for number in 0..<6 {
                    try await TodoDAO(stack).createOne(.sample("\(part)\(number)", "\(part)\(number)"))
                    disk.acknowledge()
                }
                try stack.close()
            }
        }
        let all = (0..<2).flatMap { part in (0..<6).map { "\(part)\($0)" } }
        #expect(moments.last?.acknowledged == all.count)
        for (moment, seed) in sample(moments, 40) {
            let found = try titles(after: moment, seed: seed)
            #expect(found.starts(with: all.prefix(moment.acknowledged)), "seed \(String(describing: seed)): \(found)")
            #expect(found.count <= moment.acknowledged + 1)
        }
    }

    @Test("what does not wait for the disk is lost, and what is left is intact")
    func writesThatMayBeLost() async throws {
        let stack = try open(disk.folder)
        try await TodoDAO(stack).createOne(.sample("kept", "kept"))
        try stack.execute("PRAGMA synchronous = NORMAL")
        try await TodoDAO(stack).createOne(.sample("lost", "lost"))
        #expect(disk.now.pending > 0)
        #expect(try titles(after: disk.now, seed: nil) == ["kept"])
        for seed in 1...8 as ClosedRange<UInt64> {
            #expect(try titles(after: disk.now, seed: seed).starts(with: ["kept"]))
        }
        try stack.close()
    }

    @Test("a restore is there as a whole or not at all, and is there once it was acknowledged")
    func restore() async throws {
        let stack = try open(disk.folder)
        try await TodoDAO(stack).createMany((0..<40).map { .sample("old\($0 + 10)") })
        let backup = disk.folder.file("backup.db")
        try await stack.backUp(to: backup)
        let old = try stack.rows("SELECT title FROM todo ORDER BY title")
        try await TodoDAO(stack).createMany((0..<40).map { .sample("new\($0 + 10)") })
        let all = try stack.rows("SELECT title FROM todo ORDER BY title")
        let moments = try await disk.moments {
            try await stack.restore(from: backup)
            disk.acknowledge()
        }
        for (moment, seed) in sample(moments, 25) {
            let found = try titles(after: moment, seed: seed)
            #expect(found == old || moment.acknowledged == 0 && found == all)
        }
        try stack.close()
    }

    @Test("a backup that was made before a large change is whole")
    func automaticBackup() async throws {
        let stack = try open(disk.folder)
        try await TodoDAO(stack).createMany((0..<40).map { .sample("\($0 + 10)") })
        let path = try #require(try await stack.backUpAutomatically(.import))
        try await TodoDAO(stack).createOne(.sample("later"))
        let left = try disk.afterFailure(at: disk.now, seed: nil)
        let name = String(path.split(separator: "/").suffix(2).joined(separator: "/"))
        try DatabaseCopy.verify(left.file(name))
        try stack.close()
    }
}
