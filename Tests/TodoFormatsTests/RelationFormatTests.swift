import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// Parents and comments, in the formats that have them.
@Suite("Parents and comments in files")
struct RelationFormatTests {
    private func calendar(_ uid: String, _ lines: [String]) throws -> Todo {
        let head = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:\(uid)", "SUMMARY:a"]
        let file = head + lines + ["END:VTODO", "END:VCALENDAR"]
        return try #require(try todos(of: file.joined(separator: "\r\n"), as: ICalendarFormat()).first)
    }

    private func related(_ todo: Todo) -> [String] {
        String(decoding: export([todo], as: ICalendarFormat()), as: UTF8.self).split(whereSeparator: \.isNewline)
            .map(String.init).filter { $0.hasPrefix("RELATED-TO") }
    }

    @Test(
        "iCalendar's RELATED-TO names the parent; the line stays as it is as long as the parent does",
        arguments: [
            "RELATED-TO:p1", "RELATED-TO;RELTYPE=PARENT:p1", "RELATED-TO;X-A=b:p1", "RELATED-TO;RELTYPE=parent:p1",
        ])
    func parent(line: String) throws {
        var todo = try calendar("a", [line])
        #expect(todo.parent?.rawValue == "p1")
        #expect(related(todo) == [line])
        todo.parent = .init(stored: "p2")
        #expect(related(todo) == ["RELATED-TO;RELTYPE=PARENT:p2"])
        todo.parent = nil
        #expect(related(todo).isEmpty)
    }

    @Test("another program's UID is that of the same to-do, the first of two parents counts, and nothing is its own")
    func parents() throws {
        let parent = try calendar("x@example.org", [])
        let child = try calendar("a", ["RELATED-TO:x@example.org"])
        #expect(child.parent == parent.id && related(child) == ["RELATED-TO:x@example.org"])
        let two = ["RELATED-TO:p1", "RELATED-TO;RELTYPE=PARENT:p2"]
        var todo = try calendar("a", two)
        #expect(todo.parent?.rawValue == "p1" && related(todo) == two)
        todo.parent = .init(stored: "p3")
        #expect(related(todo) == ["RELATED-TO;RELTYPE=PARENT:p3"])
        let own = try calendar("a", ["RELATED-TO:a"])
        #expect(own.parent == nil && related(own) == ["RELATED-TO:a"])
    }

    @Test("RELTYPE=CHILD names a to-do below it, which has the line of its parent in an export")
    func children() throws {
        let children = ["CHILD:c1", "child:x@example.org", "CHILD:a"]
        let lines = children.map { "RELATED-TO;RELTYPE=" + $0 }
        let head = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:a"]
        let file = (head + lines + ["END:VTODO", "END:VCALENDAR"]).joined(separator: "\r\n")
        let read = try items(of: file.utf8, as: ICalendarFormat())
        let other = try calendar("x@example.org", [])
        let id = try #require(read.todos.first).id
        #expect(
            read.dropFirst() == [
                .subtask(.init(stored: "c1"), of: id, position: "line 2"),
                .subtask(other.id, of: id, position: "line 2"),
            ])
        #expect(try related(#require(read.todos.first)) == [lines[2]], "it is not below itself")
        // A client of CalDAV gets back what it has sent of one to-do.
        let sent = try CalDAVObject(Array(file.utf8), timeZone: utc, now: context.now).todo
        #expect(related(sent) == lines)
    }

    @Test("a hundred percent mean that a to-do without a status is done")
    func percentage() throws {
        #expect(try calendar("a", ["PERCENT-COMPLETE:100"]).isDone)
        #expect(try !calendar("a", ["PERCENT-COMPLETE:99"]).isDone)
        #expect(try !calendar("a", ["PERCENT-COMPLETE:100", "STATUS:NEEDS-ACTION"]).isDone)
    }

    @Test("a comment as old as its to-do keeps its time in iCalendar, which only has the seconds of that")
    func commentOfTheSameMoment() throws {
        let made = context.now.addingTimeInterval(0.25)
        var todo = Todo(id: .init(stored: "a"), title: "a", createdAt: made)
        todo.comments = [Todo.Comment(id: .init(stored: "c"), on: todo.id, text: "one", createdAt: made)]
        let again = try #require(
            try items(of: export([todo], as: ICalendarFormat()), as: ICalendarFormat()).todos.first)
        #expect(again.comments.map(\.createdAt) == [made])
    }

    @Test("comments come back from CSV with their ids and times; another program's text stays as it is")
    func csv() throws {
        let format = CSVFormat()
        var todo = Todo(id: .init(stored: "a"), title: "a", createdAt: context.now)
        todo.comments = [
            Todo.Comment(id: .init(stored: "c1"), on: todo.id, text: "one,\n\"two\"", createdAt: context.now),
            Todo.Comment(
                id: .init(stored: "c2"), on: todo.id, text: "three", createdAt: context.now,
                updatedAt: context.now.addingTimeInterval(60)),
        ]
        let again = try #require(try todos(of: text(export([todo], as: format)), as: format).first)
        #expect(again.comments.map(\.text) == todo.comments.map(\.text))
        #expect(again.comments.map(\.id) == todo.comments.map(\.id))
        #expect(again.comments.map(\.createdAt) == todo.comments.map(\.createdAt))
        #expect(again.comments.map(\.updatedAt) == todo.comments.map(\.updatedAt))
        for cell in ["call first", "[]", "7", "[{}]"] {
            let other = try #require(try todos(of: "title,comments\nb,\(cell)", as: format).first)
            #expect(other.comments.isEmpty && other.extras["csv.comments"] == .string(cell))
            let written = try todos(of: text(export([other], as: format)), as: format)
            #expect(written.first?.extras == other.extras)
        }
    }
}
