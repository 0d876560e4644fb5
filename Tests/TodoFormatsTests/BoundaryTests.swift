import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// What is just accepted, and what is one too many.
@Suite("The limits of files")
struct BoundaryTests {
    private func filled(_ start: String, with filler: Character, to count: Int, _ end: String = "") -> [UInt8] {
        let rest = count - start.utf8.count - end.utf8.count
        return Array(start.utf8) + Array(repeating: filler.asciiValue ?? 0x20, count: rest) + Array(end.utf8)
    }

    @Test("a line has at most as many bytes as its format says, its end not counted")
    func lines() throws {
        let ndjson = #"{"title":"a"}"#
        #expect(try refusal(of: filled(ndjson, with: " ", to: 4_194_304, "\n"), as: NDJSONFormat()) == nil)
        #expect(
            try refusal(of: filled(ndjson, with: " ", to: 4_194_306, "\n"), as: NDJSONFormat())
                == "Line 1: the line has more than 4194304 bytes.")
        #expect(try refusal(of: filled("a ", with: "b", to: 65_536), as: TodoTxtFormat()) == nil)
        #expect(try refusal(of: filled("a ", with: "b", to: 65_537), as: TodoTxtFormat()) != nil)
        let start = "BEGIN:VCALENDAR\nBEGIN:VTODO\n"
        let end = "\nEND:VTODO\nEND:VCALENDAR\n"
        for (count, isTaken) in [(200_000, true), (1_048_577, false)] {
            let line = filled("X-A:", with: "b", to: count)
            #expect(
                (try refusal(of: Array(start.utf8) + line + Array(end.utf8), as: ICalendarFormat()) == nil) == isTaken)
        }
    }

    @Test("a title of 4,096 bytes is whole, one of more is cut between two characters and whole in the notes")
    func titles() throws {
        func first(_ title: String) throws -> Todo {
            try #require(try todos(of: "title\n\(title)\n", as: CSVFormat()).first)
        }
        let whole = try first(String(repeating: "a", count: 4096))
        #expect(whole.title.utf8.count == 4096 && whole.notes.isEmpty)
        #expect(try first(String(repeating: "a", count: 4097)).title.utf8.count == 4096)
        let long = String(repeating: "a", count: 4095) + "é"
        let cut = try first(long)
        #expect(cut.title == String(repeating: "a", count: 4095) && cut.notes == long)
        // A single character longer than a title is cut between its scalars.
        let accents = "e" + String(repeating: "\u{301}", count: 3000)
        let scalars = try first(accents)
        #expect(scalars.title.unicodeScalars.count == 2048 && scalars.notes == accents)
    }

    @Test("components nest at most 32 deep")
    func nesting() throws {
        func calendar(_ depth: Int) -> String {
            let open = (0..<depth).map { "BEGIN:X-\($0)" }
            let close = (0..<depth).reversed().map { "END:X-\($0)" }
            return (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a"] + open + close + ["END:VTODO", "END:VCALENDAR"])
                .joined(separator: "\n")
        }
        #expect(try refusal(of: calendar(32).utf8, as: ICalendarFormat()) == nil)
        #expect(
            try refusal(of: calendar(33).utf8, as: ICalendarFormat())
                == "Line 36: components are nested too deeply.")
    }

    @Test(
        "times that Taskwarrior does not have become the nearest that it has, and a due date an attribute of our own",
        arguments: [
            ("1979-12-31T23:59:59Z", "19800101T000000Z", false), ("1980-01-01T00:00:00Z", "19800101T000000Z", true),
            ("2199-12-31T23:59:59Z", "21991231T235959Z", true), ("2200-01-01T00:00:00Z", "21991231T235959Z", false),
        ])
    func taskwarriorYears(time: String, written: String, isHeld: Bool) throws {
        let date = try date(time)
        let todo = Todo(
            id: Todo.ID(UUID()), title: "a", createdAt: date, due: .instant(date, zone: "UTC"))
        let task = try #require(try JSONValue(parsing: export([todo], as: TaskwarriorFormat())).elements?.first)
        #expect(task["entry"]?.string == written)
        #expect((task["due"]?.string == written) == isHeld && (task["tododue"] == nil) == isHeld)
    }

    @Test("every zone that a due time names is defined, with its offsets and the days on which they change")
    func zones() throws {
        func lines(_ zones: String..., in years: [Int] = [2026]) throws -> [String] {
            let todos = try years.flatMap { year in
                try zones.map { zone in
                    Todo(
                        id: Todo.ID(UUID()), title: zone, createdAt: context.now,
                        due: .instant(try date("\(year)-07-21T10:00:00Z"), zone: zone))
                }
            }
            return text(export(todos, as: ICalendarFormat())).replacing("\r\n ", with: "").components(
                separatedBy: "\r\n")
        }
        func definition(_ zone: String, in lines: [String]) -> [String] {
            guard let start = lines.firstIndex(of: "TZID:\(zone)") else { return [] }
            return Array(lines[start...].prefix { $0 != "END:VTIMEZONE" })
        }
        let all = try lines("Europe/Zurich", "America/New_York", "Asia/Kolkata", "UTC")
        #expect(all.filter { $0 == "BEGIN:VTIMEZONE" }.count == 3)
        #expect(all.contains("DUE;TZID=America/New_York:20260721T060000") && all.contains("DUE:20260721T100000Z"))
        #expect(
            definition("Asia/Kolkata", in: all) == [
                "TZID:Asia/Kolkata", "BEGIN:STANDARD", "DTSTART:20250101T053000", "TZOFFSETFROM:+0530",
                "TZOFFSETTO:+0530", "END:STANDARD",
            ])
        let zurich = definition("Europe/Zurich", in: all)
        #expect(
            zurich.prefix(4) == [
                "TZID:Europe/Zurich", "BEGIN:STANDARD", "DTSTART:20250101T010000", "TZOFFSETFROM:+0100",
            ])
        let summer = try #require(zurich.firstIndex(of: "BEGIN:DAYLIGHT"))
        #expect(
            zurich[(summer + 1)...].prefix(2) == ["DTSTART:20250330T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"])
        #expect(zurich.joined(separator: "\r\n").utf8.count < 400, "only what the dates need")
        // The rule of New York has changed in 2007, so earlier changes are listed.
        let newYork = definition("America/New_York", in: try lines("America/New_York", in: [2004, 2026]))
        #expect(newYork.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"))
        #expect(newYork.contains("DTSTART:20070311T020000"))
        #expect(newYork.contains { $0.hasPrefix("RDATE:") && $0.contains("20060402T020000") })
        // Moscow no longer changes its clocks, so no rule goes on.
        let moscow = definition("Europe/Moscow", in: try lines("Europe/Moscow", in: [1999, 2026]))
        #expect(!moscow.contains { $0.hasPrefix("RRULE") } && moscow.contains { $0.contains("20141026T020000") })
        #expect(zurich[summer...].contains("TZOFFSETFROM:+0100") && zurich[summer...].contains("TZOFFSETTO:+0200"))
        #expect(definition("America/New_York", in: all).contains("TZOFFSETFROM:-0500"))
        #expect(definition("America/New_York", in: all).contains("TZOFFSETTO:-0400"))
        // Until 1972 its clocks were 44 and a half minutes behind GMT.
        #expect(
            definition("Africa/Monrovia", in: try lines("Africa/Monrovia", in: [1971])) == [
                "TZID:Africa/Monrovia", "BEGIN:STANDARD", "DTSTART:19691231T231530", "TZOFFSETFROM:-004430",
                "TZOFFSETTO:-004430", "END:STANDARD", "BEGIN:STANDARD", "DTSTART:19720107T000000",
                "TZOFFSETFROM:-004430", "TZOFFSETTO:+0000", "END:STANDARD",
            ])
        // A zone that changed once in each direction lists the changes in their order.
        let pyongyang = definition("Asia/Pyongyang", in: try lines("Asia/Pyongyang", in: [2014, 2026]))
        #expect(
            pyongyang.filter { $0.hasPrefix("DTSTART") } == [
                "DTSTART:20130101T090000", "DTSTART:20150815T000000", "DTSTART:20180504T233000",
            ])
    }

    @Test("a cell of tags parts them at semicolons that are not escaped")
    func tagCells() throws {
        let todo = try #require(try todos(of: "title;tags\na;\"b\\;c;d\\\\;e\\f; g ;;h\\\"", as: CSVFormat()).first)
        #expect(todo.tags.map(\.title) == ["b;c", "d\\", "e\\f", "g", "h\\"])
        #expect(text(export([todo], as: CSVFormat())).contains("\"b\\;c;d\\\\;e\\\\f;g;h\\\\\""))
    }

    @Test(
        "tags stay whole where an accent or a skin tone follows what parts them", arguments: ["\u{338}", "\u{1F3FB}"])
    func accentedDelimiters(mark: String) throws {
        for format in [CSVFormat(), JSONFormat(), TaskwarriorFormat()] as [any WritableTodoFormat] {
            var todo = Todo(title: "a")
            todo.tags = [Tag(title: "b;\(mark)c"), Tag(title: "d\\\(mark);\(mark)e")]
            let read = try #require(try todos(of: text(export([todo], as: format)), as: format).first)
            #expect(Set(read.tags.map(\.title)) == Set(todo.tags.map(\.title)), "\(format.name)")
        }
    }

    @Test("a word in a CSV file says how much it matters and whether it is done, in any case")
    func words() throws {
        func first(_ column: String, _ word: String) throws -> Todo {
            try #require(try todos(of: "title,\(column)\na,\(word)\n", as: CSVFormat()).first)
        }
        let priorities: [(Priority?, [String])] = [
            (.high, ["high", "H", "a"]), (.medium, ["Medium", "normal", "m", "B"]), (.low, ["LOW", "l", "c"]),
            (nil, ["", "d"]),
        ]
        for (priority, words) in priorities {
            for word in words { #expect(try first("priority", word).priority == priority, "\(word)") }
        }
        for word in ["yes", "TRUE", "1", "y", "t", "x", "Done", "completed", "✓", "✔", "2026-11-20T12:00:00Z"] {
            #expect(try first("completed", word).completedAt == context.now, "\(word)")
        }
        for word in ["", "no", "False", "0", "n", "f", "open"] {
            #expect(try first("completed", word).completedAt == nil, "\(word)")
        }
    }

    @Test("offsets of times are read in both forms, and one that no clock has is not")
    func offsets() throws {
        #expect(Date(rfc3339: "2026-11-20T12:00:00+23:59") != nil)
        #expect(Date(rfc3339: "2026-11-20T12:00:00+01:60") == nil)
        #expect(Date(rfc3339: "2026-11-20T12:59:59Z") != nil && Date(rfc3339: "2026-11-20T23:00:00Z") != nil)
        func due(_ text: String) throws -> Due? {
            try todos(of: #"[{"description":"a","due":"\#(text)"}]"#, as: TaskwarriorFormat()).first?.due
        }
        let noon = Due.instant(try date("2026-11-20T12:00:00Z"), utc)
        #expect(try due("20261120T133000+0130") == noon)
        #expect(try due("20261120T103000-0130") == noon)
        #expect(try due("2026-11-20T12:00:00Z") == noon)
        #expect(try due("20261120T120000") == noon)
        #expect(try refusal(of: #"[{"description":"a","due":"20261120T1200"}]"#.utf8, as: TaskwarriorFormat()) != nil)
    }

    @Test(
        "a JSON document that is not what it says is refused where it goes wrong",
        arguments: [
            (#"{"format":"todo","version":0}"#, "must be a whole number from 1"),
            (#"{"format":"todo","version":"1"}"#, "must be a whole number from 1"),
            (#"{"format":"todo","todos":{}}"#, #"the field "todos" must be an array"#),
            (#"{"format":"todo" "todos":[]}"#, "a comma or a closing brace is missing"),
            (#"{"format":"todo",7:[]}"#, "a name in quotes is missing"),
            (#"{"format":"todo","todos" []}"#, "a colon is missing"),
            (#"[{"title":"a"}] x"#, "text follows the document"),
            (#"{"format":"todo"} x"#, "text follows the document"), ("7", "must hold a JSON object or array"),
        ])
    func documents(text: String, reason: String) throws {
        let refused = try #require(try refusal(of: text.utf8, as: JSONFormat()))
        #expect(refused.contains(reason), "\(refused)")
    }

    @Test("of what a JSON file is, its first 65,536 bytes decide")
    func beginning() throws {
        for (count, name) in [(65_536, "taskwarrior"), (65_537, "json")] {
            let text = filled("[{\"a\":\"", with: "a", to: count, "\",\"description\":") + Array("\"b\"}]".utf8)
            var source = ByteSource(text)
            #expect(try TodoFormats.guess(fileName: nil, source: &source)?.name == name)
        }
    }

    @Test("a number at the end of a JSON document ends at whatever white space follows it")
    func numbers() throws {
        for space in [" ", "\t", "\n", "\r", "\r\n", ""] {
            let document = #"{"format":"todo","todos":[{"title":"a"}],"version":1\#(space)}"#
            #expect(try todos(of: document, as: JSONFormat()).map(\.title) == ["a"])
        }
    }
}
