import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("A to-do that is typed in one line")
struct QuickAddTests {
    static let names = QuickAdd.Names(
        places: ["Migros": Location.ID(stored: "migros"), "Main Street": Location.ID(stored: "main")],
        lists: ["Work/Reports": TodoList.ID(stored: "reports"), "Kitchen floor": TodoList.ID(stored: "kitchen")],
        parents: ["8c0f": Todo.ID(stored: "8c0f1234")])

    static func parse(_ line: String) throws -> QuickAdd.Draft {
        try QuickAdd.parse(line, now: moment(saturday), zone: zone(zurich), names: names)
    }

    /// Everything but the title, in one line of text.
    static func values(_ draft: QuickAdd.Draft) -> String {
        var values = draft.tags.map { "+\($0)" }
        values += [draft.place.map { "@\($0)" }, draft.list.map { "/\($0)" }, draft.parent.map { "^\($0)" }]
            .compactMap { $0 }
        if let priority = draft.priority { values.append(priority.rawValue) }
        if let due = draft.due { values.append("due \(dueText(due))") }
        if let start = draft.start { values.append("start \(dueText(start))") }
        values += draft.reminders.map { "remind \($0.words(in: .gmt))" }
        if let recurrence = draft.recurrence { values.append("\(recurrence.mode.rawValue) \(recurrence.rule)") }
        return values.joined(separator: ", ")
    }

    @Test(
        "words and dates anywhere are understood, the rest is the title",
        arguments: [
            ("Call Bob tomorrow 5pm +work p1", "Call Bob", "+work, high, due 2026-11-22T16:00:00.000Z"),
            ("p2 +a Buy milk +b", "Buy milk", "+a, +b, medium"),
            ("Buy +Shop milk +shop", "Buy milk", "+Shop"),
            ("Buy +🛒 milk +\"kitchen floor\" +été", "Buy milk", "+🛒, +kitchen floor, +été"),
            ("Buy milk @Migros", "Buy milk", "@migros"),
            ("Buy @\"Main Street\" milk p3", "Buy milk", "@main, low"),
            ("Write /Work/Reports ^8c0f it", "Write it", "/reports, ^8c0f1234"),
            ("Scrub /\"Kitchen floor\" on friday", "Scrub", "/kitchen, due 2026-11-27"),
            (
                "Pay due:friday start:tmr remind:\"friday 9am\" remind:+30m", "Pay",
                """
                due 2026-11-27, start 2026-11-22, remind 2026-11-27 08:00, remind 2026-11-21 10:00
                """
            ),
            (
                "Call remind:10m remind:\"1 day before start\"", "Call",
                "remind 10 minutes before, remind 1 day before it starts"
            ),
            ("Learn Latin due:someday", "Learn Latin", ""), ("Learn due:none tomorrow", "Learn tomorrow", ""),
            ("Mow tonight", "Mow", "due 2026-11-21T19:00:00.000Z"), ("Mow +2h", "Mow", "due 2026-11-21T11:30:00.000Z"),
            ("Mow in two weeks", "Mow", "due 2026-12-05"), ("Mow +3d", "Mow", "due 2026-11-24"),
            ("Lunch at 17h", "Lunch", "due 2026-11-21T16:00:00.000Z"), ("Rent on the 15th", "Rent", "due 2026-12-15"),
            ("Party on 31.12.", "Party", "due 2026-12-31"), ("Trip next weekend", "Trip", "due 2026-11-28"),
            ("Report 2026-W50", "Report", "due 2026-12-07"), ("Report fri 27 nov", "Report", "due 2026-11-27"),
            ("Report at noon on monday", "Report", "due 2026-11-23T11:00:00.000Z"),
            ("Call  Bob,\tplease Tomorrow, 5 PM", "Call  Bob,\tplease", "due 2026-11-22T16:00:00.000Z"),
            ("Gym every mon and fri +fit", "Gym", "+fit, due 2026-11-23, every FREQ=WEEKLY;BYDAY=MO,FR"),
            ("Rent each 1st", "Rent", "due 2026-12-01, each FREQ=MONTHLY;BYMONTHDAY=1"),
            ("Water Every! 10 days", "Water", "due 2026-11-21, every! FREQ=DAILY;INTERVAL=10"),
            (
                "Backup every last friday at 9:00 until 24 dec", "Backup",
                "due 2026-11-27T08:00:00.000Z, every FREQ=MONTHLY;UNTIL=20261224;BYDAY=-1FR"
            ),
            ("Bins every week due:friday", "Bins", "due 2026-11-27, every FREQ=WEEKLY"),
            ("Milk tomorrow 9am every week +shop", "Milk", "+shop, due 2026-11-22T08:00:00.000Z, every FREQ=WEEKLY"),
            ("Milk every week tomorrow 9am", "Milk", "due 2026-11-22T08:00:00.000Z, every FREQ=WEEKLY"),
            ("Milk tomorrow every week at 9:00", "Milk", "due 2026-11-22T08:00:00.000Z, every FREQ=WEEKLY"),
            ("Bins next week each monday", "Bins", "due 2026-11-23, each FREQ=WEEKLY;BYDAY=MO"),
            ("Milk tomorrow every week due:friday", "Milk tomorrow every week", "due 2026-11-27"),
            ("Get ready for +work friday", "Get ready for friday", "+work"),
            ("say \"p4 tomorrow", "say \"p4", "due 2026-11-22"),
            ("Give each child a gift tomorrow", "Give each child a gift", "due 2026-11-22"),
        ])
    func understood(line: String, title: String, values: String) throws {
        let draft = try Self.parse(line)
        #expect(draft.title == title && Self.values(draft) == values, "\(draft.title): \(Self.values(draft))")
    }

