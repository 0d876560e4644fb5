import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

/// Automatic sync waits for the signal of its stack.
@Suite("The signal that something is to be sent")
struct EditSignalTests {
    /// Every way to edit, in this order: a later one may need what an earlier one left.
    private static let ways: [(name: String, edit: @Sendable (TestStore) async throws -> Void)] = [
        ("a word of the store", { try await $0.store.add("Buy milk", tags: ["shop"]) }),
        ("completing", { try await $0.store.complete($0.first()) }),
        ("reopening", { try await $0.store.reopen($0.first()) }),
        ("editing", { try await $0.store.edit($0.first(), TodoChanges(notes: "Oat")) }),
        ("undo", { try await $0.store.undo() }),
        ("redo", { try await $0.store.redo() }),
        ("a tag", { try await $0.store.addTag("home") }),
        ("a merge of tags", { try await $0.store.mergeTags($0.tag("home"), into: "shop") }),
        ("a repository", { try await $0.store.todos.create(.sample("r")) }),
        (
            "a repository's update",
            { try await $0.store.todos.update(Todo.Update(id: Todo.ID(stored: "r"), title: "R")) }
        ),
        ("a repository's deletion", { try await $0.store.todos.delete(Todo.ID(stored: "r")) }),
        ("a DAO", { try await $0.todos.createOne(.sample("d")) }),
        ("a DAO in bulk", { try await $0.todos.createMany((1...500).map { .sample("bulk\($0)") }) }),
        ("a DAO's deletion", { try await $0.todos.deleteOne(Todo.ID(stored: "d")) }),
        ("a DAO of tags", { _ = try await $0.tags.findOrCreate(titled: "work") }),
        ("an object store", { try await $0.stack.store(for: TodoMapping()).insert(.sample("o")) }),
        ("an object store's row", { _ = try await $0.stack.store(for: TodoMapping()).entity(for: .sample("row")) }),
        ("an object store emptied", { try await $0.stack.store(for: TodoMapping()).deleteAll() }),
        (
            "a scratch",
            {
                let scratch = $0.store.scratch()
                try scratch.todos.create(.sample("s"))
                try await scratch.save()
            }
        ),
        ("an import", { _ = try await $0.store.importItems { OneItem(todo: .sample("i")) } }),
        ("a conflict taken back", { try await $0.store.sync.takeBack([$0.conflict()]) }),
        ("a conflict dismissed", { try await $0.store.sync.dismiss([$0.conflict()]) }),
        ("a name of the device", { try await $0.store.sync.setDeviceName("Kitchen") }),
        (
            "a record that was set aside",
            {
                let replication = ReplicationDAO($0.stack)
                let pending = try await replication.pendingRecords(.all, limit: 1, excluding: [])
                try await replication.quarantine(pending, reason: .rejected, status: "PERMISSION_DENIED")
                try await $0.store.sync.retry(pending.map(\.key))
            }
        ),
        ("a restoration", { try await $0.store.restore(from: $0.backup()) }),
        ("a restoration everywhere", { try await $0.store.restoreEverywhere(from: $0.backup()) }),
    ]

    @Test("every way to edit raises it")
    func edits() async throws {
        let test = try TestStore(.serial)
        #expect(!test.stack.hasEdits)
        for (name, edit) in Self.ways {
            let before = test.stack.edits.count
            try await edit(test)
            #expect(test.stack.edits.count > before, "\(name)")
        }
        #expect(test.stack.hasEdits)
    }

    @Test("what a sync writes does not, nor what is only read, tried out or noted")
    func others() async throws {
        let test = try TestStore()
        let replication = ReplicationDAO(test.stack)
        try await test.stack.write("sync", author: .sync) { _ = try $0.create(Todo.sample("a")) }
        var state = try await replication.syncState()
        state.sequence += 1
        try await replication.save(state)
        try await replication.note(SyncOutcome())
        try await replication.release(upTo: .max)
        _ = try await test.stack.writeAndRollBack("add") { try $0.create(Todo.sample("b")) }
        _ = try await test.store.importItems(isTrial: true) { OneItem(todo: .sample("i")) }
        _ = await errorCode { try await test.store.undo() }
        let titles = try await test.store.todos.fetch(.all).items.map(\.id.rawValue)
        #expect(titles == ["a"])
        #expect(test.stack.edits.count == 0 && !test.stack.hasEdits)
    }

    @Test("wakes all who wait, at once who comes late, and leaves alone who has seen it")
    func waiting() async {
        let signal = EditSignal()
        let waiting = (1...3).map { _ in Task { await signal.wait(after: 0) } }
        signal.raise()
        for task in waiting { await task.value }
        await signal.wait(after: 0)
        let next = Task { await signal.wait(after: signal.count) }
        next.cancel()
        await next.value
        #expect(signal.count == 1)
    }
}

/// A file with one to-do.
private struct OneItem: ItemReader {
    var todo: Todo?
    var bytesRead = 0
    var undated: Date? { nil }
    var isOrdered: Bool { false }
    var kept: [String: Int] { [:] }
    var renditions: (@Sendable (Todo) -> [Todo])? { nil }
    var numbers: RecordNumbers? {
        get { nil }
        set {}
    }
    func renamed(_ todo: Todo) -> Todo { todo }

    mutating func next() -> ImportItem? {
        defer { todo = nil }
        return todo.map { .todo($0, modifiedAt: nil) }
    }
}

extension TestStore {
    fileprivate func first() async throws -> [Todo.ID] { [try await store.todos.fetch(.all).items[0].id] }

    fileprivate func tag(_ title: String) async throws -> [Tag.ID] {
        [try await tags.findOrCreate(titled: title).id]
    }

    /// A conflict noticed by a sync.
    fileprivate func conflict() async throws -> SyncConflict.ID {
        let todo = try await store.add("Buy milk")
        let stamps = (1...2).map { Stamp(milliseconds: Int64($0), counter: 0, device: DeviceID(rawValue: UInt64($0))) }
        let conflict = RecordConflict(
            register: "title", lost: .string("Buy milk"), lostStamp: stamps[0], kept: .string("b"),
            keptStamp: stamps[1])
        _ = try await stack.write("sync", author: .sync) {
            try $0.note(conflict, of: RecordKey(.todo, todo.id.rawValue))
        }
        return try await store.sync.conflicts()[0].id
    }

    fileprivate func backup() async throws -> String {
        let path = try #require(stack.path) + ".backup"
        if !FileManager.default.fileExists(atPath: path) { _ = try await store.backUp(to: path) }
        return path
    }
}
