import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite struct TodoJSONTests {
    private let id = Todo.ID("a00093ae-c1cf-4b76-855b-dc4933cc2880")

    private func json(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return writer.text
    }

    @Test("a to-do with nothing but a title has every field, null where it is empty")
    func bareTodo() throws {
        let todo = Todo(id: try #require(id), title: "Buy milk", createdAt: context.now)
        #expect(
            json { TodoJSON.write(todo, to: &$0) } == """
                {"id":"a00093ae-c1cf-4b76-855b-dc4933cc2880","title":"Buy milk","notes":"",\
                "createdAt":"2026-11-20T12:00:00.000Z","updatedAt":"2026-11-20T12:00:00.000Z","completedAt":null,\
                "due":null,"priority":null,"start":null,"startedAt":null,"estimate":null,"assignee":null,"tags":[],"location":null,"list":null,"parent":null,"position":null,"subtasks":{"open":0,"done":0},"dependsOn":[],"blocked":false,"by":null,"space":null,"recurrence":null,"series":null,"occurrence":null,"skipped":false,"reminders":[],"comments":[],"extras":null}
                """)
    }

    @Test("a full to-do has the form that scripts rely on")
    func fullTodo() throws {
        let tag = Tag(id: try #require(Tag.ID("t1")), title: "home", color: "red", createdAt: context.now)
        let location = Location(
            id: try #require(Location.ID("l1")), coordinate: try Coordinate(latitude: 47.5, longitude: 8),
            placeName: "Migros", createdAt: context.now)
        var todo = Todo(
            id: try #require(id), title: "Buy \"milk\"", notes: "two\nlines", createdAt: context.now,
            completedAt: context.now, due: try .day(2026, 11, 21), priority: .high, tags: [tag], location: location,
            extras: ["csv.b": 1, "a": ["x", .null]])
        #expect(
            json { TodoJSON.write(todo, to: &$0) }.hasSuffix(
                """
                "title":"Buy \\"milk\\"","notes":"two\\nlines","createdAt":"2026-11-20T12:00:00.000Z",\
                "updatedAt":"2026-11-20T12:00:00.000Z","completedAt":"2026-11-20T12:00:00.000Z",\
                "due":{"day":"2026-11-21"},"priority":"high","start":null,"startedAt":null,"estimate":null,"assignee":null,"tags":[{"id":"t1","title":"home"}],\
                "location":{"id":"l1","latitude":47.5,"longitude":8.0,"altitude":null,"placeName":"Migros"},\
                "list":null,"parent":null,"position":null,"subtasks":{"open":0,"done":0},"dependsOn":[],"blocked":false,"by":null,"space":null,"recurrence":null,"series":null,"occurrence":null,"skipped":false,"reminders":[],"comments":[],"extras":{"a":["x",null],"csv.b":1}}
                """))
        todo.due = .instant(try date("2026-11-21T18:00:00+01:00"), zone: "Europe/Zurich")
        #expect(
            json { TodoJSON.write(todo, to: &$0) }
                .contains(#""due":{"at":"2026-11-21T17:00:00.000Z","zone":"Europe/Zurich"},"#))
        #expect(
            json { TodoJSON.write(tag, to: &$0) } == """
                {"id":"t1","title":"home","color":"red","createdAt":"2026-11-20T12:00:00.000Z",\
                "updatedAt":"2026-11-20T12:00:00.000Z"}
                """)
        #expect(
            json { TodoJSON.write(location, to: &$0) } == """
                {"id":"l1","latitude":47.5,"longitude":8.0,"altitude":null,"placeName":"Migros",\
                "createdAt":"2026-11-20T12:00:00.000Z","updatedAt":"2026-11-20T12:00:00.000Z"}
                """)
    }

    @Test("a page always has its five fields")
    func page() {
        let page = Page<Todo>(items: [], page: 0, pageSize: 20, total: 123)
        #expect(
            json { TodoJSON.write(page, to: &$0) }
                == #"{"items":[],"page":0,"pageSize":20,"total":123,"nextCursor":null}"#)
        #expect(
            json { TodoJSON.write(Page<Tag>(items: []), to: &$0) { tag, writer in TodoJSON.write(tag, to: &writer) } }
                == #"{"items":[],"page":null,"pageSize":null,"total":null,"nextCursor":null}"#)
    }
}
