import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoFormats

@Suite struct TodoTxtTests {
    private let format = TodoTxtFormat()
    private let guessed = ImportContext(now: context.now, timeZone: utc, isFormatGuessed: true)
    private let advice = ", so this is not taken for todo.txt. If it is, name the format todotxt."

    private func first(_ line: String) throws -> Todo { try #require(try todos(of: line, as: format).first) }

    private func line(_ todo: Todo, in zone: TimeZone = utc) -> String {
        text(export([todo], as: format, in: zone)).trimmingCharacters(in: .newlines)
    }

    @Test("each line of the sample is taken with every field")
    func fixtureFields() throws {
        let todos = try items(of: fixture("todo.txt"), as: format).todos
        let twentieth = try date("2026-11-20T00:00:00Z")
        #expect(
            todos.map(\.title) == [
                "Thank Mom for the meatballs", "Schedule Goodwill pickup", "Post signs around the neighborhood",
                "Crème brûlée torch kaufen", "xylophone lesson", "牛乳",
            ])
        #expect(todos.map(\.priority) == [.high, .medium, .low, nil, nil, nil])
        #expect(todos.map { $0.tags.map(\.title) } == [["phone"], ["phone"], [], ["Küche"], [], ["買い物"]])
        #expect(todos.map(\.due) == [nil, try .day(2026, 12, 2), nil, nil, nil, nil])
        #expect(todos.allSatisfy { $0.createdAt == twentieth && $0.completedAt == nil && $0.notes.isEmpty })
        #expect(todos.map { $0.list?.path } == [nil, "GarageSale", "GarageSale", nil, nil, nil])
        #expect(todos.allSatisfy { $0.extras.isEmpty })
        #expect(todos[0].tags[0].id == TagName.id(for: "Phone"))

        let done = try #require(try items(of: fixture("done.txt"), as: format).todos.first)
        #expect(done.title == "Eskimo pies")
        #expect(done.tags.map(\.title) == ["GroceryStore"])
        #expect(done.createdAt == twentieth)
        #expect(done.completedAt == twentieth)
    }

    @Test(
        "an untouched file comes back byte for byte, and a second import gives the same ids",
        arguments: ["UTC", "Europe/Zurich"])
    func fixtureRoundTrip(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let context = ImportContext(now: context.now, timeZone: zone)
        for name in ["todo.txt", "done.txt"] {
            let bytes = try fixture(name)
            let first = try items(of: bytes, as: format, context)
            #expect(export(first.todos, as: format, in: zone) == bytes)
            #expect(try items(of: bytes, as: format, context) == first)
        }
    }

    @Test(
        "a line comes back as it was, whatever stands in it",
        arguments: [
            "Buy milk", "(A) Buy milk", "(D) 2026-11-20 Buy milk", "x Buy milk", "x 2026-11-20 Buy milk",
            "x 2026-11-20 2026-11-19 Buy @shop milk +Home  due:2026-11-21 rec:1w", "@phone call +Mom now", "@phone",
            "x (B) 2026-11-20 2026-11-19 a", "x 2026-11-20 2026-11-19 a pri:A", "(a) b", "(A)b", "X done", "x",
            "2026-11-20", "2026-02-30 no day", "due:2026-02-30", "a due:2026-01-01 due:2026-01-02", "a\tb", "\u{7}bell",
            "a  b", " a", "a ", "@ + due:", "mail me@example.org 1+1=2", "(A) (B) c", "x x x", "+a @b +a @b",
            "2026-03-01 Call @phone @home", "Rent rec:+1m due:2026-01-31", "2026-03-22 a rec:+2m b due:2026-01-29",
            "a due:2028-02-29 rec:+1y", "a rec:1m due:2026-01-31", "a +Work/Reports +other", "a +/ +a//b", "a id:1",
            "a p:1", "a id:", "a p:",
            "a id:5d1e9c0a-8c5b-490b-b5b4-1d041996d79b p:95e9c034-8c5b-490b-b5b4-1d041996d79b",
        ])
    func lines(line: String) throws {
        let todo = try first(line)
        #expect(self.line(todo) == line)
        #expect(try first(self.line(todo)) == todo)
    }

