import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit

/// Lists in exported and imported files.
@Suite("Lists in files")
struct ExportedListTests {
    private func exported(_ store: TodoStore) async throws -> [UInt8] {
        let written = Written()
        try await store.export(as: JSONFormat()) { written.add($0) }
        return written.bytes
    }

    private func `import`(_ bytes: [UInt8], into store: TodoStore) async throws {
        _ = try await store.importItems(backingUp: false) {
            JSONFormat().makeReader(ByteSource(bytes), context: ImportContext(now: ManualClock().now, timeZone: .gmt))
        }
    }

    private func paths(_ store: TodoStore) async throws -> [String] {
        try await store.lists.fetch(.all).items.map { list in
            list.path + (list.color.map { " \($0)" } ?? "") + (list.isArchived ? " archived" : "")
        }.sorted()
    }

    /// A store with `Work` and `Work/Reports`, which is archived and has a to-do, and with an empty list.
    private func filled() async throws -> TodoStore {
        let store = try TestStore().store
        try await store.addList("Work/Reports", color: "red")
        try await store.addList("Empty")
        let reports = try await store.lists.find(path: "Work/Reports")[0]
        try await store.lists.update(TodoList.Update(id: reports.id, isArchived: true))
        try await store.add("Report", placement: .list(reports.id))
        return store
    }

    @Test("an export as JSON has all lists, which an import makes again, once")
    func roundTrip() async throws {
        let (store, other) = (try await filled(), try TestStore().store)
        let bytes = try await exported(store)
        for _ in 0..<2 {
            try await `import`(bytes, into: other)
            #expect(try await paths(other) == ["Empty", "Work", "Work/Reports red archived"])
        }
        #expect(try await other.lists.fetch(.all).items == store.lists.fetch(.all).items)
        #expect(try await other.todos.fetch(.all).items.map { $0.list?.path } == ["Work/Reports"])
        try await `import`(bytes, into: store)
        #expect(try await exported(store) == bytes)
    }

    @Test("a list at the path of one that is here is that one, and so are the lists in it")
    func samePath() async throws {
        let (store, other) = (try await filled(), try TestStore().store)
        let work = try await other.addList("work", color: "blue")
        try await `import`(exported(store), into: other)
        #expect(try await paths(other) == ["Empty", "work blue", "work/Reports red archived"])
        #expect(try await other.lists.find(path: "work/reports").map(\.parent) == [work.id])
        #expect(try await other.todos.fetch(.all).items.map { $0.list?.path } == ["work/Reports"])
    }

    @Test("two lists of one path in a file stay two")
    func twins() async throws {
        let (store, other) = (try await filled(), try TestStore().store)
        let twin = try await store.lists.create(.sample("twin", "Work"))
        try await store.add("Other", placement: .list(twin.id))
        try await `import`(exported(store), into: other)
        #expect(try await paths(other) == ["Empty", "Work", "Work", "Work/Reports red archived"])
        #expect(try await other.todos.count(.all.in(twin)) == 1)
    }
}