    @Test(
        "what may be something else is title",
        arguments: [
            "+1 for Bob", "+41 44 668 18 00", "A +/- B", "C++ and + and ++i", "+", "+\"\"", "Buy @Coop",
            "ls /usr/local/bin",
            "/", "@", "^", "^beef", "mail bob@Migros", "p4", "P1", "p10", "xp1", "Due:friday", "+milk, and bread",
            "Call at 5", "Wake 7:30", "Watch High Noon", "The 5th Wave", "Beethoven's 9th", "Silvester 31.12.",
            "Watch Avatar 3d", "Le Mans 24h", "Lost weekend", "Call Tod", "Invoice 20991224", "Route 2099/12/24",
            "Remember 9/11", "Ratio 1/2", "Invoice 2026-10-31", "Do what we did yesterday", "Pill every 8", "each 1, 2",
            "Walk in the sun", "Get ready for friday", "Open from mon to fri", "Gym mon tue", "Mon - Fri",
            "Gym mon tue every week", "Plan for today every day",
            "Milk tomorrow 9am every week at 10:00", "Gym mon 5pm tue 6pm",
            "Tomorrow never dies", "Meet tomorrow or later", "Buy milk tomorrow soon", "All every 0 days",
            "30 feb 2027",
            "today", "+work", "every day", "@Migros /Work/Reports", "due:friday",
            "Watch \"The Day After Tomorrow\"", "say \"+work p1 due:x\" p4", "5'10\" tall",
            "C:\\Users\\bob", "\\\\server\\share", "\\alpha and \\beta", "\\", "  spaced   out\t", "", " ", "日本語 を 学ぶ",
        ])
    func title(line: String) throws {
        let draft = try Self.parse(line)
        #expect(Array(draft.title.utf8) == Array(line.utf8))
        #expect(draft.understood.isEmpty && Self.values(draft).isEmpty)
    }

