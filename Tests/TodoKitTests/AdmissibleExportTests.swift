import Foundation
import GRDB
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

/// What another program has sent, and nobody could write here, leaves in a form that every import takes.
@Suite("Exports of what is not admissible")
struct AdmissibleExportTests {
    private static let bad = [
        "two\nlines", "\u{1B}[2J", String(repeating: "é", count: 200_000), " \t ", "Work/Reports",
        "inbox", "a\u{2028}b",
    ]

    /// A store in which every text is the one given, past all checks.
    private func store(_ text: String) async throws -> TestStore {
        let fixture = try TestStore()
        let list = try await fixture.store.addList("list", color: "red")
        var todo = Todo.sample("t1", notes: "notes", tags: [.sample("g1", "tag", color: "red")])
        todo.location = try Location.sample("l1", "place")
        todo.list = list
        try await fixture.store.todos.create(todo)
        try await fixture.store.addComment("said", to: todo.id)
        try await fixture.stack.database.writeWithoutTransaction { connection in
            for (table, columns) in [
                ("todo", ["title", "notes"]), ("tag", ["title", "color"]), ("list", ["title", "color"]),
                ("location", ["placeName"]), ("comment", ["text"]),
            ] {
                for column in columns {
                    try connection.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [text])
                }
            }
        }
        return fixture
    }

    @Test("it is exported and imported into an empty store, with what was altered said", arguments: bad.indices)
    func roundTrip(index: Int) async throws {
        let fixture = try await store(Self.bad[index])
        for format in [JSONFormat() as any WritableTodoFormat, NDJSONFormat()] {
            let written = Written()
            let report = try await fixture.store.export(as: format) { written.add($0) }
            #expect(report.count == 1 && !report.alterations.isEmpty)
            #expect(report.alterations.allSatisfy { !$0.fields.isEmpty })
            let other = try TestStore().store
            let bytes = written.bytes
            _ = try await other.importItems(backingUp: false) {
                format.makeReader(ByteSource(bytes), context: ImportContext(now: ManualClock().now, timeZone: .gmt))
            }
            let found = try await other.todos.fetch(.all).items
            #expect(found.count == 1 && found[0].id.rawValue == "t1")
            _ = try found[0].validated()
            #expect(found[0].tags.count == 1 && found[0].location != nil && found[0].list != nil)
        }
    }

    @Test("a date, a time zone and other properties that no store takes are left out, and said")
    func values() throws {
        var todo = Todo.sample("t1", due: .instant(Date(timeIntervalSince1970: 1e15), zone: "Nowhere/There"))
        todo.start = .instant(ManualClock().now, zone: "x\u{0}")
        todo.extras = ["deep": (0..<120).reduce(JSONValue.null) { value, _ in [value] }, "fine": 1]
        let (fixed, altered) = todo.admissible
        #expect(fixed.due == nil && fixed.start == nil && fixed.extras == ["fine": 1])
        #expect(Set(altered) == ["due", "start", "extras"])
        _ = try fixed.validated()
        #expect(Todo.sample("t2").admissible.altered.isEmpty)
    }
}
