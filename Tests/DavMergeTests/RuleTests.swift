import DavSimulation
import Foundation
import GRDB
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

/// Each rule of the merge decides a case, which goes wrong without it.
@Suite("Each rule of the merge is needed")
struct RuleTests {
    private func rules(_ isWhole: Bool, _ change: (inout MergeRules) -> Void) -> MergeRules {
        var rules = MergeRules()
        if !isWhole { change(&rules) }
        return rules
    }

    @Test("spellings: the same instant in another zone is no change", arguments: [true, false])
    func spellings(_ isWhole: Bool) async throws {
        let stage = try MergeStage(rules(isWhole) { $0.knowsSpellings = false })
        let todo = try await stage.store.add("one", due: .instant(Date(timeIntervalSince1970: 1_796_000_000), .zurich))
        let seen = try await stage.read(todo.id)
        let outcome = try await stage.put(seen.with("DUE:20261130T005320Z"), matching: seen.etag)
        #expect((outcome == .unchanged) == isWhole)
    }

    @Test("echoes: a user who sets a value back a minute after reading means it", arguments: [true, false])
    func shortEcho(_ isWhole: Bool) async throws {
        let stage = try MergeStage(rules(isWhole) { $0.echoWindow = 600 })
        let todo = try await stage.store.add("one")
        _ = try await stage.read(todo.id)
        stage.clock.advance(by: 3600)
        _ = try await stage.store.todos.update(.init(id: todo.id, title: "two"))
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("SUMMARY:one"), matching: seen.etag)
        #expect(try await (stage.todo(todo.id).title == "one") == isWhole)
    }

    @Test("the last PUT ends with the next reading", arguments: [true, false])
    func forgetting(_ isWhole: Bool) async throws {
        let stage = try MergeStage(rules(isWhole) { $0.forgetsLastPut = false })
        let todo = try await stage.store.add("one")
        _ = try await stage.read(todo.id)
        stage.clock.advance(by: 3600)
        _ = try await stage.store.todos.update(.init(id: todo.id, title: "two"))
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 1)
        let back = seen.with("SUMMARY:one")
        #expect(try await stage.put(back) == .unchanged)
        _ = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(back)
        #expect(try await (stage.todo(todo.id).title == "one") == isWhole)
    }

    @Test("the last PUT: the same again does not undo what came between", arguments: [true, false])
    func lastPut(_ isWhole: Bool) async throws {
        let stage = try MergeStage(rules(isWhole) { $0.usesLastPut = false })
        let todo = try await stage.store.add("one")
        let body = try await stage.read(todo.id).with("SUMMARY:mine").without("X-TODO-REV")
        stage.clock.advance(by: 60)
        try await stage.put(body)
        stage.clock.advance(by: 60)
        _ = try await stage.store.todos.update(.init(id: todo.id, title: "theirs"))
        try await stage.put(body)
        #expect(try await (stage.todo(todo.id).title == "theirs") == isWhole)
    }

    @Test("the mark: an answer that a client never stored is not its base", arguments: [true, false])
    func revision(_ isWhole: Bool) async throws {
        let stage = try MergeStage(rules(isWhole) { $0.usesRevision = false })
        let todo = try await stage.store.add("one", notes: "old")
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        _ = try await stage.store.todos.update(.init(id: todo.id, notes: "new"))
        // The answer is lost.
        _ = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("SUMMARY:two"))
        let now = try await stage.todo(todo.id)
        #expect(now.title == "two" && (now.notes == "new") == isWhole)
    }

    @Test("support: a client that knows no tags takes none off", arguments: [true, false])
    func support(_ isWhole: Bool) async throws {
        let stage = try MergeStage(rules(isWhole) { $0.deletesAbsent = true })
        let todo = try await stage.store.add("one", tags: ["x"])
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("SUMMARY:two").only("SUMMARY"))
        #expect(try await stage.todo(todo.id).tags.isEmpty != isWhole)
    }

    @Test(
        "former states are forgotten when they are old, unless a client has one, and the oldest when they are too many")
    func forgets() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one")
        let first = try await stage.read(todo.id)
        for title in ["two", "three"] {
            stage.clock.advance(by: 3600)
            _ = try await stage.store.todos.update(.init(id: todo.id, title: title))
            _ = try await stage.read(todo.id)
        }
        func snapshots() async throws -> Int {
            try await stage.database.queue.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshot") ?? 0
            }
        }
        #expect(try await snapshots() == 3)
        try await stage.database.queue.write { try stage.merge.prune(in: $0) }
        #expect(try await snapshots() == 3)
        stage.clock.advance(by: 100 * 86_400)
        try await stage.database.queue.write { try stage.merge.prune(in: $0) }
        #expect(try await snapshots() == 1)
        await #expect(throws: DavRefusal.self) {
            try await stage.put(first.with("SUMMARY:four").without("X-TODO-REV"), matching: first.etag)
        }
        let now = stage.clock.now
        try await stage.database.queue.write {
            try DavMemory(database: $0).prune(at: now, mostRows: 0, mostBytes: 0)
        }
        #expect(try await snapshots() == 0)
    }
}
