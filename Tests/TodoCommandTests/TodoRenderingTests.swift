import Foundation
import JSON
import Testing
import TodoDomain
import todo

@Suite("To-dos in tables, lines and blocks")
struct TodoRenderingTests {
    private let dueText: DueText

    init() throws { dueText = DueText(now: try date(saturday), timeZone: try zone(zurich)) }

    private func todos() throws -> [Todo] {
        [
            try makeTodo(
                "a1b2c3d4", "Buy milk", due: try .day(2026, 11, 22), priority: .high, tags: ["home", "shop"],
                location: try makePlace("Migros")),
            try makeTodo("e5f6a7b8", "牛乳を買う", due: try .day(2026, 11, 19), priority: .low, tags: ["買い物"]),
            try makeTodo("c9d0e1f2", "Call 👨‍👩‍👧 in 🇨🇭", due: .instant(try date("2026-11-21T17:00:00Z"), zone: zurich)),
            try makeTodo("00112233", "שלום", done: "2026-11-20T09:00:00Z", due: try .day(2027, 3, 1)),
        ]
    }

    private func lines(_ todos: [Todo], width: Int, color: Bool = false) -> [String] {
        TodoTable(dueText: dueText, shortID: { String($0.rawValue.prefix(4)) })
            .lines(todos, on: Terminal(isInteractive: true, width: width, usesColor: color))
    }

