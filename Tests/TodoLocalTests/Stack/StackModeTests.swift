import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Where a stack keeps its data, as its initialiser, the launch arguments or the environment say.
@Suite("Modes of a stack")
struct StackModeTests {
    @Test(
        "launch arguments come before the environment, other arguments are ignored",
        arguments: [
            (["todo"], [:], .onDisk(path: "/home/x/.local/share/todo/todo.db")),
            (["todo", "--todo-stack", "memory"], ["TODO_STACK": "test"], .inMemory),
            (["todo", "-v", "--todo-stack", "preview", "list"], [:], .preview),
            (["todo"], ["TODO_STACK": "test"], .test(name: "todo-test")),
            (["todo"], ["TODO_STACK": "/data/x.db", "TODO_DB": "/other.db"], .onDisk(path: "/data/x.db")),
            (["todo", "--todo-stack", "disk"], ["TODO_DB": "/other.db"], .onDisk(path: "/other.db")),
            (["todo", "--todo-stack"], ["TODO_STACK": ""], .onDisk(path: "/home/x/.local/share/todo/todo.db")),
        ] as [([String], [String: String], StackConfiguration.Storage)])
    func launch(arguments: [String], environment: [String: String], storage: StackConfiguration.Storage) throws {
        let environment = environment.merging(["HOME": "/home/x"]) { given, _ in given }
        #expect(try StackConfiguration.launch(arguments: arguments, environment: environment).storage == storage)
    }

    @Test("sync is on for data that stays and off for the rest, unless it is said otherwise")
    func sync() async throws {
        func isEnabled(_ arguments: String...) throws -> Bool {
            try StackConfiguration.launch(arguments: arguments, environment: [:]).isSyncEnabled
        }
        #expect(try isEnabled() && !isEnabled("--todo-stack", "memory") && !isEnabled("--todo-sync", "off"))
        #expect(try isEnabled("--todo-stack", "test", "--todo-sync", "on"))
        #expect(await errorCode { try isEnabled("--todo-sync", "perhaps") } == .usage)
    }

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

    @Test("data on disk is there after a restart, a test's is cleared at each start")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let name = (folder.path as NSString).lastPathComponent
        for (configuration, kept) in [
            (StackConfiguration(storage: .onDisk(path: folder.file())), 1), (.test(name: name), 0), (.inMemory, 0),
        ] {
            let first = try LocalStack(configuration)
            try await TodoDAO(first).createOne(.sample("a"))
            try first.close()
            let second = try LocalStack(configuration)
            #expect(try await TodoDAO(second).count() == kept, "\(configuration.storage)")
            try second.close()
        }
        try FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "/" + name + ".db")
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
