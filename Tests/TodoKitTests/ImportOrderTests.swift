import Foundation
import JSON
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
        #expect(try await shown(.all).map(\.title) == Self.titles, "what was edited last comes first in a list")
        #expect(todos.allSatisfy { $0.createdAt <= $0.updatedAt && $0.updatedAt <= test.clock.now })
        #expect(todos.allSatisfy { $0.position == nil })
        let rows = try await exported(as: "csv").dropFirst().map { String($0.split(separator: ",")[1]) }
        #expect(rows == Self.titles)
        test.clock.advance(by: 3600)
        #expect(try await take(text, as: format).map(\.unchanged) == [Self.titles.count])
        #expect(try await shown(.all.ascending(\.createdAt)) == todos)
        // An item that a later import brings comes after them.
        try await take("title\nOne more\n", as: "csv")
        #expect(try await shown(.all.ascending(\.createdAt)).last?.title == "One more")
    }

    /// The lines of an export.
    private func exported(as name: String, in zone: TimeZone = .gmt) async throws -> [String] {
        let format = try #require(TodoFormats.writable(named: name))
        let written = Written()
        try await test.store.export(as: format, timeZone: zone) { written.add($0) }
        return String(decoding: written.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Lines with days of creation in any order, and with what programs add.
    private static let dated = [
        "2026-03-05 Third", "2026-03-01 First +Home", "None", "x 2026-03-09 2026-03-02 Done +Work",
        "2026-03-01 Same day", "2026-11-22 Made tomorrow", "(A) 2027-11-30 Made in a year @phone",
        "x 2026-11-22 Done tomorrow", "Last but one", "x 2026-11-22 2026-11-22 Made and done tomorrow",
        "Rent rec:+1m rec:2w due:2026-01-31", "Bins rec:2d due:2026-01-31 rec:+1m",
    ]

    @Test(
        "lines of todo.txt come back byte for byte and in their order, whatever their days are",
        arguments: ["UTC", "Europe/Zurich", "Pacific/Apia", "Pacific/Honolulu", "Asia/Kathmandu"])
    func days(zone: String) async throws {
        let (zone, format) = (try #require(TimeZone(identifier: zone)), try #require(TodoFormats.named("todotxt")))
        test.clock.now = try #require(Date(rfc3339: "2026-11-21T10:00:00Z"))
        for seed in 0..<6 as Range<UInt64> {
            let there = try ImportOrderTests()
            there.test.clock.now = test.clock.now
            var random = SeededGenerator(seed: seed)
            let lines = seed == 0 ? Self.dated : Self.dated.shuffled(using: &random)
            let context = ImportContext(now: there.test.clock.now, timeZone: zone)
            let take = {
                try await there.test.store.importItems {
                    format.makeReader(
                        ByteSource(lines.joined(separator: "\n").utf8), context: context)
                }
            }
            #expect(try await take().added == lines.count)
            #expect(try await there.exported(as: "todotxt", in: zone) == lines, "seed \(seed)")
            let open = lines.filter { !$0.hasPrefix("x ") }
            let shown = try await there.shown(.all.open).compactMap { todo in
                open.first { $0.contains(todo.title.split(separator: " rec:")[0]) }
            }
            #expect(shown == open, "seed \(seed)")
            #expect(try await take().unchanged == lines.count)
            #expect(try there.test.stack.inconsistency() == nil)
        }
    }

    /// The files that the tests of the formats read.
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../TodoFormatsTests/Fixtures").standardized
    private static let files =
        (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path))?.sorted() ?? ["no file"]

    @Test("a file that a person has ordered is exported in its order, whatever program wrote it", arguments: files)
    func fixture(name: String) async throws {
        let bytes = try Data(contentsOf: Self.fixtures.appending(path: name))
        var source = ByteSource(bytes)
        let format = try #require(try TodoFormats.guess(fileName: name, source: &source))
        let context = ImportContext(now: test.clock.now, timeZone: zone)
        var (reader, titles) = (format.makeReader(source, context: context), [String]())
        var isOrdered = true
        while let item = try reader.next() {
            guard let todo = item.todo else { continue }
            isOrdered = isOrdered && reader.isOrdered
            titles.append(todo.title)
        }
        #expect(isOrdered == !["taskwarrior", "ics"].contains(format.name))
        guard isOrdered else { return }
        _ = try await test.store.importItems { format.makeReader(ByteSource(bytes), context: context) }
        let lines = try await exported(as: "ndjson").map { try JSONValue(parsing: $0) }
        #expect(lines.filter { $0["kind"] == "todo" }.compactMap { $0["title"]?.string } == titles)
        #expect(try test.stack.inconsistency() == nil)
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
