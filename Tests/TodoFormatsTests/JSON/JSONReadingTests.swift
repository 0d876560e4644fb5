import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite struct JSONReadingTests {
    private let json = JSONFormat()
    private let ndjson = NDJSONFormat()

    @Test(
        "an array, a single to-do and a page are read as well as the document",
        arguments: [
            #"[{"title":"a"},{"title":"b"}]"#, #" { "items" : [{"title":"a"},{"title":"b"}],"page":0} "#,
            #"{"total":2,"nextCursor":null,"items":[{"title":"a"},{"title":"b"}],"later":{"x":[1]}}"#,
            "\u{FEFF}{\"format\":\"todo\",\"todos\":[{\"title\":\"a\"},{\"title\":\"b\"}],\"version\":1}",
        ])
    func forms(text: String) throws {
        #expect(try todos(of: text, as: json).map(\.title) == ["a", "b"])
        #expect(try todos(of: #"{"tags":[{"title":"home"}],"title":"a"}"#, as: json).first?.tags.first?.title == "home")
    }

    @Test("only the title is needed; the id follows from the content and stays the same, also among equal records")
    func defaults() throws {
        let text = #"[{"title":"a"},{"title":"a"},{"title":"b","completedAt":"2026-11-19T08:00:00Z"}]"#
        let (first, second) = (try todos(of: text, as: json), try todos(of: text, as: json))
        #expect(first == second)
        #expect(Set(first.map(\.id)).count == 3)
        #expect(first[0].createdAt == context.now)
        #expect(first[2].createdAt == first[2].completedAt)
        let open = try todos(of: #"[{"title":"b"}]"#, as: json)
        #expect(open[0].id == first[2].id)
        #expect(try items(of: #"{"title":"a"}"#.utf8, as: ndjson) == [.todo(first[0], modifiedAt: nil)])
    }

    @Test("an id that is none of ours gives the same id each time and is kept")
    func foreignID() throws {
        let todo = try #require(try todos(of: #"{"title":"a","id":"a@b"}"#, as: json).first)
        #expect(todo.extras["json.id"] == "a@b")
        #expect(try todos(of: #"{"title":"a","id":"a@b"}"#, as: json).first?.id == todo.id)
        #expect(try todos(of: #"{"title":"z","id":"a@b"}"#, as: json).first?.id != todo.id)
    }

    @Test("tags and locations without an id get one by their names and positions, and the times of the to-do")
    func relations() throws {
        let text = """
            {"title":"a","createdAt":"2026-01-01T00:00:00Z","tags":[{"title":"Home"}],
            "location":{"latitude":47,"longitude":8.5}}
            """
        let todo = try #require(try todos(of: text, as: json).first)
        #expect(todo.tags.map(\.id) == [TagName.id(for: "home")])
        #expect(todo.tags.first?.createdAt == todo.createdAt)
        #expect(todo.location?.coordinate == (try Coordinate(latitude: 47, longitude: 8.5)))
        #expect(try todos(of: text, as: json).first?.location?.id == todo.location?.id)
    }

    @Test(
        "a record that is not right is refused with its position and what is wrong",
        arguments: [
            (#"{"title":1}"#, #"To-do 1: the field "title" must be a text or null."#),
            (#"{}"#, #"To-do 1: the field "title" is missing."#),
            (#"[{"title":"a"},{"title":" "}]"#, "To-do 2: A to-do needs a title."),
            (#"[1]"#, "To-do 1: a to-do must be an object."),
            (#"[{"title":"a","due":7}]"#, #"To-do 1: the field "due" must be an object or null."#),
            (
                #"[{"title":"a","due":"soon"}]"#,
                #"To-do 1: the field "due" must be null, {"day"}, {"at","zone"} or a text such as "2026-11-21"."#
            ),
            (#"[{"title":"a","tags":[1]}]"#, #"To-do 1: the field "tags" must be an array of objects or titles."#),
            (#"[{"title":"a","tags":[" "]}]"#, "To-do 1: A tag needs a title."),
            (
                #"{"format":"todo","tags":[{"title":"t","color":1}]}"#,
                #"Tag 1: the field "color" must be a text or null."#
            ),
            (
                #"{"format":"todo","locations":[{"latitude":"1","longitude":2}]}"#,
                #"Location 1: the field "latitude" must be a number or null."#
            ),
            (
                #"[{"title":"a","due":{"day":"2026-02-30"}}]"#,
                #"To-do 1: the field "due.day" must be a day such as 2026-11-21."#
            ),
            (
                #"[{"title":"a","due":{"day":"2026-02-28","at":"2026-11-21T18:00:00Z"}}]"#,
                #"To-do 1: the field "due" must be null, {"day"}, {"at","zone"} or a text such as "2026-11-21"."#
            ),
            (
                #"[{"title":"a","due":{"at":"2026-11-21T18:00:00Z","zone":"Mars/Base"}}]"#,
                "To-do 1: There is no such time zone; give an IANA name such as Europe/Zurich."
            ),
            (
                #"[{"title":"a","createdAt":"yesterday"}]"#,
                #"To-do 1: the field "createdAt" must be a time in RFC 3339 such as 2026-11-21T18:00:00.000Z."#
            ),
            (
                #"[{"title":"a","priority":"soonish"}]"#,
                #"To-do 1: the field "priority" must be "high", "medium", "low" or null."#
            ),
            (
                #"[{"title":"a","location":{"latitude":91,"longitude":0}}]"#,
                "To-do 1: A latitude is a number from -90 to 90, not 91.0."
            ),
            (#"{"format":"todo","tags":[{"id":"t"}]}"#, #"Tag 1: the field "title" of a tag is missing."#),
            (#"[{"title":"a"}"#, "Byte 15: a comma or a closing bracket is missing."),
            (#"[{"title":"a"]"#, "To-do 1: not valid JSON, expected a comma at byte 12."),
            (
                #"{"title":"a"}{"title":"b"}"#,
                "Byte 14: text follows the document; a file with one object per line is of the format ndjson."
            ),
            (
                #"{"format":"todo","version":2}"#,
                "Byte 29: the document has version 2, which a newer version of this program wrote."
            ),
            (#"{"format":"else"}"#, "Byte 17: the document is of another format."),
            ("", "Byte 1: the file is empty."), ("hello", "Byte 1: the file must hold a JSON object or array."),
        ])
    func refused(text: String, message: String) throws {
        #expect(try refusal(of: text.utf8, as: json) == message)
    }

    @Test("ndjson names the line, and takes blank lines and CRLF")
    func lines() throws {
        let text = "{\"title\":\"a\"}\r\n\r\n  \n{\"kind\":\"tag\",\"title\":\"t\"}\n{\"kind\":\"other\"}"
        #expect(
            try refusal(of: text.utf8, as: ndjson)
                == #"Line 5: the field "kind" must be "todo", "tag", "location", "list" or "view"."#)
        #expect(try refusal(of: "{\"title\":\"\u{0}\"}".utf8, as: ndjson)?.hasPrefix("Line 1: not valid JSON") == true)
        #expect(try refusal(of: [0x22, 0xFF, 0x22], as: ndjson) == "Line 1: a to-do must be an object.")
    }

    @Test("members that no to-do has are kept, and are members again in an export", arguments: ["json", "ndjson"])
    func unknown(name: String) throws {
        let format = try #require(TodoFormats.writable(named: name))
        let line = """
            {"title":"a","color":"red","latitude":47,"later":[{"x":1}],"gone":null,\
            "extras":{"k":{"n":[1,2.5,null]},"gone":null,"json.later":"less","json.title":"b"}}
            """
        let todo = try #require(try todos(of: line, as: format).first)
        #expect(
            todo.extras == [
                "json.color": "red", "json.latitude": 47, "json.later": [["x": 1]], "json.title": "b",
                "k": ["n": [1, .double(2.5), .null]],
            ])
        let exported = export([todo], as: format)
        #expect(
            text(exported).contains(
                #""extras":{"json.title":"b","k":{"n":[1,2.5,null]}},"color":"red","later":[{"x":1}],"latitude":47}"#))
        #expect(try items(of: exported, as: format).todos == [todo])
        var shown = JSONWriter()
        TodoJSON.write(todo, to: &shown)
        #expect(shown.text.hasSuffix(#""json.title":"b","k":{"n":[1,2.5,null]}}}"#))
    }

    @Test("what a record is may be said after its fields, whichever they are")
    func lateKind() throws {
        let lines = """
            {"title":"t","color":"red","kind":"tag"}
            {"latitude":47,"longitude":8.5,"altitude":400,"placeName":"Migros","kind":"location"}
            {"title":"a","color":"red","kind":"todo"}
            """
        let read = try items(of: lines.utf8, as: ndjson)
        guard case .tag(let tag) = read[0], case .location(let place) = read[1] else {
            Issue.record("\(read) is something else")
            return
        }
        #expect(tag.title == "t" && tag.color == "red")
        #expect(
            place.position == Location.Position(coordinate: try Coordinate(latitude: 47, longitude: 8.5), altitude: 400)
        )
        #expect(place.placeName == "Migros")
        #expect(read.todos.map(\.extras) == [["json.color": "red"]])
    }

    @Test("tags may be titles, and a due date one text")
    func short() throws {
        let zoned = ImportContext(now: context.now, timeZone: zurich)
        func first(_ members: String) throws -> Todo {
            try #require(try todos(of: "{\"title\":\"a\",\(members)}", as: ndjson, zoned).first)
        }
        let tagged = try first(#""tags":["Home",{"title":"shop"},"home"," Home "]"#)
        #expect(tagged.tags.map(\.title) == ["Home", "shop"])
        #expect(tagged.tags.map(\.id) == [TagName.id(for: "home"), TagName.id(for: "shop")])
        #expect(try first(#""due":"2026-11-21""#).due == .day(2026, 11, 21))
        #expect(try first(#""due":"2026-11-21""#).id == first(#""due":{"day":"2026-11-21"}"#).id)
        let six = Due.instant(try date("2026-11-21T17:00:00Z"), zone: "Europe/Zurich")
        #expect(try first(#""due":"2026-11-21T18:00""#).due == six)
        #expect(try first(#""due":"2026-11-21T17:00:00Z[Europe/Zurich]""#).due == six)
    }

    @Test("records alike but for a member that no to-do has are several, also in several files")
    func alike() throws {
        func ids(_ lines: String...) throws -> [Todo.ID] {
            try todos(of: lines.joined(separator: "\n"), as: ndjson).map(\.id)
        }
        let (plain, home) = (#"{"title":"Call"}"#, #"{"title":"Call","project":"home"}"#)
        let work = #"{"project":"work","title":"Call"}"#
        let (one, two, three) = (try ids(plain), try ids(home), try ids(work))
        #expect(Set(one + two + three).count == 3)
        #expect(try ids(work, plain, home) == three + one + two)
        #expect(try ids(#"{"title":"Call","project":"work","completedAt":"2026-11-19T08:00:00Z"}"#) == three)
        // A to-do that says when it was edited may have been edited in these members too.
        let edited = try ids(
            #"{"title":"Call","project":"home","updatedAt":"2026-11-19T08:00:00Z"}"#)
        #expect(edited == (try ids(#"{"title":"Call","project":"work","updatedAt":"2026-11-20T08:00:00Z"}"#)))
    }

    @Test("no text makes the reader crash or hang", arguments: ["json", "ndjson"])
    func fuzzing(name: String) throws {
        let format = try #require(TodoFormats.writable(named: name))
        var models = HostileModels(seed: 99)
        let (tag, location) = (models.tag(), try models.location())
        let todos = (0..<3).map { _ in models.todo(tags: [tag], locations: [location]) }
        fuzz(
            format,
            with: [export(todos, tags: [tag], locations: [location], as: format), Array(#"{"items":[1]}"#.utf8)],
            alphabet: #"{}[]":,\u0123tfnade-+. "#)
    }

    @Test("deep nesting and a hundred megabytes in one element are refused without holding them")
    func bombs() throws {
        let deep = #"{"title":"a","extras":{"a":"# + String(repeating: "[", count: 1_000_000)
        #expect(try refusal(of: deep.utf8, as: ndjson) == "Line 1: not valid JSON, nested too deeply at byte 153.")
        #expect(try refusal(of: deep.utf8, as: json) == "To-do 1: not valid JSON, nested too deeply at byte 153.")
        #expect(
            try refusalOfHugeElement(json, start: #"[{"title":""#, filler: "a", end: #""}]"#)
                == "To-do 1: the element has more than 4194304 bytes.")
        #expect(
            try refusalOfHugeElement(ndjson, start: #"{"title":""#, filler: "a", end: #""}"#)
                == "Line 1: the line has more than 4194304 bytes.")
    }
}