    @Test("a wide terminal shows everything in words")
    func wide() throws {
        #expect(
            lines(try todos(), width: 100).joined(separator: "\n") == """
                id       pri  due             title          tags         place
                a1b2     !!!  tomorrow        Buy milk       #home #shop  @Migros
                e5f6     !    Thu 19 Nov      牛乳を買う     #買い物
                c9d0          today 18:00     Call 👨‍👩‍👧 in 🇨🇭
                0011  ✓       Mon 1 Mar 2027  שלום
                """)
    }

    @Test("lists are a column where they differ and there is room for all the rest")
    func listColumn() throws {
        var todos = try todos()
        todos[0].list = TodoList(id: .init(stored: "aaaa"), title: "Errands", createdAt: try date(saturday))
        let wide = lines(todos, width: 100)
        #expect(wide[0] == "id       pri  due             title          list     tags         place")
        #expect(wide[1] == "a1b2     !!!  tomorrow        Buy milk       Errands  #home #shop  @Migros")
        #expect(wide[2] == "e5f6     !    Thu 19 Nov      牛乳を買う              #買い物")
        #expect(lines(todos, width: 70) == lines(try self.todos(), width: 70), "there is no room")
        #expect(!lines([todos[0], todos[0]], width: 100)[0].contains("list"), "they do not differ")
        todos[1].title = String(repeating: "long ", count: 30)
        #expect(lines(todos, width: 110)[0].contains("  list  "), "a long title gives way")
        var look = TodoLook()
        look.grouping = .list
        let grouped = TodoTable(dueText: dueText, look: look) { String($0.rawValue.prefix(4)) }
            .lines(todos, on: Terminal(isInteractive: true, width: 160))
        #expect(!grouped[0].contains("list") && grouped.contains("Errands"))
    }

    @Test("the titles of subtasks are indented, those of very deep ones no further")
    func trees() throws {
        let todos = [
            try makeTodo("a1b2c3d4", "Party"), try makeTodo("e5f6a7b8", "Cake"), try makeTodo("c9d0e1f2", "Eggs"),
        ]
        let lines = TodoTable(dueText: dueText, shortID: { String($0.rawValue.prefix(4)) })
            .lines(todos, in: [0, 1, 99].map { .init(level: $0) }, on: Terminal(isInteractive: true, width: 100))
        #expect(
            lines.joined(separator: "\n") == """
                id    title
                a1b2  Party
                e5f6    Cake
                c9d0                  Eggs
                """)
    }

    @Test("a to-do with subtasks shows how many of them are done")
    func progress() throws {
        var (party, cake) = (try makeTodo("a1b2c3d4", "Party", tags: ["home"]), try makeTodo("e5f6a7b8", "Cake"))
        party.subtasks = TodoCount(open: 2, done: 1)
        cake.subtasks = TodoCount(open: 1)
        let todos = [party, cake, try makeTodo("c9d0e1f2", "Eggs")]
        #expect(
            lines(todos, width: 100).joined(separator: "\n") == """
                id    title  sub  tags
                a1b2  Party  1/3  #home
                e5f6  Cake   0/1
                c9d0  Eggs
                """)
        #expect(lines(todos, width: 16)[1] == "a1b2  Party  1/3")
        #expect(lines(todos, width: 12)[1] == "a1b2  Party")
        #expect(TodoLines.line(party) { $0.rawValue } == "a1b2c3d4\t-\t\t\tParty\thome\t")
    }

    @Test("a narrow one cuts and drops what matters least")
    func narrow() throws {
        #expect(
            lines(try todos(), width: 60).joined(separator: "\n") == """
                id       pri  due             title          tags
                a1b2     !!!  tomorrow        Buy milk       #home #shop
                e5f6     !    Thu 19 Nov      牛乳を買う     #買い物
                c9d0          today 18:00     Call 👨‍👩‍👧 in 🇨🇭
                0011  ✓       Mon 1 Mar 2027  שלום
                """)
        #expect(
            lines(try todos(), width: 40).joined(separator: "\n") == """
                id       due             title
                a1b2     tomorrow        Buy milk
                e5f6     Thu 19 Nov      牛乳を買う
                c9d0     today 18:00     Call 👨‍👩‍👧 in 🇨🇭
                0011  ✓  Mon 1 Mar 2027  שלום
                """)
        #expect(
            lines(try todos(), width: 20).joined(separator: "\n") == """
                id       title
                a1b2     Buy milk
                e5f6     牛乳を買う
                c9d0     Call 👨‍👩‍👧 in…
                0011  ✓  שלום
                """)
    }

    @Test("no line is wider than the terminal", arguments: 20...200)
    func widths(width: Int) throws {
        for line in lines(try todos(), width: width) {
            #expect(DisplayWidth.of(line) <= width)
            #expect(!line.hasSuffix(" "))
        }
    }

    @Test("overdue is red, due today yellow, done dim, and high bold")
    func colors() throws {
        let lines = lines(try todos(), width: 100, color: true)
        #expect(lines[1].contains("\u{1B}[1mBuy milk\u{1B}[0m"))
        #expect(lines[2].contains("\u{1B}[31mThu 19 Nov\u{1B}[0m"))
        #expect(lines[3].contains("\u{1B}[33mtoday 18:00\u{1B}[0m"))
        #expect(
            lines[4]
                == "\u{1B}[2m0011\u{1B}[0m  \u{1B}[2m✓\u{1B}[0m       \u{1B}[2mMon 1 Mar 2027\u{1B}[0m  \u{1B}[2mשלום\u{1B}[0m"
        )
    }

    @Test("no to-dos are no lines")
    func empty() { #expect(lines([], width: 80) == []) }

    @Test("a program gets seven fields with tabs between them")
    func plain() throws {
        let shown = try todos().map { TodoLines.line($0) { String($0.rawValue.prefix(4)) } }
        #expect(
            shown == [
                "a1b2\t-\thigh\t2026-11-22\tBuy milk\thome,shop\tMigros",
                "e5f6\t-\tlow\t2026-11-19\t牛乳を買う\t買い物\t",
                "c9d0\t-\t\t2026-11-21T17:00:00.000Z\tCall 👨‍👩‍👧 in 🇨🇭\t\t",
                "0011\tx\t\t2027-03-01\tשלום\t\t",
            ])
        let hostile = try makeTodo("ffff", "a\tb\u{1B}[2J\nc", location: try makePlace(nil))
        #expect(TodoLines.line(hostile, shortID: \.rawValue) == "ffff\t-\t\t\ta b [2J c\t\t47.37,8.54")
    }

    @Test("a block shows all that is known, in the viewer's zone")
    func block() throws {
        var todo = try makeTodo(
            "a1b2c3d4", "Call home", notes: "First line\n\n  second\u{1B}[2J\r\nthird",
            due: .instant(try date("2026-11-22T17:00:00Z"), zone: "America/New_York"), priority: .medium,
            tags: ["home"], location: try makePlace("Migros", altitude: 408.5))
        todo.extras = ["project": "x\ny", "depends": ["a", "b"], "長い": 1]
        #expect(
            TodoBlock(dueText: dueText).lines(todo, styles: Styles(isEnabled: false)).joined(separator: "\n") == """
                Call home
                  id        a1b2c3d4
                  status    open
                  due       Sun 22 Nov 2026 18:00 (tomorrow; 12:00 in America/New_York)
                  priority  medium
                  tags      #home
                  place     @Migros (47.37,8.54, 408.5 m)
                  created   Fri 20 Nov 2026 09:00
                  updated   Fri 20 Nov 2026 09:00

                  First line

                    second␛[2J
                  third

                  depends  ["a","b"]
                  project  x y
                  長い     1
                """)
    }

    @Test("a block of a to-do that is overdue, or done, says so")
    func states() throws {
        let block = TodoBlock(dueText: dueText)
        let overdue = try makeTodo("a1", "Late", due: try .day(2026, 11, 20))
        #expect(
            block.lines(overdue, styles: Styles(isEnabled: false)).contains(
                "  due      Fri 20 Nov 2026 (yesterday), overdue"))
        let done = try makeTodo("a1", "Late", done: "2026-11-21T09:05:59Z", due: try .day(2026, 11, 20))
        let lines = block.lines(done, styles: Styles(isEnabled: false))
        #expect(lines.contains("  done     Sat 21 Nov 2026 10:05"))
        #expect(lines.contains("  due      Fri 20 Nov 2026 (yesterday)"))
    }

    @Test(
        "due dates are said in as few words as will do",
        arguments: [
            ("2026-11-21", "today"), ("2026-11-22", "tomorrow"), ("2026-11-20", "yesterday"),
            ("2026-11-23", "Mon 23 Nov"), ("2026-01-01", "Thu 1 Jan"), ("2027-01-01", "Fri 1 Jan 2027"),
            ("2026-11-21T09:05", "today 09:05"), ("2026-11-21T23:30Z", "tomorrow 00:30"),
            ("2025-11-21T00:00", "Fri 21 Nov 2025 00:00"), ("0001-01-01", "Mon 1 Jan 1"),
        ])
    func short(text: String, expected: String) throws {
        let due = try DuePhrase.parse(text, now: try date(saturday), timeZone: try zone(zurich))
        #expect(dueText.short(due) == expected)
    }

    @Test("a moment is RFC 3339 in UTC, before 1970 and to the ends of time too")
    func timestamps() throws {
        #expect(Date(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
        #expect(Date(milliseconds: 0).rfc3339 == "1970-01-01T00:00:00.000Z")
        #expect(Date(milliseconds: Limits.time.lowerBound).rfc3339 == "0001-01-01T00:00:00.000Z")
        #expect(Date(milliseconds: Limits.time.upperBound).rfc3339 == "9999-12-31T23:59:59.999Z")
    }
}
