import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Several connections and several processes write to one file at once.
@Suite("Several writers")
struct ConcurrentWritersTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws { folder = try TemporaryFolder() }

    @Test("two stacks write two thousand to-dos at once: none is lost, no stamp is given twice")
    func twoStacks() async throws {
        let stacks = try [true, false].map { concurrent in
            try LocalStack(
                .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent),
                environment: .testing(clock: clock))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, stack) in stacks.enumerated() {
                group.addTask {
                    for batch in 0..<25 {
                        let todos = (0..<40).map { Todo.sample("\(index)-\(batch)-\($0)", tags: [.sample("shared")]) }
                        try await TodoDAO(stack).createMany(todos)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await TodoDAO(stacks[0]).count() == 2000)
        #expect(try await TodoDAO(stacks[1]).count(.all.tagged([Tag.ID(stored: "shared")])) == 2000)
        #expect(try stacks[0].integer("SELECT count(DISTINCT stamp) FROM todo") == 50)
        try expectSound(stacks[0], "after two writers")
    }

    @Test("edits of one to-do by two stacks all count, each by its own field")
    func sameRow() async throws {
        let stacks = try (0..<2).map { _ in
            try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing(clock: clock))
        }
        let id = Todo.ID(stored: "a")
        try await TodoDAO(stacks[0]).createOne(.sample("a"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, stack) in stacks.enumerated() {
                group.addTask {
                    for round in 0..<40 {
                        try await TodoDAO(stack).updateOne(
                            Todo.Update(id: id, extras: ["\(index)-\(round)": .set(true)]))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await TodoDAO(stacks[0]).find(id).extras.count == 80)
        #expect(try stacks[1].integer("SELECT revision FROM todo") == 81)
    }

    @Test("another process adds rows past the store, and both are seen", .enabled(if: SQLiteShell.exists))
    func otherProcess() async throws {
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing(clock: clock))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: SQLiteShell.path)
        let statement = "INSERT OR REPLACE INTO recentSearch VALUES (hex(randomblob(8)), 1);\n"
        process.arguments = ["-cmd", ".timeout 600000", folder.file(), String(repeating: statement, count: 200)]
        try process.run()
        for index in 0..<200 { try await TodoDAO(stack).createOne(.sample("t\(index)")) }
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try stack.integer("SELECT count(*) FROM recentSearch") == 200)
        #expect(try await TodoDAO(stack).count() == 200)
    }

    @Test("stacks that open a new file at the same moment make it once")
    func openedTogether() async throws {
        let path = folder.file()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<6 {
                group.addTask {
                    let stack = try LocalStack(
                        .init(storage: .onDisk(path: path), allowsConcurrentReads: index % 2 == 0))
                    try await TodoDAO(stack).createOne(.sample("t\(index)"))
                    try stack.close()
                }
            }
            try await group.waitForAll()
        }
        let stack = try LocalStack(.init(storage: .onDisk(path: path)))
        #expect(try await TodoDAO(stack).count() == 6)
    }
}

/// SQLite's shell, which any user may run on the file.
private enum SQLiteShell {
    static let path = "/usr/bin/sqlite3"
    static var exists: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
