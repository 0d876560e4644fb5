import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("The order of an imported file")
struct ImportOrderTests {
    private let test: TestStore
    private let zone = TimeZone.gmt

    init() throws { test = try TestStore(.serial) }

    private static let titles = (0..<40).map { "Number \($0)" }
    private static let samples: [(format: String, text: String)] = [
        ("todotxt", titles.joined(separator: "\n")),
        ("csv", "title\n" + titles.joined(separator: "\n")),
        ("ndjson", titles.map { #"{"title":"\#($0)"}"# }.joined(separator: "\n")),
        ("json", "[" + titles.map { #"{"title":"\#($0)"}"# }.joined(separator: ",") + "]"),
        ("taskwarrior", "[" + titles.map { #"{"description":"\#($0)"}"# }.joined(separator: ",") + "]"),
        (
            "ics",
            "BEGIN:VCALENDAR\n" + titles.map { "BEGIN:VTODO\nSUMMARY:\($0)\nEND:VTODO\n" }.joined() + "END:VCALENDAR\n"
        ),
    ]

    @discardableResult
    private func take(_ texts: String..., as name: String) async throws -> [ImportReport] {
        let format = try #require(TodoFormats.writable(named: name))
        let context = ImportContext(now: test.clock.now, timeZone: zone)
        let readers = texts.map { text in
            { @Sendable in format.makeReader(ByteSource(text.utf8), context: context) }
        }
        return try await test.store.importItems(backingUp: false, fromEach: readers)
    }

    private func shown(_ query: Query<Todo>) async throws -> [Todo] {
        try await test.store.todos.fetch(query, source: .local).items
    }

    @Test(
        "is that of what was made in it and of what nobody has moved, and importing it again changes nothing",
        arguments: samples)
    func kept(format: String, text: String) async throws {
        try await take(text, as: format)
        let todos = try await shown(.all.ascending(\.createdAt))
        #expect(todos.map(\.title) == Self.titles)
        #expect(try await shown(.all.placed(in: .inbox)).map(\.title) == Self.titles)
        #expect(todos.allSatisfy { $0.createdAt <= test.clock.now })
        test.clock.advance(by: 3600)
        #expect(try await take(text, as: format).map(\.unchanged) == [Self.titles.count])
        #expect(try await shown(.all.ascending(\.createdAt)) == todos)
        // An item that a later import brings comes after them.
        try await take("title\nOne more\n", as: "csv")
        #expect(try await shown(.all.ascending(\.createdAt)).last?.title == "One more")
    }

    @Test("goes from one file of an import to the next")
    func several() async throws {
        let parts = [Self.titles[..<15], Self.titles[15...]].map { "title\n" + $0.joined(separator: "\n") + "\n" }
        try await take(parts[0], parts[1], as: "csv")
        #expect(try await shown(.all.placed(in: .inbox)).map(\.title) == Self.titles)
    }

    @Test("is that of subtasks too, and undone and redone it stays")
    func subtasks() async throws {
        let rows = Self.titles.map { "task,\($0),4,2\n" }.joined()
        try await take("TYPE,CONTENT,PRIORITY,INDENT\ntask,All,4,1\n\(rows)", as: "csv")
        let all = try #require(try await shown(.all.placed(in: .inbox)).first)
        #expect(try await shown(.all.placed(in: .todo(all.id))).map(\.title) == Self.titles)
        _ = try await test.store.undo()
        _ = try await test.store.redo()
        #expect(try await shown(.all.placed(in: .todo(all.id))).map(\.title) == Self.titles)
    }

    @Test("dates that a file knows with the time of the last edit stay as they are")
    func exact() async throws {
        let date = "2026-11-20T10:00:00.000Z"
        let lines = Self.titles.map { #"{"title":"\#($0)","createdAt":"\#(date)","updatedAt":"\#(date)"}"# }
        try await take(lines.joined(separator: "\n"), as: "ndjson")
        #expect(try await Set(shown(.all).map(\.createdAt.rfc3339)) == [date])
    }
}
