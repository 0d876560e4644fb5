import Foundation
import TestSupport
import Testing
import TodoKit

/// A front end sees what the command does in another process.
@Suite("Observation of the command")
struct CommandObservationTests {
    @Test("each command is seen by who observes the same file")
    func commands() async throws {
        var todo = try TodoProcess()
        defer { try? FileManager.default.removeItem(at: todo.folder) }
        todo.environment["TODO_NOW"] = nil
        let store = try TodoStore(.init(storage: .onDisk(path: todo.database.path)))
        var pages = store.todos.observe(.all.open.ascending(\.createdAt)).makeAsyncIterator()
        #expect(try await pages.next()?.items.isEmpty == true)

        for round in 1...10 {
            #expect(try todo("add", "Errand \(round)", "--tag", "shop").status == 0)
            let items = try #require(try await pages.next()).items
            #expect(items.count == round && items.last?.title == "Errand \(round)")
        }
        #expect(try todo("tag", "rename", "shop", "market").status == 0)
        #expect(try await pages.next()?.items.allSatisfy { $0.tags.map(\.title) == ["market"] } == true)
        let first = try #require(try await store.todos.fetch(.all.ascending(\.createdAt)).items.first)
        #expect(try todo("done", first.id.rawValue).status == 0)
        #expect(try await pages.next()?.items.count == 9)
    }

    @Test("each change is seen while the other process waits for that, and not when it ends")
    func whileItRuns() async throws {
        var todo = try TodoProcess()
        defer { try? FileManager.default.removeItem(at: todo.folder) }
        todo.environment["TODO_NOW"] = nil
        let store = try TodoStore(.init(storage: .onDisk(path: todo.database.path)))
        var pages = store.todos.observe(.all.descending(\.createdAt).page(0, size: 1)).makeAsyncIterator()
        _ = try await pages.next()
        let process = try todo.startShell(
            "for i in 1 2 3 4 5; do todo add \"E $i\"; while [ ! -e \"seen-$i\" ]; do sleep 0.01; done; done")
        defer { process.terminate() }
        for number in 1...5 {
            #expect(try await pages.next()?.items.map(\.title) == ["E \(number)"])
            #expect(process.isRunning)
            try Data().write(to: todo.folder.appending(path: "seen-\(number)"))
        }
        process.waitUntilExit()
    }
}