    @Test(
        "a file of random lines comes back byte for byte, in its order",
        arguments: ["UTC", "Europe/Zurich", "Pacific/Apia", "Pacific/Honolulu", "Asia/Kathmandu"])
    func randomLines(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let context = ImportContext(now: context.now, timeZone: zone)
        let words = [
            "Call", "milk", "é", "@phone", "@home", "+Home", "+Work", "due:2026-01-31", "rec:+1m", "a:b", "pri:A",
            "t:2026-01-02", "x", "http://a.b/c", "2026-03-01", "h:1", "due:2026-02-30",
        ]
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            func day() -> String { "2026-03-\(Int.random(in: 10...31, using: &random)) " }
            var lines: [String] = []
            for number in 0..<30 {
                var line = ["", "(A) ", "(D) ", "x \(day())"].randomElement(using: &random) ?? ""
                if Bool.random(using: &random) { line += day() }
                let length = Int.random(in: 1...7, using: &random)
                line += words.shuffled(using: &random).prefix(length).joined(separator: " ") + " \(number)"
                lines.append(line)
            }
            let file = lines.joined(separator: "\n") + "\n"
            let read = try items(of: Array(file.utf8), as: format, context)
            #expect(text(export(read.todos, as: format, in: zone)) == file, "seed \(seed)")
        }
    }

    @Test("words are what the format says, and only at the beginning of a word")
    func words() throws {
        #expect(try first("xylophone lesson").isDone == false)
        #expect(try first("X caps").isDone == false)
        #expect(try first("mail me@example.org 1+1").tags.isEmpty)
        #expect(try first("(Z) a").priority == nil)
        #expect(try first("(Z) a").extras["todotxt.priority"] == "Z")
        #expect(try first("call @home @home @Home").tags.count == 1)
        #expect(try first("a t:2026-01-01 rec:1w").title == "a rec:1w")
        #expect(try first("a t:2026-01-01 rec:1w").start == (try .day(2026, 1, 1)))
        #expect(try first("a t:soon").title == "a t:soon")
        #expect(try first("x 2026-11-20 2026-11-19 a pri:B").priority == .medium)
        #expect(try first("@phone").title == "@phone")
    }

    @Test("the first project is the list, whose path has slashes; the others are kept")
    func lists() throws {
        var todo = try first("Figures +Work/Reports +urgent")
        #expect(todo.list?.path == "Work/Reports" && todo.title == "Figures")
        #expect(todo.extras["todotxt.projects"] == ["urgent"])
        todo.list = TodoList(id: .init(stored: ""), path: ["Home", "Kitchen floor"], createdAt: context.now)
        #expect(line(todo) == "2026-11-20 Figures +Home/Kitchen_floor +urgent id:\(todo.id)")
        todo.list = nil
        #expect(line(todo) == "2026-11-20 Figures +urgent id:\(todo.id)")
    }

    @Test("p: names the parent by its UUID, or by what a line before it is called, and comes back as it was")
    func parents() throws {
        let uuid = "5d1e9c0a-8c5b-490b-b5b4-1d041996d79b"
        let file = "Paint id:1\nBuy brushes p:1\nWash p:2\n2026-11-20 Plan id:\(uuid)\nDraw p:\(uuid)\n"
        let read = try todos(of: file, as: format)
        #expect(read.map(\.title) == ["Paint id:1", "Buy brushes", "Wash p:2", "Plan", "Draw"])
        #expect(read.map(\.parent) == [nil, read[0].id, nil, nil, read[3].id])
        #expect(read[3].id.rawValue == uuid)
        #expect(text(export(read, as: format)) == file)

        var (parent, child) = (read[0], read[1])
        parent.subtasks = TodoCount(open: 1)
        parent.title = "Paint the door"
        child.parent = read[4].id
        #expect(line(parent) == "2026-11-20 Paint the door id:\(parent.id)")
        #expect(line(child) == "2026-11-20 Buy brushes p:\(read[4].id) id:\(child.id)")
        let again = try todos(of: "\(line(parent))\n\(line(child))", as: format)
        #expect(again.map(\.id.rawValue).first == parent.id.rawValue && again[1].parent == child.parent)
        // Nothing is its own parent.
        #expect(try first("Odd id:\(uuid) p:\(uuid)").parent == nil)
    }

    @Test("completing a line, or changing its priority, keeps its id; another text or another equal line has its own")
    func ids() throws {
        let id = try first("(A) 2026-11-19 Buy milk @shop").id
        for line in [
            "2026-11-19 Buy milk @shop", "(C) 2026-11-19 Buy milk @shop", "x 2026-11-20 2026-11-19 Buy milk @shop",
            "x 2026-11-20 2026-11-19 Buy milk @shop pri:A",
        ] {
            #expect(try first(line).id == id)
        }
        #expect(try first("2026-11-19 Buy milk").id != id)
        let equal = try todos(of: "a\n\nb\r\na\na", as: format)
        #expect(Set(equal.map(\.id)).count == 4)
        #expect(
            try todos(of: "a\na\na\nb", as: format).map(\.id) == [equal[0], equal[2], equal[3], equal[1]].map(\.id))
    }

    @Test(
        "a completion counts from the day that it names, or from when the file was written; an open line says nothing")
    func modification() throws {
        func modified(_ line: String, _ context: ImportContext = context) throws -> Date? {
            guard case .todo(_, let date, _)? = try items(of: line.utf8, as: format, context).first else { return nil }
            return date
        }
        #expect(try modified("2026-11-19 a") == nil)
        #expect(try modified("x 2026-11-18 a") == date("2026-11-18T00:00:00Z"))
        #expect(try modified("x a") == nil)
        let written = try date("2026-11-19T10:00:00Z")
        let file = ImportContext(now: context.now, timeZone: utc, fileModifiedAt: written)
        #expect(try modified("x a", file) == written)
        #expect(try modified("x 2026-11-18 a", file) == date("2026-11-18T23:59:59.999Z"))
        #expect(try modified("x 2026-11-19 a", file) == written)
        #expect(try modified("x 2026-11-20 a", file) == date("2026-11-20T00:00:00Z"))
    }

    @Test("a to-do that was edited is written anew, and reads back the same")
    func edited() throws {
        var todo = try first("(B) Buy  milk @shop +Home")
        todo.title = "x (A) Buy bread"
        todo.completedAt = context.now
        #expect(line(todo) == "x 2026-11-20 2026-11-20 x (A) Buy bread +Home @shop pri:B id:\(todo.id)")
        #expect(try first(line(todo)).title == todo.title)
        #expect(try first(line(todo)).id == todo.id)
        todo.completedAt = nil
        todo.priority = nil
        todo.due = .instant(try date("2026-11-21T23:30:00Z"), zone: "Europe/Zurich")
        todo.tags = [Tag(id: TagName.id(for: "to buy"), title: "to buy", createdAt: context.now)]
        #expect(line(todo) == "2026-11-20 x (A) Buy bread +Home @to_buy due:2026-11-22 id:\(todo.id)")
    }

    @Test(
        "done or open again, a line keeps its words, its creation date if it has one, and its id",
        arguments: [
            ("Buy milk @shop", "x 2026-11-20 Buy milk @shop"),
            (
                "(A) Call Mom @phone about +Family dinner due:2026-11-21",
                "x 2026-11-20 Call Mom @phone about +Family dinner due:2026-11-21 pri:A"
            ), ("(D) 2026-11-01 a  b", "x 2026-11-20 2026-11-01 a  b pri:D"),
        ])
    func settled(open: String, done: String) throws {
        var todo = try first(open)
        todo.completedAt = context.now
        #expect(line(todo) == done)
        var again = try first(done)
        #expect(again.id == todo.id)
        again.completedAt = nil
        #expect(line(again) == open)
    }

    @Test("another priority changes nothing else of a line")
    func otherPriority() throws {
        var todo = try first("(B) Buy  milk @shop +Home today")
        todo.priority = .low
        #expect(line(todo) == "(C) Buy  milk @shop +Home today")
        todo.priority = nil
        #expect(line(todo) == "Buy  milk @shop +Home today")
    }

    @Test("a line that would be taken for another to-do has the id of its own")
    func named() throws {
        let twins = try todos(of: "a\na\n", as: format)
        let turned = text(export(twins.reversed(), as: format))
        #expect(turned == "a id:\(twins[1].id)\na\n")
        #expect(try todos(of: turned, as: format).map(\.id) == [twins[1].id, twins[0].id])
        let made = Todo(id: .init(UUID()), title: "b", createdAt: context.now)
        #expect(line(made) == "2026-11-20 b id:\(made.id)")
        #expect(try first(line(made)).id == made.id && first(line(made)).title == "b")
    }

    @Test("lines that came from elsewhere cannot smuggle in further lines")
    func injection() throws {
        var todo = try first("a")
        todo.extras = ["todotxt.line": "a\nx b", "todotxt.projects": ["p\nx c", 1], "todotxt.priority": "\n"]
        #expect(line(todo) == "2026-11-20 a +p_x_c id:\(todo.id)")
        for end in ["\n", "\r"] {
            todo.extras = ["todotxt.line": .string("a" + end)]
            #expect(text(export([todo], as: format)) == "a\n")
        }
    }

    @Test("a line too long for a title goes into the notes as a whole, and comes back")
    func long() throws {
        let text = String(repeating: "wörd ", count: 2000) + "end"
        let todo = try first(text)
        #expect(todo.title.utf8.count <= 4096)
        #expect(todo.notes == text)
        #expect(line(todo) == text)
    }

    @Test("what is no text is refused with its line")
    func refused() throws {
        #expect(
            try refusal(of: [0x61, 0x0A, 0xFF, 0x0A], as: format) == "Line 2: the text is not valid UTF-8; "
                + "if it is Windows-1252, iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW makes it so.")
        #expect(
            try refusal(of: [0x61, 0, 0x0A], as: format)
                == "Line 1: there is a NUL byte; the file must be text in UTF-8.")
        #expect(
            try refusalOfHugeElement(format, start: "a", filler: "b", end: "c")
                == "Line 1: the line has more than 65536 bytes.")
    }

    @Test("a file that is taken for todo.txt for its name alone must look like it")
    func look() throws {
        for (text, reason) in [
            ("a\n\u{1B}[2J", "Line 2: there is a control character"),
            ("a\rb\rc", "Line 1: there is a control character"), ("\u{7F}", "Line 1: there is a control character"),
            ("a\n" + String(repeating: "b", count: 4097), "Line 2: the line has more than 4096 bytes"),
        ] {
            #expect(try refusal(of: text.utf8, as: format, guessed) == reason + advice)
            #expect(try refusal(of: text.utf8, as: format) == nil)
        }
        let fine = "a\tb\r\n" + String(repeating: "b", count: 4096) + "\n牛乳\n"
        #expect(try todos(of: fine, as: format, guessed).count == 3)
        for name in ["todo.txt", "done.txt"] {
            #expect(try refusal(of: fixture(name), as: format, guessed) == nil)
        }
    }

    @Test("random text is not a hundred thousand to-dos, and a long list or archive is as many as it has lines")
    func manyLines() throws {
        print("random text with seed 31")
        var random = SeededGenerator(seed: 31)
        let letters = Array((0x20...0x7E).map { UInt8($0) })
        func line() -> String {
            String(decoding: (0..<40).map { _ in letters[Int.random(in: 0..<95, using: &random)] }, as: UTF8.self)
        }
        let noise = (0..<3000).map { _ in line() }.joined(separator: "\n")
        let refused = try #require(try refusal(of: noise.utf8, as: format, guessed))
        #expect(refused.contains("of 3000 lines have a priority, a date, a context or a project"))
        #expect(try refusal(of: noise.utf8, as: format) == nil)

        let plain = Array(repeating: "milk", count: 1000)
        #expect(try refusal(of: plain.joined(separator: "\n").utf8, as: format, guessed) == nil)
        #expect(try refusal(of: (plain + ["eggs"]).joined(separator: "\n").utf8, as: format, guessed) != nil)
        // One in ten is enough.
        let tenth = Array(repeating: "milk", count: 1080) + Array(repeating: "x a", count: 120)
        #expect(try refusal(of: tenth.joined(separator: "\n").utf8, as: format, guessed) == nil)
        for mark in ["x a", "(D) a", "2026-11-20 a", "a @b", "a +b", "a due:2026-11-20"] {
            let marked = Array(repeating: mark, count: 112)
            #expect(try refusal(of: (plain + marked).joined(separator: "\n").utf8, as: format, guessed) == nil)
            #expect(
                try refusal(of: (plain + marked.dropFirst()).joined(separator: "\n").utf8, as: format, guessed)
                    == "Line 1111: only 111 of 1111 lines have a priority, a date, a context or a project" + advice)
        }
    }

    @Test("no text makes the reader crash or hang")
    func fuzzing() throws {
        fuzz(format, with: [try fixture("todo.txt"), try fixture("done.txt")], alphabet: "x (AB)2026-1-0:due@+pri ")
    }

    @Test("hostile to-dos are written as one line each, and read back under their titles' words")
    func hostile() throws {
        var models = HostileModels(seed: 5)
        let tags = (0..<5).map { _ in models.tag() }
        for _ in 0..<300 {
            let todo = models.todo(tags: tags)
            let bytes = export([todo], as: format)
            let items = try items(of: bytes, as: format)
            #expect(items.count == 1)
            #expect(items.todos.first?.isDone == todo.isDone)
            #expect(items.todos.first?.priority == todo.priority)
            #expect(export(items.todos, as: format) == bytes)
        }
    }
}
