import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Automatic backups: beside the database, and limited in number.
@Suite("Automatic backups")
struct AutomaticBackupTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> LocalStack {
        try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing(clock: clock))
    }

    private func names() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("todo.db-backups"))) ?? []).sorted()
    }

    @Test("one lies beside the database, its owner's alone, named for its time and reason, and holds everything")
    func one() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("a", tags: [.sample("t")]))
        let path = try #require(try await stack.backUpAutomatically(.firstSync))
        #expect(path.hasSuffix("/todo.db-backups/20261121T120000.000Z-first-sync.db"))
        #expect(try permissions(of: path) == 0o600)
        #expect(try permissions(of: folder.file("todo.db-backups")) == 0o700)
        #expect(try LocalStack(.init(storage: .onDisk(path: path))).dump() == stack.dump())
    }

    @Test("the five newest stay and the newest of each reason, in the order in which they were made")
    func pruning() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("a"))
        try await stack.backUpAutomatically(.migration)
        try await stack.backUpAutomatically(.firstSync)
        for index in 0..<8 {
            // A clock that does not move gives different names all the same.
            if index % 2 == 0 { clock.advance(by: 60) }
            try await stack.backUpAutomatically(.import)
        }
        #expect(
            names() == [
                "20261121T120000.000Z-migration.db", "20261121T120000.001Z-first-sync.db",
                "20261121T120200.001Z-import.db", "20261121T120300.000Z-import.db", "20261121T120300.001Z-import.db",
                "20261121T120400.000Z-import.db", "20261121T120400.001Z-import.db",
            ])
    }

    @Test("one that was just made stays, though the clock went back; what is not ours stays too")
    func clockWentBack() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("a"))
        for _ in 0..<5 { try await stack.backUpAutomatically(.import) }
        try Data().write(to: URL(filePath: folder.file("todo.db-backups/notes.txt")))
        clock.advance(by: -86_400)
        let path = try #require(try await stack.backUpAutomatically(.import))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(names().contains("notes.txt") && names().count == 7)
    }

    @Test("where there is nothing to lose there is none", arguments: [StoreKind.inMemory, .test, .preview])
    func nothing(kind: StoreKind) async throws {
        let stack = try TestStore(kind).stack
        if kind != .preview { try await TodoDAO(stack).createOne(.sample("a")) }
        #expect(try await stack.backUpAutomatically(.import) == nil)
        #expect(try await open().backUpAutomatically(.import) == nil)
        #expect(names().isEmpty)
    }
}
