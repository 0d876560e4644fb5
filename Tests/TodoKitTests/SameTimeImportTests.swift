import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("Several files of one time about the same to-do")
struct SameTimeImportTests {
    private let test: TestStore

    init() throws { test = try TestStore(.serial) }

    private func take(_ text: String, as name: String) async throws -> ImportReport {
        let format = try #require(TodoFormats.writable(named: name))
        return try await test.store.importItems {
            format.makeReader(ByteSource(text.utf8), context: ImportContext(now: ManualClock().now, timeZone: .gmt))
        }
    }

    private static let plain =
        #"{"uuid":"b8f4d4d5-2b3c-4f5e-8a52-0c6b6f7f3a11","status":"pending","#
        + #""description":"Write","entry":"20261120T164148Z","modified":"20261120T164148Z""#
    private static let task = plain + #","project":"Office.Reports","wait":"20261123T090000Z","est":"PT3H"}"#

    @Test("what another file of the same time says beside it comes in, once, and what was edited since stays")
    func more() async throws {
        #expect(try await take(Self.plain + "}", as: "taskwarrior").added == 1)
        #expect(try await take(Self.task, as: "taskwarrior").updated == 1)
        let todo = try #require(try await test.store.todos.fetch(.all, source: .local).items.first)
        #expect(todo.list?.path == "Office/Reports" && todo.start != nil)
        #expect(try await take(Self.task, as: "taskwarrior").unchanged == 1)

        test.clock.advance(by: 1)
        try await test.store.edit([todo.id], TodoChanges(start: .clear))
        #expect(try await take(Self.task, as: "taskwarrior").unchanged == 1)
        #expect(try await test.store.todos.fetch(.all, source: .local).items.first?.start == nil)
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
