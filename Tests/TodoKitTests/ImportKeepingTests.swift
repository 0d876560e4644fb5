import Basics
import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

@Suite("What a file cannot say of known to-dos")
struct ImportKeepingTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    init() throws { test = try TestStore(.serial) }

    // MARK: Files

    private func exported(as name: String) async throws -> String {
        let written = Written()
        let format = try #require(TodoFormats.writable(named: name))
        try await store.export(as: format, timeZone: .gmt) { written.add($0) }
        return String(decoding: written.bytes, as: UTF8.self)
    }

    @discardableResult
    private func take(_ text: String, as name: String) async throws -> ImportReport {
        let format = try #require(TodoFormats.writable(named: name))
        let now = test.clock.now
        return try await store.importItems(backingUp: false) {
            format.makeReader(
                ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt, fileModifiedAt: now))
        }
    }

    private func todos() async throws -> [Todo] { try await store.todos.fetch(.all, source: .local).items }

    private func named(_ title: String) async throws -> Todo {
        try #require(try await todos().first { $0.title == title })
    }

    private func record(_ id: Todo.ID) async throws -> Record {
        let row = try await test.stack.read { try $0.record(TodoEntity.self, id: id.rawValue) }
        return try #require(row).asRecord
    }

    /// Lines of iCalendar that are not folded, each to-do edited now.
    private func calendar(_ edit: (String) -> String?) async throws -> String {
        let text = try await exported(as: "ics").replacing("\r\n ", with: "")
        test.clock.advance(by: 60)
        let stamp = "LAST-MODIFIED:\(test.clock.now.iso8601Basic)"
        return text.components(separatedBy: "\r\n")
            .compactMap { $0.hasPrefix("LAST-MODIFIED:") ? stamp : edit($0) }.joined(separator: "\r\n")
    }

    // MARK: To-dos

    /// To-dos with something that no other program has, and times between seconds.
    private func fill() async throws {
        test.clock.advance(by: 0.25)
        let pack = try await store.add("Pack")
        let due = Due.instant(Date(milliseconds: 1_796_058_000_000), zone: "Europe/Zurich")
        let report = try await store.add(
            "Write report", notes: "Two\nlines", tags: ["home office"], due: due,
            place: .point(Coordinate(latitude: 47.37, longitude: 8.54)), placement: .path("Work/Version 1.2"),
            dependsOn: [pack.id])
        let shoes = try await store.add("Shoes", placement: .below(pack.id))
        let call = try await store.add("Call", notes: "Twice", placement: .path("Work"))
        try await store.start([report.id, call.id])
        try await store.move([report.id], to: .first())
        try await store.move([pack.id], to: .first())
        try await store.complete([call.id])
        test.clock.advance(by: 1.5)
        try await store.edit([report.id, shoes.id, call.id], TodoChanges(priority: .set(.high)))
    }

    // MARK: Tests

    @Test(
        "an export that comes in again changes nothing",
        arguments: ["json", "ndjson", "ics", "taskwarrior", "csv", "todotxt"])
    func ownExport(name: String) async throws {
        try await fill()
        let before = try await todos()
        let lists = try await store.lists.fetch(.all, source: .local).items
        let text = try await exported(as: name)
        test.clock.advance(by: 60)
        let report = try await take(text, as: name)
        #expect(report.added == 0 && report.updated == 0, "\(report)")
        #expect(try await todos() == before)
        // An open line of todo.txt has no time. Its words become lists before it is known to be old.
        if name != "todotxt" { #expect(try await store.lists.fetch(.all, source: .local).items == lists) }
    }

    @Test("a title that changes in a calendar changes nothing else, and no other stamp")
    func calendarTitle() async throws {
        try await fill()
        let before = try await named("Write report")
        let known = try await record(before.id)
        let text = try await calendar { $0 == "SUMMARY:Write report" ? "SUMMARY:Write it" : $0 }
        #expect(try await take(text, as: "ics").updated == 1)
        var after = try await named("Write it")
        after.title = before.title
        after.updatedAt = before.updatedAt
        #expect(after == before)
        let merged = try await record(before.id)
        for register in TodoRegister.allCases where register != .title {
            let name = register.rawValue
            #expect(merged.stamp(of: name) == known.stamp(of: name), "\(name)")
        }
        #expect(merged.elements == known.elements)
    }

    @Test("a program that drops our own properties takes nothing away, and a date that it removes is gone")
    func calendarDate() async throws {
        try await fill()
        let before = try await named("Write report")
        let text = try await calendar { $0.hasPrefix("DUE") || $0.hasPrefix("X-TODO-") ? nil : $0 }
        #expect(try await take(text, as: "ics").updated == 1)
        let after = try await named("Write report")
        #expect(after.due == nil && after.list == before.list && after.startedAt == before.startedAt)
        #expect(after.position == before.position && after.location == before.location)
        #expect(try await named("Shoes").parent == named("Pack").id)
    }

    @Test("what was deleted here comes back into its list when a calendar edits it later")
    func revival() async throws {
        try await fill()
        let before = try await named("Write report")
        let text = try await calendar { $0.replacing("SUMMARY:Write report", with: "SUMMARY:Send report") }
        try await store.delete([before.id])
        test.clock.advance(by: 60)
        let later = text.replacing(
            test.clock.now.addingTimeInterval(-60).iso8601Basic, with: test.clock.now.iso8601Basic)
        try await take(later, as: "ics")
        #expect(try await named("Send report").list?.path == before.list?.path)
    }

    private func task(_ more: String, at time: String) -> String {
        #"{"uuid":"b8f4d4d5-2b3c-4f5e-8a52-0c6b6f7f3a11","status":"pending","description":"Write","#
            + #""entry":"20261120T164148Z","modified":"\#(time)"\#(more)}"#
    }

    @Test("a task that changes in Taskwarrior keeps what was added here, and a list that changes there is taken")
    func taskwarrior() async throws {
        try await take(task(#","due":"20261130T000000Z","project":"Home""#, at: "20261120T164148Z"), as: "taskwarrior")
        let pack = try await store.add("Pack")
        let made = try await named("Write")
        let place = PlaceReference.point(try Coordinate(latitude: 47.37, longitude: 8.54))
        try await store.edit([made.id], TodoChanges(notes: "Here", place: .set(place), placement: .below(pack.id)))
        try await store.addComment("Nobody", to: made.id)
        test.clock.advance(by: 7200)
        let file = task(#","priority":"H""#, at: "20261121T130000Z")
        #expect(try await take(file, as: "taskwarrior").updated == 1)
        let todo = try await named("Write")
        #expect(todo.priority == .high && todo.due == nil && todo.notes == "Here" && todo.location != nil)
        #expect(todo.parent == pack.id && todo.comments.map(\.text) == ["Nobody"])
        #expect(try await take(file, as: "taskwarrior").unchanged == 1)

        try await store.edit([made.id], TodoChanges(placement: .path("Home")))
        test.clock.advance(by: 7200)
        try await take(task(#","priority":"H","project":"Work""#, at: "20261121T150000Z"), as: "taskwarrior")
        let write = try await named("Write")
        #expect(write.list?.path == "Work" && write.notes == "Here")
    }

    @Test("a line that is ticked off keeps what was added here, and the time of its date")
    func todoTxt() async throws {
        let line = "2026-11-20 Call Mom @phone +Family due:2026-11-30"
        try await take("(A) \(line)\n", as: "todotxt")
        let pack = try await store.add("Pack")
        let made = try await named("Call Mom")
        let due = Due.instant(try #require(Date(rfc3339: "2026-11-30T17:00:00Z")), zone: "Europe/Zurich")
        let place = PlaceReference.point(try Coordinate(latitude: 47.37, longitude: 8.54))
        try await store.edit(
            [made.id],
            TodoChanges(notes: "Here", due: .set(due), place: .set(place), placement: .below(pack.id)))
        try await store.start([made.id])
        test.clock.advance(by: 86_400)
        let file = "x 2026-11-22 \(line)\n"
        #expect(try await take(file, as: "todotxt").updated == 1)
        let todo = try await named("Call Mom")
        #expect(todo.isDone && todo.notes == "Here" && todo.due == due && todo.priority == .high)
        #expect(todo.location != nil && todo.startedAt != nil && todo.parent == pack.id)
        #expect(try await take(file, as: "todotxt").unchanged == 1)
    }

    @Test("what has no column stays, and what has an empty cell goes")
    func columns() async throws {
        try await fill()
        let before = try await named("Write report")
        test.clock.advance(by: 60)
        let time = test.clock.now.rfc3339
        let file = "id,title,due,updated at\n\(before.id),Write it,,\(time)\n"
        #expect(try await take(file, as: "csv").updated == 1)
        let after = try await named("Write it")
        #expect(after.due == nil && after.notes == before.notes && after.list == before.list)
        #expect(after.tags == before.tags && after.location == before.location && after.priority == .high)
        #expect(after.startedAt == before.startedAt && after.dependsOn == before.dependsOn)
        #expect(after.position == before.position)
    }

    @Test("a row cannot say how it repeats: done in the file, it settles the occurrence of its date")
    func series() async throws {
        let first = try #require(Day("2026-12-01"))
        let made = try await store.add(
            "Rent",
            recurrence: Recurrence(
                rule: "FREQ=MONTHLY", mode: .every, zone: "UTC", base: first, key: first, due: .day(first)))
        test.clock.now = try #require(Date(rfc3339: "2026-12-01T13:00:00Z"))
        let time = "2026-12-01T12:00:00Z"
        let file = "id,title,due,completed at,updated at\n\(made.id),Rent,2026-12-01,\(time),\(time)\n"
        try await take(file, as: "csv")
        let all = try await todos()
        let series = try #require(all.first { $0.id == made.id })
        #expect(series.isRepeating && !series.isDone && series.due?.day == Day("2027-01-01"))
        #expect(all.filter(\.isDone).map(\.series) == [made.id])
        #expect(try await take(file, as: "csv").unchanged == 1)
        #expect(try await todos() == all)
    }

    @Test("a row of Things keeps a priority and the time of a date, which Things does not have")
    func things() async throws {
        let head = "uuid,type,title,status,area_title,start,deadline,stop_date,created,modified\n"
        func row(_ title: String, _ modified: String) -> String {
            "\(head)Todo1234567890abcdefgh,to-do,\(title),incomplete,Home,Anytime,2026-11-30,,"
                + "2026-11-10 10:00:00,\(modified)\n"
        }
        try await take(row("Salad", "2026-11-12 10:00:00"), as: "csv")
        let made = try await named("Salad")
        let due = Due.instant(try #require(Date(rfc3339: "2026-11-30T17:00:00Z")), zone: "Europe/Zurich")
        try await store.edit([made.id], TodoChanges(due: .set(due), priority: .set(.low)))
        test.clock.advance(by: 7200)
        #expect(try await take(row("Soup", "2026-11-21 13:00:00"), as: "csv").updated == 1)
        let todo = try await named("Soup")
        #expect(todo.due == due && todo.priority == .low && todo.list?.path == "Home")
    }
}
