import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Whatever is wrong with the content of an intact file is found, explained and repaired.
@Suite("Doctor: content")
struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The file of a store that has lived: filling one takes longer than what is done with it, so it is filled once and
    /// copied for each case.
    private static let filled = Task<Data, any Error> {
        let store = try await RandomStore(seed: 11, count: 45, kind: .serial)
        // The folder goes with the store.
        defer { withExtendedLifetime(store) {} }
        let path = try #require(store.stack.path)
        try store.stack.close()
        return try #require(contents(of: path))
    }

    /// A store of its own with what is in ``filled``.
    private func copy() async throws -> LocalStack {
        try await Self.filled.value.write(to: URL(filePath: folder.file()))
        chmod(folder.file(), 0o600)
        return try LocalStack(
            .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: false), environment: .testing())
    }

    @Test(
        "a store that has lived is healthy, and is left as it is",
        arguments: 1...Dose.of(2, whole: 4) as ClosedRange<UInt64>)
    func healthy(seed: UInt64) async throws {
        let store = try await RandomStore(seed: seed, kind: .pool)
        let before = try store.stack.dump()
        for repairing in [false, true] {
            let diagnosis = try doctor(store.stack).examine(repairing: repairing)
            #expect(diagnosis.isHealthy, "seed \(seed)")
            #expect(diagnosis.checks.allSatisfy { $0.status == .ok && $0.findings.isEmpty }, "\(diagnosis.checks)")
            #expect(diagnosis.backup == nil && diagnosis.salvaged == nil)
        }
        #expect(try store.stack.dump() == before, "seed \(seed)")
    }

    /// What another program may have done to the rows, and the finding that reports it.
    private static let tampering: [(code: String, sql: String)] = [
        ("missing-relations", "DELETE FROM todoTag"),
        ("missing-relations", "DELETE FROM todoLocation"),
        ("missing-relations", "DELETE FROM todoTagPending"),
        ("stray-relations", "INSERT OR IGNORE INTO todoTag SELECT todo.rowID, tag.rowID FROM todo, tag"),
        ("stray-relations", "INSERT INTO todoTagPending SELECT rowID, 'nobody' FROM todo"),
        ("stray-relations", "INSERT OR IGNORE INTO todoLocation SELECT todo.rowID, location.rowID FROM todo, location"),
        ("wrong-counters", "UPDATE todoCount SET open = open + 1"),
        ("wrong-counters", "DELETE FROM todoCount"),
        ("wrong-folded-text", "UPDATE todo SET title = 'Another title' WHERE rowID % 7 = 0"),
        ("wrong-folded-text", "UPDATE tag SET foldedName = 'x'"),
        ("wrong-folded-text", "UPDATE location SET foldedPlaceName = 'x'"),
        ("wrong-state", "UPDATE todo SET isDeleted = 1 - isDeleted WHERE rowID % 3 = 0"),
        ("wrong-state", "UPDATE tag SET isDeleted = 1 - isDeleted"),
        ("wrong-state", "UPDATE location SET updatedAt = updatedAt + 1"),
        ("wrong-search-index", "INSERT INTO todoText (todoText) VALUES ('delete-all')"),
        ("wrong-search-index", "DELETE FROM todoText_data WHERE id > 10"),
        ("wrong-search-index", "INSERT INTO todoText (rowid, foldedTitle, foldedNotes) VALUES (1, 'stray', 'text')"),
        ("dangling-history", "UPDATE historyChange SET recordID = 999999 WHERE ordinal = 1"),
        ("dangling-history", "UPDATE historyChange SET kind = 'pack' WHERE ordinal = 1"),
        ("unreadable-history", "UPDATE historyChange SET before = '{' WHERE before IS NOT NULL"),
        ("orphaned-rows", "PRAGMA foreign_keys = OFF; DELETE FROM historyTransaction WHERE id % 2 = 0"),
        ("orphaned-rows", "PRAGMA foreign_keys = OFF; DELETE FROM tag"),
        ("unreadable-stamps", "UPDATE todo SET stamp = 'not a stamp at all!!' WHERE rowID % 5 = 0"),
        ("unreadable-stamps", #"UPDATE todo SET stamps = '{"title":"zzz","deleted":7}' WHERE rowID % 5 = 0"#),
        ("unreadable-stamps", #"UPDATE todo SET tagStamps = '{"tag2":"-zzz","tag3":"zzz"}' WHERE rowID % 5 = 0"#),
        ("unreadable-values", "UPDATE todo SET extras = '[1]' WHERE rowID % 5 = 0"),
        ("unreadable-values", "UPDATE todo SET unknown = '7' WHERE rowID % 5 = 0"),
        ("unreadable-values", "UPDATE tag SET unknown = '\"zzz\"'"),
        ("unreadable-history", "UPDATE historyChange SET stamps = '[]' WHERE ordinal = 1"),
        ("clock-behind", "UPDATE replica SET clockMilliseconds = 5"),
        ("impossible-clock", "UPDATE replica SET clockCounter = 1 << 40"),
        ("impossible-clock", "UPDATE replica SET deviceID = -1"),
        ("stale-recents", "INSERT INTO recentTodo VALUES ('nobody', 1)"),
        (
            "stale-recents",
            "INSERT INTO recentSearch SELECT 'text ' || value, value FROM json_each('[\((1...60).map(String.init).joined(separator: ","))]')"
        ),
    ]

    @Test(
        "each thing that is not as it should be is found by its code, repaired after a backup, and not found again",
        arguments: tampering)
    func repaired(code: String, sql: String) async throws {
        let stack = try await copy()
        try await tamper(stack, sql)
        let before = try stack.dump()

        let diagnosis = try doctor(stack).examine()
        let found = diagnosis.checks.flatMap(\.findings)
        #expect(found.contains { $0.code == code && $0.isRepairable && !$0.message.isEmpty }, "\(found)")
        #expect(diagnosis.isHealthy == !found.contains { $0.severity == .fault })
        #expect(try stack.dump() == before, "looking changes nothing")

        let repaired = try doctor(stack).examine(repairing: true)
        #expect(repaired.isHealthy, "\(repaired.checks.flatMap(\.findings))")
        #expect(repaired.checks.contains { $0.status == .repaired && $0.findings.contains { $0.code == code } })
        let backup = try LocalStack(.init(storage: .onDisk(path: try #require(repaired.backup))))
        #expect(try backup.dump() == before)

        let after = try doctor(stack).examine()
        #expect(after.checks.allSatisfy { $0.status == .ok && $0.findings.isEmpty }, "\(after.checks)")
        try expectSound(stack, code)
        try await TodoDAO(stack).createOne(.sample("afterwards"))
    }

    @Test("what is repaired keeps the values: tags with a stamp that cannot be read are still there")
    func valuesStay() async throws {
        let store = try TestStore(.serial)
        try await store.todos.createOne(.sample("a", notes: "kept", tags: [.sample("t"), .sample("u")]))
        try await store.todos.updateOne(
            Todo.Update(id: Todo.ID(stored: "a"), tags: .remove([TodoDomain.Tag.ID(stored: "u")])))
        try store.stack.execute(
            #"UPDATE todo SET stamp = 'zzzzzzzzzzzzzzzzzzzz', stamps = '{"notes":"?"}', tagStamps = '{"t":"?","u":"-?"}'"#
        )
        let todo = try await store.todos.find(Todo.ID(stored: "a"))
        #expect(try doctor(store.stack).examine(repairing: true).isHealthy)
        let repaired = try await store.todos.find(todo.id)
        #expect(repaired.notes == "kept" && repaired.tags.map(\.id.rawValue) == ["t"])
    }

    @Test("a time to come is explained and does not make the database ill")
    func future() async throws {
        let store = try TestStore(.serial)
        try await store.todos.createOne(.sample("a"))
        let stamp = Stamp(
            milliseconds: store.clock.milliseconds + 86_400_000, counter: 0, device: DeviceID(rawValue: 7))
        try store.stack.execute("UPDATE todo SET stamp = '\(stamp)', updatedAt = \(stamp.milliseconds)")
        for repairing in [false, true] {
            let diagnosis = try doctor(store).examine(repairing: repairing)
            #expect(diagnosis.isHealthy && diagnosis.backup == nil)
            #expect(diagnosis.checks.flatMap(\.findings).map(\.code) == ["future-stamps"])
        }
        store.clock.advance(by: -7200)
        #expect(try doctor(store).examine().checks.flatMap(\.findings).map(\.code) == ["clock-ahead", "future-stamps"])
    }

    @Test(
        "random faults of several kinds at once are all repaired",
        arguments: 1...Dose.of(2, whole: 4) as ClosedRange<UInt64>)
    func several(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try await RandomStore(seed: seed, count: 45, kind: .serial)
        for (_, sql) in Self.tampering.shuffled(using: &random).prefix(6) { try await tamper(store.stack, sql) }
        #expect(try doctor(store.stack).examine(repairing: true).isHealthy, "seed \(seed)")
        #expect(try doctor(store.stack).examine().checks.allSatisfy { $0.status == .ok }, "seed \(seed)")
        try expectSound(store.stack, "seed \(seed)")
    }

    /// Runs statements like a program that knows nothing about ours.
    private func tamper(_ stack: LocalStack, _ sql: String) async throws {
        let other = try DatabaseQueue(path: try #require(stack.path))
        try await other.writeWithoutTransaction { try $0.execute(sql: sql) }
        try other.close()
    }

    private func doctor(_ stack: LocalStack) throws -> Doctor {
        Doctor(path: try #require(stack.path), environment: .testing())
    }

    private func doctor(_ store: TestStore) throws -> Doctor {
        Doctor(path: try #require(store.stack.path), environment: .testing(clock: store.clock))
    }
}
