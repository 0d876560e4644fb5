import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("Subtasks that a file names at their parent")
struct SubtaskImportTests {
    private let test: TestStore

    init() throws { test = try TestStore(.serial) }

    private func todo(_ uid: String, _ more: String...) -> [String] {
        ["BEGIN:VTODO", "UID:\(uid)", "SUMMARY:\(uid)", "LAST-MODIFIED:20260101T000000Z"] + more + ["END:VTODO"]
    }

    private func calendar(_ todos: [String]...) -> String {
        (["BEGIN:VCALENDAR", "X-WR-CALNAME:Home"] + todos.joined() + ["END:VCALENDAR"]).joined(separator: "\r\n")
    }

    private func take(_ files: String...) async throws -> [ImportReport] {
        let (format, now) = (try #require(TodoFormats.named("ics")), test.clock.now)
        let readers = files.map { text in
            { @Sendable in
                format.makeReader(ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt))
            }
        }
        let reports = try await test.store.importItems(fromEach: readers)
        #expect(try test.stack.inconsistency() == nil)
        return reports
    }

    private func parents() async throws -> [String: String] {
        let todos = try await test.store.todos.fetch(.all, source: .local).items
        return Dictionary(
            uniqueKeysWithValues: todos.compactMap { todo in todo.parent.map { (todo.id.rawValue, $0.rawValue) } })
    }

    private static let child = "RELATED-TO;RELTYPE=CHILD:"

    @Test("are below it, whichever comes first, in one file or in several, and the same again")
    func below() async throws {
        let file = calendar(
            todo("early"), todo("top", Self.child + "early", Self.child + "late", Self.child + "series"), todo("late"),
            todo("series", "DUE;VALUE=DATE:20260305", "RRULE:FREQ=WEEKLY"))
        let expected = ["early": "top", "late": "top", "series": "top"]
        #expect(try await take(file).map(\.notedCount) == [0])
        #expect(try await parents() == expected)
        #expect(try await take(file).map(\.unchanged) == [4])
        let parts = try SubtaskImportTests()
        let reports = try await parts.take(calendar(todo("late")), calendar(todo("top", Self.child + "late")))
        #expect(reports.map(\.added) == [1, 1])
        #expect(try await parts.parents() == ["late": "top"])
    }

    @Test("a parent that a to-do names itself counts more, and a subtask that is in no file is said")
    func others() async throws {
        let reports = try await take(
            calendar(
                todo("a", Self.child + "c", Self.child + "nowhere"), todo("b"),
                todo("c", "RELATED-TO:b")))
        #expect(try await parents() == ["c": "b"])
        #expect(reports[0].notedCount == 1 && reports[0].added == 3)
        #expect(reports[0].noted.map(\.position) == ["line 3"])
        #expect(reports[0].noted.map(\.reason) == ["A subtask that it names is in no file of this import."])
    }

    @Test("in a circle they come in, and a later export and import keep the tree")
    func circle() async throws {
        _ = try await take(calendar(todo("a", Self.child + "b"), todo("b", Self.child + "a")))
        #expect(try await test.store.todos.fetch(.all, source: .local).items.count == 2)
        let tree = try SubtaskImportTests()
        _ = try await tree.take(calendar(todo("top", Self.child + "low"), todo("low")))
        let written = Written()
        try await tree.test.store.export(as: try #require(TodoFormats.writable(named: "ics"))) { written.add($0) }
        let text = String(decoding: written.bytes, as: UTF8.self)
        #expect(text.contains("RELATED-TO;RELTYPE=PARENT:top") && !text.contains("CHILD"))
        #expect(try await tree.take(text).map(\.unchanged) == [2])
    }
}
