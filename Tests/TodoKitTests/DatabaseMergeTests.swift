import Foundation
import TestSupport
import Testing
import TodoKit

@Suite("Merging the database of another device")
struct DatabaseMergeTests {
    private let folder: TemporaryFolder
    private let test: TestStore

    init() throws { (folder, test) = (try TemporaryFolder(), try TestStore(.serial)) }

    private func edit(_ id: Todo.ID, _ changes: TodoChanges, in store: TodoStore) async throws {
        test.clock.advance(by: 10)
        _ = try await store.edit([id], changes)
    }

    @Test("the conflicts are in the report and in the log, from which they are taken back")
    func conflicts() async throws {
        let todo = try await test.store.add(.init(title: "Call"))
        _ = try await test.store.backUp(to: folder.file("copy.db"))
        let copy = try TodoStore(
            .init(storage: .onDisk(path: folder.file("copy.db"))), environment: .testing(clock: test.clock, seed: 9))
        try await edit(todo.id, .init(title: "Call Bob"), in: test.store)
        try await edit(todo.id, .init(title: "Call Ann"), in: copy)
        try copy.stack.close()
        #expect(TodoStore.isDatabase(folder.file("copy.db")) && !TodoStore.isDatabase(#filePath))
        let trial = try await test.store.merge(isTrial: true, databases: [folder.file("copy.db")])
        #expect(trial[0].updated == 1 && trial[0].conflicts.count == 1)
        #expect(try await test.store.sync.conflicts().isEmpty)
        let report = try await test.store.merge(databases: [folder.file("copy.db")])
        let conflict = try #require(report[0].conflicts.first)
        #expect(conflict.title == "Call Ann" && conflict.lost.value == "Call Bob" && conflict.kept.value == "Call Ann")
        #expect(try await test.store.sync.conflicts() == report[0].conflicts)
        try await test.store.sync.takeBack([conflict.id])
        #expect(try await test.store.todos.fetch(.all, source: .local).items.map(\.title) == ["Call Bob"])
    }
}
