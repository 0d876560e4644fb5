import DavSimulation
import Foundation
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

@Suite("What clients of calendars send is merged")
struct MergeTests {
    private let day = Due.day(Day(daysSince1970: 20_800))

    @Test(
        "a property of more than 25,000 bytes that a client drops stays, and a shorter one is taken off",
        arguments: [false, true])
    func longProperty(_ isLong: Bool) async throws {
        let stage = try MergeStage()
        let line = "X-OTHER:" + String(repeating: "y", count: isLong ? 30_000 : 10)
        try await stage.put(SeenTodo(["UID:long-1", "SUMMARY:one", line]), isNew: true)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first)
        let seen = try await stage.read(todo.id)
        #expect(seen.line("X-OTHER") == line)
        stage.clock.advance(by: 60)
        try await stage.put(seen.without("X-OTHER").with("SUMMARY:two"), matching: seen.etag)
        let after = try await stage.read(todo.id)
        #expect(after.line("SUMMARY") == "SUMMARY:two" && after.line("X-OTHER") == (isLong ? line : nil))
    }

    @Test("an object is one VTODO, the same each time, and its alarms have no names of their own")
    func bytes() async throws {
        let stage = try MergeStage()
        let zone = TimeZone.zurich
        var todo = Todo(
            title: "Call, then write", notes: "a\nb", createdAt: stage.clock.now,
            due: .instant(Date(timeIntervalSince1970: 1_796_000_000), zone), priority: .high)
        todo.alarms = [Alarm(.moment(Date(timeIntervalSince1970: 1_795_900_000), zone: "UTC"))]
        let made = try await stage.store.todos.create(todo)
        let item = try #require(try await stage.item(made.id))
        let text = String(decoding: item.bytes, as: UTF8.self)
        #expect(text.components(separatedBy: "BEGIN:VTODO").count == 2)
        #expect(text.components(separatedBy: "\r\nUID:").count == 2)
        #expect(text.contains("\r\nX-TODO-REV:") && text.contains("BEGIN:VALARM\r\nACTION:DISPLAY"))
        #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"))
        #expect(item.bytes.count < 1800)
        stage.clock.advance(by: 3600)
        #expect(try await stage.item(made.id)?.bytes == item.bytes)
        #expect(item.etag == CalDAVEncoder.etag(of: item.bytes))
    }

    @Test("a stale state that was served is merged, and one that never was is refused")
    func stale() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one", notes: "old")
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        _ = try await stage.store.todos.update(.init(id: todo.id, notes: "new"))
        stage.clock.advance(by: 60)
        #expect(try await stage.put(seen.with("SUMMARY:two"), matching: seen.etag) == .updated)
        let now = try await stage.todo(todo.id)
        #expect(now.title == "two" && now.notes == "new")
        #expect(try await stage.conflicts().isEmpty)
        await #expect(throws: DavRefusal.self) {
            try await stage.put(seen.with("SUMMARY:three"), matching: "\"00000000000000000000000000000000\"")
        }
        try await stage.store.undo()
        #expect(try await stage.todo(todo.id).title == "one")
    }

    @Test("what is overwritten unseen is recorded")
    func conflict() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one")
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        _ = try await stage.store.todos.update(.init(id: todo.id, title: "theirs"))
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("SUMMARY:mine"), matching: seen.etag)
        #expect(try await stage.todo(todo.id).title == "mine")
        let conflicts = try await stage.conflicts()
        #expect(conflicts.map(\.conflict.lost) == ["theirs"] && conflicts.map(\.conflict.register) == ["title"])
    }

    @Test("a PUT that changes nothing writes nothing, however it is spelt")
    func unchanged() async throws {
        let stage = try MergeStage()
        let due = Due.instant(Date(timeIntervalSince1970: 1_796_000_000), .zurich)
        let todo = try await stage.store.add("one", notes: "a\nb", tags: ["x", "y"], due: due, priority: .high)
        let seen = try await stage.read(todo.id)
        let steps = try await stage.steps()
        let digits = seen.line("DUE").map { String($0.suffix(15)) } ?? ""
        for changed in [
            seen, seen.with("PRIORITY:3"), seen.with("DUE:20261130T005320Z"), seen.with("DUE:\(digits)"),
            seen.with("CATEGORIES:y\\,x"), seen.with("PERCENT-COMPLETE:0"), seen.without("STATUS"),
            seen.with("DTSTAMP:20300101T000000Z", "SEQUENCE:4", "X-MOZ-GENERATION:2"),
            seen.with("SUMMARY:one "), seen.with("DTSTART:20261130T005320Z"),
        ] {
            #expect(try await stage.put(changed, matching: seen.etag) == .unchanged, "\(changed.lines)")
            _ = try await stage.read(todo.id)
            stage.clock.advance(by: 60)
        }
        #expect(try await stage.steps() == steps)
        #expect(try await stage.read(todo.id).etag == seen.etag)
    }

    @Test("a client that reads anew and writes its old values has not changed them")
    func echo() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one", notes: "old")
        let seen = try await stage.read(todo.id, by: MergeStage.home)
        stage.clock.advance(by: 600)
        _ = try await stage.store.todos.update(.init(id: todo.id, notes: "new"))
        stage.clock.advance(by: 600)
        _ = try await stage.read(todo.id, by: MergeStage.home)
        let body = seen.with("SUMMARY:two").only("SUMMARY", "DESCRIPTION", "STATUS")
        stage.clock.advance(by: 1)
        try await stage.put(body, by: MergeStage.home)
        let now = try await stage.todo(todo.id)
        #expect(now.title == "two" && now.notes == "new")
    }

    @Test("what a client has never sent stays where it is missing")
    func support() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one", tags: ["x", "y"])
        let seen = try await stage.read(todo.id)
        try await stage.put(seen.with("SUMMARY:two").only("SUMMARY"))
        #expect(try await stage.todo(todo.id).tags.count == 2)
        let next = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(next.with("CATEGORIES:x").only("SUMMARY", "CATEGORIES"))
        #expect(try await stage.todo(todo.id).tags.map(\.title) == ["x"])
        let last = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(last.only("SUMMARY"))
        #expect(try await stage.todo(todo.id).tags.isEmpty)
    }

    @Test("a client that drops tags and keeps our line takes none off, until it has sent some itself")
    func droppedTags() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one", tags: ["x", "y"])
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("SUMMARY:two").without("CATEGORIES"), matching: seen.etag)
        #expect(try await stage.todo(todo.id).tags.count == 2)
        let next = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(next.with("CATEGORIES:y"), matching: next.etag)
        let last = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(last.without("CATEGORIES"), matching: last.etag)
        #expect(try await stage.todo(todo.id).tags.isEmpty)
    }

    @Test("what a client sends again without having read is compared with what it sent")
    func lastPut() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one")
        let seen = try await stage.read(todo.id, by: MergeStage.home)
        stage.clock.advance(by: 60)
        let body = seen.with("SUMMARY:mine").without("X-TODO-REV")
        try await stage.put(body, by: MergeStage.home)
        stage.clock.advance(by: 60)
        _ = try await stage.store.todos.update(.init(id: todo.id, title: "theirs"))
        try await stage.put(body, by: MergeStage.home)
        #expect(try await stage.todo(todo.id).title == "theirs")
    }

    @Test("other properties are kept by their names, and the parent and the tags of a new to-do too")
    func created() async throws {
        let stage = try MergeStage()
        let parent = try await stage.store.add("above")
        let body = SeenTodo([
            "UID:abc-1", "DTSTAMP:20261121T120000Z", "SUMMARY:new", "CATEGORIES:x,y", "X-OTHER:1",
            "RELATED-TO:\(parent.id)", "STATUS:IN-PROCESS", "COMMENT:well",
        ])
        #expect(try await stage.put(body, isNew: true) == .created)
        let todo = try await stage.todo(CalDAVEncoder.id(uid: "abc-1"))
        #expect(todo.tags.map(\.title) == ["x", "y"] && todo.parent == parent.id && todo.isStarted)
        #expect(todo.comments.map(\.text) == ["well"])
        let seen = try await stage.read(todo.id)
        #expect(seen.line("UID") == "UID:abc-1" && seen.line("X-OTHER") == "X-OTHER:1")
        #expect(seen.line("RELATED-TO") == "RELATED-TO:\(parent.id)" && seen.line("STATUS") == "STATUS:IN-PROCESS")
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("X-OTHER:2").without("RELATED-TO"), matching: seen.etag)
        let after = try await stage.read(todo.id)
        #expect(after.line("X-OTHER") == "X-OTHER:2" && after.line("RELATED-TO") == nil)
        await #expect(throws: DavRefusal.self) { try await stage.put(body, isNew: true) }
    }

    @Test("a client that moves a tree deletes it and puts it back, and loses nothing")
    func structure() async throws {
        let stage = try MergeStage()
        let list = try await stage.store.addList("Work")
        let above = try await stage.store.add("above")
        let below = try await stage.store.add(TodoChanges(title: "below", placement: .below(above.id)))
        let (first, second) = (try await stage.read(above.id), try await stage.read(below.id))
        stage.clock.advance(by: 60)
        #expect(try await stage.put(second, in: .list(list.id), isNew: true) == .moved)
        #expect(try await stage.put(first, in: .list(list.id), isNew: true) == .moved)
        #expect(try await stage.todo(below.id).parent == above.id)
        #expect(try await stage.todo(below.id).list?.id == list.id)
        try await stage.merge.delete(above.id, client: MergeStage.phone, claim: DavClaim())
        #expect(try await stage.todo(below.id).title == "below")
        #expect(try await stage.put(first, matching: first.etag, in: .list(list.id)) == .created)
        #expect(try await stage.todo(below.id).parent == above.id)
    }

    @Test(
        "what is no to-do is refused by its precondition",
        arguments: [
            ("", DavRefusal.Kind.supportedCalendarData),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", .supportedCalendarComponent),
            (
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
                .supportedCalendarComponent
            ),
            (
                "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:x\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
                .validCalendarObjectResource
            ),
            (
                "BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nBEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
                .validCalendarObjectResource
            ),
        ])
    func refused(_ text: String, _ kind: DavRefusal.Kind) async throws {
        let stage = try MergeStage()
        do {
            _ = try await stage.merge.put(
                Array(text.utf8), to: DavPlace(.inbox), client: MergeStage.phone, claim: DavClaim())
            Issue.record("It was taken.")
        } catch let refusal as DavRefusal {
            #expect(refusal.kind == kind)
        }
        #expect(try await stage.steps() == 0)
    }
}