    @Test(
        "a backslash keeps a word, and goes where it has kept something",
        arguments: [
            ("Read \\+work \\p1 \\@Migros", "Read +work p1 @Migros", ""), ("Watch \\Friday", "Watch Friday", ""),
            ("Watch next \\friday p1", "Watch next friday", "high"), ("See \\@Coop p1", "See \\@Coop", "high"),
            ("Set \\due:x \\+\"a b\" +c", "Set due:x +\"a b\"", "+c"),
            ("Call +\"a \\\"b\\\" c\\d\" Bob", "Call Bob", "+a \"b\" c\\d"),
        ])
    func backslash(line: String, title: String, values: String) throws {
        let draft = try Self.parse(line)
        #expect(draft.title == title && Self.values(draft) == values, "\(draft.title): \(Self.values(draft))")
    }

    @Test("of what is said once the first counts, and the others are title")
    func once() throws {
        let draft = try Self.parse("a p1 p2 @Migros @\"Main Street\" ^8c0f ^8c0f /Work/Reports /\"Kitchen floor\"")
        #expect(draft.title == "a p2 @\"Main Street\" ^8c0f /\"Kitchen floor\"" && draft.understood.count == 4)
    }

    @Test(
        "a promised value that is not understood is an error that repeats it and says where it is",
        arguments: [
            ("Call é due:soon", "due:soon", 8, TodoError.Code.usage),
            ("Call start:\"30 feb\" x", "start:\"30 feb\"", 5, .impossibleDay),
            ("remind:25:00 x", "remind:25:00", 0, .impossibleTime), ("x remind:none", "remind:none", 2, .badReminder),
            ("x due:fri due:sat", "due:sat", 10, .usage),
            ("x due:1/2", "due:1/2", 2, .usage),
            ("x due:next friday", "due:next", 2, .usage), ("x due:\u{1B}[1m", "due:?[1m", 2, .usage),
        ])
    func refused(line: String, typed: String, offset: Int, code: TodoError.Code) throws {
        let error = try #require(throws: TodoError.self) { try Self.parse(line) }
        #expect(error.code == code && error.message.hasPrefix("“\(typed)”: ") && error.message.hasSuffix("."))
        let problem = try #require(error.underlying as? QuickAdd.Problem)
        // An escape character is shown by a replacement. Both have one byte.
        #expect(problem.span.utf8 == offset..<offset + typed.utf8.count)
        #expect(problem.span.utf16.count == typed.utf16.count)
        #expect(error.message.contains("double quotes") == (code == .usage))
    }

    @Test("what was understood has its kind, its text and its place")
    func spans() throws {
        let line = "Zoë 👩🏽‍🚀 +été p1 \"x\" tomorrow 5pm @Migros"
        let parts = try Self.parse(line).understood
        #expect(parts.map(\.kind) == [.tag, .priority, .due, .place])
        #expect(parts.map(\.text) == ["+été", "p1", "tomorrow 5pm", "@Migros"])
        for part in parts {
            #expect(String(decoding: Array(line.utf8)[part.span.utf8], as: UTF8.self) == part.text)
            #expect(String(decoding: Array(line.utf16)[part.span.utf16], as: UTF16.self) == part.text)
        }
        #expect(parts[1].span == TextSpan(utf8: 28..<30, utf16: 17..<19))
    }

