import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Where a stack stores its data, as its initialiser or the environment says.
@Suite("Modes of a stack")
struct StackModeTests {
    @Test("the user's database follows TODO_DB and the XDG base directories; a relative one of those is ignored")
    func defaultPath() {
        let path = StackConfiguration.defaultPath
        #expect(path(["TODO_DB": "/a/b.db", "XDG_DATA_HOME": "/data"]) == "/a/b.db")
        #expect(path(["TODO_DB": "", "XDG_DATA_HOME": "/data", "HOME": "/h"]) == "/data/todo/todo.db")
        #expect(path(["XDG_DATA_HOME": "data", "HOME": "/h"]) == "/h/.local/share/todo/todo.db")
    }

    @Test("several stacks live beside one another, on disk and in memory")
    func several() async throws {
        let stores = try [StoreKind.pool, .serial, .inMemory, .inMemory, .test].map { try TestStore($0) }
        for (index, store) in stores.enumerated() {
            try await store.todos.createMany((0...index).map { .sample("t\($0)") })
        }
        for (index, store) in stores.enumerated() { #expect(try await store.todos.count() == index + 1) }
    }

    @Test("data on disk is there after a restart, a test's is not")
    func restart() async throws {
        let folder = try TemporaryFolder()
        for (configuration, kept) in [
            (StackConfiguration(storage: .onDisk(path: folder.file())), 1), (.test(), 0), (.inMemory, 0),
        ] {
            let first = try LocalStack(configuration)
            try await TodoDAO(first).createOne(.sample("a"))
            try first.close()
            let second = try LocalStack(configuration)
            #expect(try await TodoDAO(second).count() == kept, "\(configuration.storage)")
            try second.close()
        }
    }

    @Test("two tests' stacks of one name are two, at once, each in a folder that goes with it; others' files stay")
    func testFolders() async throws {
        let name = try #require(URL(fileURLWithPath: TemporaryFolder().path).pathComponents.last)
        // Not created by a stack, whatever its name.
        let bystander = NSTemporaryDirectory() + "/" + name + ".db"
        try "mine".write(toFile: bystander, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: bystander) }
        var paths: [String] = []
        do {
            let stacks = try (0..<3).map { _ in try LocalStack(.test(name: name)) }
            defer { withExtendedLifetime(stacks) {} }
            for (index, stack) in stacks.enumerated() {
                try await TodoDAO(stack).createMany((0...index).map { .sample("t\($0)") })
            }
            for (index, stack) in stacks.enumerated() {
                #expect(try await TodoDAO(stack).count() == index + 1)
                try expectSound(stack, "beside others")
            }
            paths = try stacks.map { try #require($0.path) }
            #expect(Set(paths).count == 3 && paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        }
        let folders = paths.map { ($0 as NSString).deletingLastPathComponent }
        #expect(folders.allSatisfy { ($0 as NSString).lastPathComponent.hasPrefix(name) })
        #expect(await eventually { !folders.contains { FileManager.default.fileExists(atPath: $0) } })
        #expect(try String(contentsOfFile: bystander, encoding: .utf8) == "mine")
    }

    @Test("a name that no folder can have is refused", arguments: ["", "a/b", "../up", "a\u{0}b"])
    func impossibleName(name: String) async {
        #expect(await errorCode { _ = try LocalStack(.test(name: name)) } == .usage)
    }

    @Test("the preview has one of everything, open and done, and is the same for the same identifiers and time")
    func preview() async throws {
        let (one, other) = (try TestStore(.preview), try TestStore(.preview))
        let todos = try await one.todos.findMany().items
        #expect(todos == (try await other.todos.findMany().items))
        #expect(todos.count == 5, "\(todos.map(\.title))")
        #expect(todos.contains(where: \.isDone) && todos.contains { !$0.isDone })
        #expect(todos.contains { $0.location != nil } && todos.contains { !$0.tags.isEmpty })
        try expectSound(one.stack, "preview")
    }

    @Test("file and folder are made for their owner alone", arguments: [true, false])
    func modes(concurrent: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a/b/todo.db")
        let stack = try LocalStack(.init(storage: .onDisk(path: path), allowsConcurrentReads: concurrent))
        try await TodoDAO(stack).createOne(.sample("a"))
        for file in [path, path + "-wal", path + "-shm"] { #expect(try permissions(of: file) == 0o600, "\(file)") }
        for name in ["a", "a/b"] { #expect(try permissions(of: folder.file(name)) == 0o700, "\(name)") }
    }
}
