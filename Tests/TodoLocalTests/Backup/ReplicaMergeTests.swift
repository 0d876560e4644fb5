import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A copy of a database that has gone its own way, and a database that never was the same.
@Suite("Merging another database")
struct ReplicaMergeTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let stack: LocalStack

    init() throws {
        folder = try TemporaryFolder()
        stack = try LocalStack(
            .init(storage: .onDisk(path: folder.file())), environment: .testing(clock: clock, seed: 1))
    }

    private func copied(as name: String = "copy.db") async throws -> LocalStack {
        try await stack.backUp(to: folder.file(name))
        clock.advance(by: 10)
        return try LocalStack(
            .init(storage: .onDisk(path: folder.file(name)), allowsConcurrentReads: false),
            environment: .testing(clock: clock, seed: 2))
    }

    private func set(_ update: Todo.Update, in stack: LocalStack) async throws {
        clock.advance(by: 10)
        try await TodoDAO(stack).updateOne(update)
    }

    private func merge(_ name: String = "copy.db", isTrial: Bool = false) async throws -> ReplicaMerge {
        clock.advance(by: 10)
        let merge = try await stack.merge([folder.file(name)], isTrial: isTrial)[0]
        try expectSound(stack, "after a merge")
        return merge
    }

    private func todo(_ id: String) async throws -> Todo { try await TodoDAO(stack).find(.init(stored: id)) }

    @Test("fields that were written on one side alone all come together, and nothing conflicts")
    func fields() async throws {
        try await TodoDAO(stack).createMany([.sample("a"), .sample("b"), .sample("gone")])
        // The last edit before the copy is made. The copy overwrites its value, and so has known it.
        try await set(.init(id: .init(stored: "a"), title: "Before"), in: stack)
        let copy = try await copied()
        try await set(.init(id: .init(stored: "a"), notes: "Here"), in: stack)
        try await set(.init(id: .init(stored: "a"), title: "There"), in: copy)
        try await set(.init(id: .init(stored: "b"), priority: .set(.high)), in: copy)
        try await TodoDAO(copy).createOne(.sample("new", tags: [.sample("fresh")]))
        try await TodoDAO(copy).deleteOne(.init(stored: "gone"))
        try copy.close()
        let merge = try await merge()
        #expect((merge.added, merge.updated, merge.deleted, merge.unchanged) == (1, 2, 1, 0))
        #expect(merge.others == 1 && merge.conflicts.isEmpty)
        let both = try await todo("a")
        #expect(both.title == "There" && both.notes == "Here")
        #expect(try await todo("b").priority == .high)
        #expect(try await todo("new").tags.map(\.title) == ["fresh"])
        #expect(try await TodoDAO(stack).first(.id(.init(stored: "gone"))) == nil)
    }

    @Test("what both have written is a conflict, which is noted once, and the later write stands")
    func conflicts() async throws {
        try await TodoDAO(stack).createMany([.sample("a"), .sample("b"), .sample("c")])
        let copy = try await copied()
        try await set(.init(id: .init(stored: "a"), title: "Here"), in: stack)
        try await set(.init(id: .init(stored: "a"), title: "There"), in: copy)
        try await set(.init(id: .init(stored: "b"), notes: "There"), in: copy)
        try await set(.init(id: .init(stored: "b"), notes: "Here"), in: stack)
        try await TodoDAO(copy).deleteOne(.init(stored: "c"))
        try await set(.init(id: .init(stored: "c"), title: "Kept"), in: stack)
        try copy.close()
        let merge = try await merge()
        let found = merge.conflicts.map(\.record)
        #expect(Set(found.map { "\($0.key.id) \($0.conflict.register)" }) == ["a title", "b notes", "c deleted"])
        #expect(Set(found.compactMap(\.conflict.lost.string)) == ["Here", "There"])
        #expect(try await todo("a").title == "There")
        #expect(try await todo("b").notes == "Here")
        #expect(try await todo("c").title == "Kept")
        let again = try await self.merge()
        #expect(again.conflicts.isEmpty && again.added + again.updated + again.deleted == 0)
    }

    @Test("one undo takes all of it back, with its conflicts, and a redo brings it again; a trial writes nothing")
    func undone() async throws {
        try await TodoDAO(stack).createMany([.sample("a"), .sample("b"), .sample("c")])
        try await TodoDAO(stack).deleteOne(.init(stored: "c"))
        let copy = try await copied()
        try await set(.init(id: .init(stored: "a"), title: "Here"), in: stack)
        try await set(
            .init(id: .init(stored: "a"), title: "There", tags: .init(add: [.init(stored: "fresh")])), in: copy,
            adding: "fresh")
        try await TodoDAO(copy).deleteOne(.init(stored: "b"))
        try await TodoDAO(copy).createOne(.sample("c", "Again"))
        try await TodoDAO(copy).createOne(.sample("new"))
        try copy.close()
        let (before, steps) = (try await seen(), try stack.dump())
        let bytes = contents(of: folder.file("copy.db"))
        let trial = try await merge(isTrial: true)
        #expect(trial.added == 1 && trial.updated == 2 && trial.deleted == 1 && trial.conflicts.count == 1)
        #expect(try stack.dump() == steps)
        _ = try await merge()
        let after = try await seen()
        #expect(after != before && after.contains { $0.hasPrefix("new ") })
        #expect(contents(of: folder.file("copy.db")) == bytes)
        let undo = try await HistoryDAO(stack).undo(1, isForced: false)
        #expect(undo.steps.map(\.action) == ["import"] && undo.left.isEmpty)
        #expect(try await seen() == before)
        #expect(try await ReplicationDAO(stack).conflicts(limit: 10).isEmpty)
        _ = try await HistoryDAO(stack).redo(1, isForced: false)
        #expect(try await seen() == after)
        try expectSound(stack, "after a redo")
    }

    @Test("two databases that never were one: each has what both had, and agrees with the other")
    func strangers() async throws {
        let other = try LocalStack(
            .init(storage: .onDisk(path: folder.file("other.db")), allowsConcurrentReads: false),
            environment: .testing(clock: clock, seed: 3))
        try await TodoDAO(stack).createOne(.sample("a", tags: [.sample("t")]))
        try await TodoDAO(other).createMany([.sample("b"), .sample("c")])
        try await TodoDAO(other).deleteOne(.init(stored: "c"))
        try await other.backUp(to: folder.file("copy.db"))
        let merge = try await merge()
        #expect((merge.added, merge.updated, merge.deleted) == (1, 0, 0) && merge.conflicts.isEmpty)
        try await stack.backUp(to: folder.file("back.db"))
        #expect(try await other.merge([folder.file("back.db")], isTrial: false)[0].added == 1)
        #expect(try await seen(in: other) == seen())
        // Both know all edits now, so an edit of one of them conflicts with nothing.
        try await set(.init(id: .init(stored: "b"), title: "Here"), in: stack)
        try await stack.backUp(to: folder.file("again.db"))
        let last = try await other.merge([folder.file("again.db")], isTrial: false)[0]
        #expect(last.updated == 1 && last.conflicts.isEmpty)
        #expect(try await seen(in: other) == seen())
    }

    @Test(
        "each record is what merging both replicas of it gives, and merging again changes nothing",
        arguments: 1...Dose.of(2, whole: 8) as ClosedRange<UInt64>)
    func replicas(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (mine, theirs) = (
            try await RandomStore(seed: seed, count: 30), try await RandomStore(seed: seed + 100, count: 30)
        )
        let known = Dictionary(
            try await mine.stack.allRecords().map { (RecordKey($0.kind, $0.id), $0) }, uniquingKeysWith: { $1 })
        let other = try await theirs.stack.allRecords()
        try await theirs.stack.backUp(to: folder.file("copy.db"))
        clock.advance(by: random.pick([0, 100]))
        _ = try await mine.stack.merge([folder.file("copy.db")], isTrial: false)
        for record in other where record.kind.isContent {
            let key = RecordKey(record.kind, record.id)
            guard let before = known[key] else { continue }
            let now = try #require(try await mine.stack.allRecords().first { RecordKey($0.kind, $0.id) == key })
            #expect(now.normalized() == before.merged(with: record), "seed \(seed): \(key)")
        }
        try expectSound(mine.stack, "seed \(seed)")
        let again = try await mine.stack.merge([folder.file("copy.db")], isTrial: false)[0]
        #expect(again.added + again.updated + again.deleted + again.others == 0, "seed \(seed)")
    }

    /// What a person sees of the to-dos.
    private func seen(in other: LocalStack? = nil) async throws -> [String] {
        try await TodoDAO(other ?? stack).findMany().items.map {
            ([$0.id.rawValue, $0.title, $0.notes].filter { !$0.isEmpty } + $0.tags.map(\.title)).joined(separator: " ")
        }.sorted()
    }

    private func set(_ update: Todo.Update, in stack: LocalStack, adding tag: String) async throws {
        try await TagDAO(stack).createOne(.sample(tag))
        try await set(update, in: stack)
    }
}

extension LocalStack {
    fileprivate func allRecords() async throws -> [Record] {
        var all: [Record] = []
        for kind in RecordKind.inOrder {
            all += try await ReplicationDAO(self).records(of: kind, afterID: nil, limit: 1000)
        }
        return all
    }
}