    @Test("what a line may name is listed once, as far as it is looked up")
    func mentions() throws {
        let line = "a @b @\"c d\" @b /e/f /\"g h\" ^12 \\@i \"@j\" x@k @ / ^"
        let mentions = try QuickAdd.mentions(in: line)
        #expect(
            mentions.places == ["b", "c d", "i"] && mentions.lists == ["e/f", "g h"] && mentions.parents == ["12"])
        #expect(try QuickAdd.mentions(in: "nothing").isEmpty)
        let many = try QuickAdd.mentions(in: (0..<100).map { "@p\($0)" }.joined(separator: " "))
        #expect(many.places.count == QuickAdd.Mentions.limit)
    }

    @Test("a line that is too long is refused before any work")
    func long() throws {
        for piece in ["a", "+\"a ", "@a ", "\\\" ", "every ", "\"", "today ", "e\u{301}"] {
            let line = String(repeating: piece, count: QuickAdd.longestLine / piece.utf8.count)
            #expect(try Self.parse(line).title.utf8.count <= line.utf8.count)
            expectTodoError(.titleTooLong) { try Self.parse(line + "123456789") }
            expectTodoError(.titleTooLong) { try QuickAdd.mentions(in: line + "123456789") }
        }
    }

    @Test("settings are those of the dates")
    func settings() throws {
        let settings = PhraseSettings(tonight: .hour(22), slashOrder: .dayFirst)
        let draft = try QuickAdd.parse(
            "Ratio 1/2 start:24/12 tonight", now: moment(saturday), zone: zone(zurich), names: .init(),
            settings: settings)
        #expect(draft.title == "Ratio 1/2")
        #expect(Self.values(draft) == "due 2026-11-21T21:00:00.000Z, start 2026-12-24")
    }

    @Test(
        "the work on a line grows with its words, whatever they are",
        arguments: [
            "mon ", "mon and ", "3 ", "may 3 ", "5pm ", "every ", "every mon and ", "in 3 days from ", "first of ",
            "24.12. ",
            "every 3 weeks on mon until 3 dec ", "water the plants ",
        ])
    func work(part: String) throws {
        func tries(_ length: Int) throws -> Int {
            let line = String(String(repeating: part, count: length / part.utf8.count))
            return try QuickAdd.tries(in: line, now: moment(saturday), zone: zone(zurich))
        }
        let (half, whole) = (try tries(500), try tries(1000))
        #expect(whole <= half * 22 / 10 + 20 && half < 20_000, "\(half), \(whole)")
    }

    @Test("any line is read without a trap, and its spans are whole characters that do not overlap")
    func hostile() throws {
        let parts = [
            "+tag", "+\"", "@Migros", "@\"Main Street\"", "/Work/Reports", "^8c0f", "p1", "due:", "due:fri",
            "start:\"fri 9am\"",
            "remind:", "tomorrow", "5pm", "every", "mon", "and", "on", "the", "15th", "\\", "\"", " ", "  ", "\t", "é",
            "e\u{301}", "\u{301}", "👨‍👩‍👧‍👦", "\u{200D}", "\r\n", "word", "in", "3", "days",
        ]
        let (now, zone) = (try moment(saturday), try zone(zurich))
        fuzz("lines of quick add", rounds: 4000) { generator, seed in
            var line = ""
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                line += generator.chance(0.2) ? generator.hostileText(upTo: 4) : generator.pick(parts)
                if generator.chance(0.6) { line += " " }
            }
            guard let draft = try? QuickAdd.parse(line, now: now, zone: zone, names: Self.names) else { return }
            let ends = Set(line.indices).union([line.endIndex])
            var (bytes, units) = (0, 0)
            for part in draft.understood {
                let isSound =
                    part.span.utf8.lowerBound >= bytes && part.span.utf8.upperBound <= line.utf8.count
                    && !part.span.utf8.isEmpty
                    && part.span.utf16.lowerBound >= units && part.span.utf16.upperBound <= line.utf16.count
                guard isSound else {
                    Issue.record("seed \(seed): \(line.debugDescription) has \(part)")
                    return
                }
                bytes = part.span.utf8.upperBound
                units = part.span.utf16.upperBound
                for (first, second) in [
                    (part.span.utf8.lowerBound, part.span.utf16.lowerBound),
                    (part.span.utf8.upperBound, part.span.utf16.upperBound),
                ] {
                    let index = line.utf8.index(line.startIndex, offsetBy: first)
                    #expect(ends.contains(index), "seed \(seed): \(line.debugDescription)")
                    #expect(line.utf16.distance(from: line.startIndex, to: index) == second, "seed \(seed)")
                }
                #expect(Array(part.text.utf8) == Array(Array(line.utf8)[part.span.utf8]), "seed \(seed)")
            }
            if draft.understood.isEmpty, !line.contains("\\") {
                #expect(Array(draft.title.utf8) == Array(line.utf8), "seed \(seed): \(line.debugDescription)")
            }
        }
    }
}
