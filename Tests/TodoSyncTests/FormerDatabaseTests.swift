import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// A database created and synced by version 0.1.0.
@Suite("A database of version 0.1.0")
struct FormerDatabaseTests {
    @Test("it is migrated with all that is in it, its conflicts and their numbers too, and syncs")
    func migrates() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/todo.db"
        try FileManager.default.copyItem(at: try #require(Fixtures.database010), to: URL(filePath: path))
        let fixture = try EngineFixture(
            storage: StackConfiguration(storage: .onDisk(path: path), allowsConcurrentReads: false))
        #expect(try fixture.stack.inconsistency() == nil)
        #expect(try await TodoDAO(fixture.stack).findMany().items.count == 3)
        #expect(try await fixture.allTags() == ["errands", "shop"])
        let conflicts = try await fixture.replication.conflicts(limit: 9)
        #expect(conflicts.map(\.number) == [2, 1])
        #expect(conflicts.map(\.record.conflict.register) == ["title", "notes"])
        #expect(conflicts.map(\.record.conflict.lost) == [.string("Buy oat milk"), .string("one")])
        #expect(conflicts.allSatisfy { $0.isAsNoticed })
        let id = try #require(conflicts.first?.id)
        try await fixture.replication.takeBack([id], isForced: false)
        #expect(try await fixture.titles().values.contains("Buy oat milk"))
        // Another server has none of it: everything is sent there, the other conflict too.
        _ = try await fixture.engine.run()
        let fresh = try EngineFixture(fixture.server, seed: 2)
        _ = try await fresh.engine.run()
        #expect(try await fresh.titles() == (try await fixture.titles()))
        #expect(try await fresh.replication.conflicts(limit: 9).map(\.record.conflict.register) == ["notes"])
    }
}
