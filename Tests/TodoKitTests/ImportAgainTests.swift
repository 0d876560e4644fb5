import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("What comes again in a file")
struct ImportAgainTests {
    private let test: TestStore

    init() throws { test = try TestStore(.serial) }

    @discardableResult
    private func take(_ text: String, as name: String, reviving: Bool = false) async throws -> ImportReport {
        let (format, now) = (try #require(TodoFormats.writable(named: name)), test.clock.now)
        let report = try await test.store.importItems(reviving: reviving) {
            format.makeReader(ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt))
        }
        #expect(try test.stack.inconsistency() == nil)
        return report
    }

    private func todos() async throws -> [Todo] { try await test.store.todos.fetch(.all, source: .local).items }

    @Test(
        "two files with the same numbers are different to-dos, with times and without",
        arguments: ["", "2026-03-05T00:00:00Z"])
    func numbers(time: String) async throws {
        try await take("id,title\n1,Work report\n", as: "csv")
        #expect(try await take("id,title,updated\n1,Buy milk,\(time)\n", as: "csv").added == 1)
        #expect(try await Set(todos().map(\.title)) == ["Work report", "Buy milk"])
        #expect(try await take("id,title\n1,Work report\n", as: "csv").unchanged == 1)
    }

    @Test(
        "what was deleted here since is counted and stays deleted, and comes back where that is wanted",
        arguments: [
            ("ndjson", #"{"kind":"todo","id":"a","title":"Call","updatedAt":"2026-11-01T00:00:00Z"}"#),
            ("ndjson", #"{"title":"Call"}"#), ("csv", "title,list\nCall,Work\n"), ("todotxt", "Call +Work\n"),
        ])
    func deleted(name: String, text: String) async throws {
        #expect(try await take(text, as: name).added == 1)
        let before = try await todos()
        _ = try await test.store.delete(before.map(\.id))
        test.clock.advance(by: 60)
        let report = try await take(text, as: name)
        #expect(report.deletedHere == 1 && report.unchanged == 0 && report.added + report.updated == 0)
        #expect(try await todos().isEmpty)
        let revived = try await take(text, as: name, reviving: true)
        #expect(revived.updated == 1 && revived.deletedHere == 0)
        let after = try await todos()
        #expect(after.map(\.id) == before.map(\.id) && after.map(\.title) == ["Call"])
        #expect(after.map { $0.list?.path } == before.map { $0.list?.path })
        _ = try await test.store.undo()
        #expect(try await todos().isEmpty)
    }

    @Test(
        "a template without dates: what was done here since is counted and stays done, and is open again where that is wanted",
        arguments: [
            ("todotxt", "Passport @trip\nTickets\n"), ("csv", "title,list\nPassport,Trip\nTickets,Trip\n"),
            ("markdown", "- [ ] Passport\n  - [ ] Tickets\n"), ("json", #"[{"title":"Passport"},{"title":"Tickets"}]"#),
        ])
    func template(name: String, text: String) async throws {
        #expect(try await take(text, as: name).added == 2)
        let before = try await todos()
        _ = try await test.store.complete(before.map(\.id))
        test.clock.advance(by: 60)
        let report = try await take(text, as: name)
        #expect(report.doneHere == 2 && report.unchanged == 0 && report.added + report.updated == 0)
        #expect(try await todos().map(\.isDone) == [true, true])
        let revived = try await take(text, as: name, reviving: true)
        #expect(revived.updated == 2 && revived.doneHere == 0)
        let after = try await todos()
        #expect(after.map(\.isDone) == [false, false] && Set(after.map(\.id)) == Set(before.map(\.id)))
        #expect(try await take(text, as: name).unchanged == 2)
        _ = try await test.store.undo()
        #expect(try await todos().map(\.isDone) == [true, true])
    }

    @Test("a file that says when a to-do was edited opens nothing that was done here later, --revive or not")
    func datedTemplate() async throws {
        let text = #"{"kind":"todo","id":"a","title":"Call","updatedAt":"2026-11-01T00:00:00Z"}"#
        try await take(text, as: "ndjson")
        _ = try await test.store.complete(todos().map(\.id))
        test.clock.advance(by: 60)
        #expect(try await take(text, as: "ndjson", reviving: true).unchanged == 1)
        #expect(try await todos().map(\.isDone) == [true])
    }

    @Test("done wins over open in lines that never said when they were edited, unless it was opened again here")
    func doneWins() async throws {
        try await take("Call Bob\n", as: "todotxt")
        let done = "x 2026-02-25 Call Bob\n"
        #expect(try await take(done, as: "todotxt").updated == 1)
        #expect(try await todos().map(\.isDone) == [true])
        #expect(try await take("Call Bob\n", as: "todotxt").doneHere == 1)
        #expect(try await todos().map(\.isDone) == [true])
        #expect(try await take(done, as: "todotxt").unchanged == 1)
        test.clock.advance(by: 60)
        _ = try await test.store.reopen(todos().map(\.id))
        #expect(try await take(done, as: "todotxt").unchanged == 1)
        #expect(try await todos().map(\.isDone) == [false])
    }
}
