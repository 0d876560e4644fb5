import Basics
import Dispatch
import TestSupport
import Testing
import TodoKit
import TodoLocal

@Suite("What a program was launched with")
struct LaunchTests {
    @Test(
        "launch arguments come before the environment, other arguments are ignored",
        arguments: [
            (["todo"], [:], .onDisk(path: "/home/x/.local/share/todo/todo.db")),
            (["todo", "--todo-stack", "memory"], ["TODO_STACK": "test"], .inMemory),
            (["todo", "-v", "--todo-stack", "preview", "list"], [:], .preview),
            (["todo"], ["TODO_STACK": "test"], .test(name: "todo-test")),
            (["todo"], ["TODO_STACK": "/data/x.db", "TODO_DB": "/other.db"], .onDisk(path: "/data/x.db")),
            (["todo", "--todo-stack", "disk"], ["TODO_DB": "/other.db"], .onDisk(path: "/other.db")),
            (["todo"], ["TODO_STACK": ""], .onDisk(path: "/home/x/.local/share/todo/todo.db")),
            (["todo", "--todo-stack=memory"], [:], .inMemory),
            (["todo", "--todo-stack=/data/a=b"], [:], .onDisk(path: "/data/a=b")),
            (["todo", "--todo-stack", "mine.db"], [:], .onDisk(path: "mine.db")),
            (["todo", "--", "--todo-stack"], ["TODO_STACK": "memory"], .inMemory),
        ] as [([String], [String: String], StackConfiguration.Storage)])
    func launch(arguments: [String], environment: [String: String], storage: StackConfiguration.Storage) throws {
        let environment = environment.merging(["HOME": "/home/x"]) { given, _ in given }
        #expect(try StackConfiguration.launch(arguments: arguments, environment: environment).storage == storage)
    }

    @Test(
        "a launch argument that is wrong is an error, and opens nobody's database",
        arguments: [
            (["--todo-stack"], [:]), (["--todo-stack", ""], [:]), (["--todo-stack="], [:]),
            (["--todo-stack", "memry"], [:]), (["--todo-stack", "Memory"], [:]), (["--todo-stak", "memory"], [:]),
            (["--todo-stack", "--todo-sync", "off"], [:]), (["--todo-stack", "memory", "--todo-stack", "disk"], [:]),
            (["--todo-sync"], [:]), (["--todo-sync", "no"], [:]), (["--todo-Stack=memory"], [:]),
            ([], ["TODO_STACK": "tets"]), ([], ["TODO_SYNC": "false"]),
        ] as [([String], [String: String])])
    func wrongLaunch(arguments: [String], environment: [String: String]) async {
        let environment = environment.merging(["HOME": "/home/x"]) { given, _ in given }
        #expect(
            await errorCode {
                try StackConfiguration.launch(arguments: ["program"] + arguments, environment: environment)
            } == .usage)
    }

    @Test("what is opened once is tried again after a failure, and is the same from then on")
    func firstSuccess() async throws {
        let opened = FirstSuccess<TodoStore>()
        let failure = await errorCode { try opened.value { throw TodoError(.locked, "Another program has it.") } }
        #expect(failure == .locked)
        let store = try opened.value { try TodoStore.inMemory() }
        #expect(try opened.value { try TodoStore.inMemory() } === store)
    }

    @Test("several that ask for it at once get the same")
    func firstSuccessAtOnce() {
        let (opened, made) = (FirstSuccess<Int>(), Locked(0))
        let values = Locked<Set<Int>>([])
        DispatchQueue.concurrentPerform(iterations: 20) { _ in
            let value = try? opened.value {
                made.withLock { made in
                    made += 1
                    return made
                }
            }
            values.withLock { values in if let value { values.insert(value) } }
        }
        #expect(values.withLock { $0 } == [1])
        #expect(made.withLock { $0 } == 1)
    }

    @Test("sync is on for data that stays and off for the rest, unless it is said otherwise")
    func sync() async throws {
        func isEnabled(_ arguments: String...) throws -> Bool {
            try StackConfiguration.launch(arguments: ["todo"] + arguments, environment: [:]).isSyncEnabled
        }
        #expect(try isEnabled() && !isEnabled("--todo-stack", "memory") && !isEnabled("--todo-sync", "off"))
        #expect(try isEnabled("--todo-stack", "test", "--todo-sync", "on"))
        #expect(await errorCode { try isEnabled("--todo-sync", "perhaps") } == .usage)
    }
}
