import Foundation
import TestSupport
import Testing
import TodoKit

/// A front end sees what the command does in another process.
@Suite("Observation of the command", .timeLimit(.minutes(2)))
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

    @Test("a change is seen while the other process still runs, not when somebody looks by chance")
    func delay() async throws {
        var todo = try TodoProcess()
        defer { try? FileManager.default.removeItem(at: todo.folder) }
        todo.environment["TODO_NOW"] = nil
        let store = try TodoStore(.init(storage: .onDisk(path: todo.database.path)))
        var pages = store.todos.observe(.all.descending(\.createdAt).page(0, size: 1)).makeAsyncIterator()
        _ = try await pages.next()
        let process = try todo.startShell("for i in $(seq 20); do todo add \"E $i\"; sleep 0.1; done")
        defer { process.terminate() }
        var delays: [TimeInterval] = []
        var last: Todo?
        while last?.title != "E 20" {
            last = try #require(try await pages.next()).items.first
            delays.append(Date().timeIntervalSince(try #require(last).createdAt))
        }
        process.waitUntilExit()
        let median = delays.sorted()[delays.count / 2] * 1000
        print(
            "From the beginning of a write in another process to its answer here: median \(Int(median)) ms of \(delays.count)"
        )
        // The look that comes by itself, each second, would take half of one.
        #expect(median < 300, "\(delays)")
    }
}
