import Foundation
import GRDB
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("Files that an earlier version imported, imported again")
struct ImportUpgradeTests {
    private let test: TestStore

    init() throws { test = try TestStore(.serial) }

    private func take(_ text: String, as name: String) async throws -> ImportReport {
        let format = try #require(TodoFormats.named(name))
        return try await test.store.importItems {
            format.makeReader(ByteSource(text.utf8), context: ImportContext(now: ManualClock().now, timeZone: .gmt))
        }
    }

    private static let plain =
        #"{"uuid":"b8f4d4d5-2b3c-4f5e-8a52-0c6b6f7f3a11","status":"pending","#
        + #""description":"Write","entry":"20261120T164148Z","modified":"20261120T164148Z""#
    private static let task = plain + #","project":"Office.Reports","wait":"20261123T090000Z","est":"PT3H"}"#

    @Test("what had no field then comes into its field, once, and what was edited since stays")
    func fields() async throws {
        // As the earlier version left it.
        #expect(try await take(Self.plain + "}", as: "taskwarrior").added == 1)
        let former =
            #"{"taskwarrior.est":"PT3H","taskwarrior.project":"Office.Reports","taskwarrior.wait":"20261123T090000Z"}"#
        let other = try DatabaseQueue(path: try #require(test.stack.path))
        try await other.write { try $0.execute(sql: "UPDATE todo SET extras = ?", arguments: [former]) }
        try other.close()
        let report = try await take(Self.task, as: "taskwarrior")
        #expect(report.updated == 1)
        let todo = try #require(try await test.store.todos.fetch(.all, source: .local).items.first)
        #expect(todo.list?.path == "Office/Reports" && todo.start != nil)
        #expect(todo.extras.keys.sorted().filter { $0 != "taskwarrior.todoStartName" }.contains("taskwarrior.est"))
        #expect(todo.extras["taskwarrior.project"] == nil && todo.extras["taskwarrior.wait"] == nil)
        #expect(try await take(Self.task, as: "taskwarrior").unchanged == 1)

        test.clock.advance(by: 1)
        try await test.store.edit([todo.id], TodoChanges(start: .clear))
        #expect(try await take(Self.task, as: "taskwarrior").unchanged == 1)
        #expect(try await test.store.todos.fetch(.all, source: .local).items.first?.start == nil)
    }

    @Test("what had no field then is in its field in a store that is opened from a backup of it")
    func restored() async throws {
        #expect(try await take(Self.plain + "}", as: "taskwarrior").added == 1)
        let other = try DatabaseQueue(path: try #require(test.stack.path))
        try await other.write { database in
            try database.execute(
                sql: """
                    UPDATE todo SET extras = '{"taskwarrior.project":"Office.Reports"}';
                    INSERT INTO formerImport (todoRow, isChild) SELECT rowID, 0 FROM todo;
                    """)
        }
        try other.close()
        let folder = try TemporaryFolder()
        try await test.store.backUp(to: folder.file("backup.db"))
        let (store, restoration) = try await TodoStore.opening(
            .init(storage: .onDisk(path: folder.file())), environment: .testing(), restoring: folder.file("backup.db"))
        #expect(restoration.todos.all == 1)
        #expect(try await store.todos.fetch(.all, source: .local).items.map(\.list?.path) == ["Office/Reports"])
    }

    @Test("what a file of the same time has otherwise, or lacks, changes nothing")
    func otherwise() async throws {
        #expect(try await take(Self.task, as: "taskwarrior").added == 1)
        let before = try await test.store.todos.fetch(.all, source: .local).items
        let other = Self.plain + #","project":"Home"}"#
        #expect(try await take(other, as: "taskwarrior").unchanged == 1)
        #expect(try await take(Self.plain + "}", as: "taskwarrior").unchanged == 1)
        #expect(try await test.store.todos.fetch(.all, source: .local).items == before)
    }
}
