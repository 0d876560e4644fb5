import Foundation
import Testing
import TodoDomain

/// A filter typed on Saturday, 21 November 2026, 10:30 in Zurich.
func todoFilter(_ text: String) throws -> TodoFilter {
    try TodoFilter.parse(text, now: moment(saturday), timeZone: zone(zurich))
}

/// Returns the error with which a filter is refused, and the part of it that is refused.
func filterRefusal(_ text: String, _ body: () throws -> some Any) throws -> (error: TodoError, part: String) {
    let error = try #require(#expect(throws: TodoError.self, "\(text)") { _ = try body() })
    let problem = try #require(error.underlying as? TodoFilter.Problem)
    let part = try #require(String(Array(text.utf8)[problem.span.utf8]))
    #expect(Array(text.utf16)[problem.span.utf16].elementsEqual(part.utf16), "\(text)")
    #expect(problem.offset == problem.span.utf8.lowerBound && problem.length == part.utf8.count)
    #expect(error.message.hasSuffix(".") && !error.message.hasSuffix(".."), "\(error.message)")
    return (error, part)
}

extension String {
    fileprivate init?(_ bytes: ArraySlice<UInt8>) { self.init(validating: bytes, as: UTF8.self) }
}

@Suite("Filters as people type them")
struct FilterParsingTests {
    @Test(
        "a filter has one canonical text",
        arguments: [
            ("", ""), ("  ", ""), ("milk", "milk"), ("Milk  bread", "Milk bread"), ("milk and bread", "milk bread"),
            ("milk AND bread OR eggs", "milk bread or eggs"), ("milk (bread or eggs)", "milk (bread or eggs)"),
            ("((milk))", "milk"), ("(milk bread) eggs", "(milk bread) eggs"), ("(a b) or c", "a b or c"),
            ("(a or b) or c", "(a or b) or c"), ("not milk", "-milk"), ("NOT(a b)", "-(a b)"), ("-(-a)", "-(-a)"),
            ("not (a)", "-a"), ("a or (b c)", "a or b c"), ("\u{A0}a\tb\n", "a b"),
            ("\"milk\"", "milk"), ("\"oat milk\"", "\"oat milk\""), (#""a \"b\" \\c*""#, #""a \"b\" \\c*""#),
            ("\"or\"", "\"or\""), ("\"-x\"", "\"-x\""), ("\"@x\"", "\"@x\""), ("\"12:30\"", "\"12:30\""),
            ("\"|\" \"&&\"", "\"|\" \"&&\""), ("R&D a|b !c", "R&D a|b !c"), ("salt & pepper", "salt \"&\" pepper"),
            ("help ! now", "help \"!\" now"),
            ("well-known, o'clock", "well-known, o'clock"), ("a..b,c*", "a..b,c*"), ("\"(\"", "\"(\""),
            ("IS:Open", "is:open"), ("is:\"done\"", "is:done"), ("-is:overdue", "-is:overdue"),
            ("tag:Home", "tag:Home"), ("tag:home,\"a b\",none", "tag:home,\"a b\",none"), ("tag:NONE", "tag:none"),
            ("tag:\"none\"", "tag:\"none\""), ("tag:home/", "tag:home/"), ("tag:ho*", "tag:ho*"),
            (#"tag:"a \* b*""#, #"tag:"a \* b*""#), (#"tag:"\*""#, #"tag:"\*""#), ("tag:a:b", "tag:a:b"),
            ("tag:\"a..b\"", "tag:\"a..b\""), ("tag:\"a,b\"", "tag:\"a,b\""), ("tag:-x", "tag:-x"),
            ("tag:a\\b", "tag:a\\b"),
            ("place:Migros near:Migros/500m", "place:Migros near:Migros/500m"),
            ("near:\"47.37,8.54/1.5 km\"", "near:\"47.37,8.54/1.5 km\""),
            ("due:today", "due:today"), ("due:\"next friday\"", "due:\"next friday\""), ("due:..today", "due:..today"),
            ("due:today..", "due:today.."), ("due:today..\"in 2 weeks\"", "due:today..\"in 2 weeks\""),
            ("due:2026-11-21T18:00..", "due:2026-11-21T18:00.."), ("due:\"none\",any,Someday", "due:none,any,none"),
            ("due:\"nov 21, 2027\"", "due:\"nov 21, 2027\""), ("due:overdue,week", "due:overdue,week"),
            ("completed:\"last month\" created:friday", "completed:\"last month\" created:friday"),
            ("updated:\"2 hours ago\"..now", "updated:\"2 hours ago\"..now"),
            ("priority:HIGH,none", "priority:high,none"), ("priority:medium..", "priority:medium.."),
            ("priority:p1,3", "priority:high,low"), ("priority:P2..", "priority:medium.."),
            ("has:due text:\"oat milk\",bread", "has:due text:\"oat milk\",bread"),
            ("@work", "@work"), ("@\"my work\" -@x", "@\"my work\" -@x"), ("@a*b", "@a*b"),
            ("list:Inbox,\"inbox\" tag:inbox near:any", "list:inbox,\"inbox\" tag:inbox near:any"),
            ("in:3f2a start:..today is:WAITING", "in:3f2a start:..today is:waiting"),
            ("sort:due,-priority milk", "milk sort:due,-priority"), ("SORT:-Updated", "sort:-updated"),
            ("a sort:due or b", "a or b sort:due"),
            (
                "(due:..today or tag:urgent) -is:done milk",
                "(due:..today or tag:urgent) -is:done milk"
            ),
        ])
    func canonical(text: String, expected: String) throws {
        let parsed = try todoFilter(text)
        #expect(parsed.description == expected)
        #expect(try todoFilter(expected) == parsed)
    }

    /// What is refused, its place, what was expected (some of it), and the suggestion.
    struct Refused: Sendable, CustomTestStringConvertible {
        let text: String
        let part: String
        var expected: String?
        var suggestion: String?
        var testDescription: String { text }

        init(_ text: String, _ part: String, _ expected: String? = nil, suggestion: String? = nil) {
            self.text = text
            self.part = part
            self.expected = expected
            self.suggestion = suggestion
        }
    }

    @Test(
        "what is not understood is refused at its place, with what was expected and what may be meant",
        arguments: [
            Refused("milk tga:home", "tga", "tag:", suggestion: "tag"),
            Refused("duee:today", "duee", "due:", suggestion: "due"),
            Refused("Project:x", "Project", "list:", suggestion: "list"),
            Refused("label:x", "label", "tag:", suggestion: "tag"),
            Refused("tag:home | tag:work", "|", "or", suggestion: "or"),
            Refused("is:open || b", "||", "or", suggestion: "or"),
            Refused("(is:open) & b", "&", "and", suggestion: "and"), Refused("@a -&&", "&&", "and", suggestion: "and"),
            Refused("! tag:home", "!", "not", suggestion: "not"), Refused("a ! is:done", "!", "not", suggestion: "not"),
            Refused("!tag:home", "!tag", "tag:", suggestion: "-tag"),
            Refused("a !is:done", "!is", "is:", suggestion: "-is"),
            Refused("!Project:x", "!Project", "list:", suggestion: "-list"),
            Refused("at 12:30", "12", "tag:"), Refused("http://x.org", "http"), Refused(":x", ":"),
            Refused("käse sotr:due", "sotr", "sort:", suggestion: "sort"), Refused("or:x", "or", suggestion: "for"),
            Refused("is:opne", "opne", "open", suggestion: "open"), Refused("is:blue", "blue", "overdue"),
            Refused("🛒 is:done,doen", "doen", "done", suggestion: "done"), Refused("is:open..done", "open..done"),
            Refused("in:a*", "a*", "to-do"), Refused("has:tga", "tga", "tag", suggestion: "tag"),
            Refused("priority:hihg", "hihg", "high", suggestion: "high"), Refused("priority:high..low", "high..low"),
            Refused("priority:..urgent", "..urgent", "high"), Refused("priority:none..", "none.."),
            Refused("tag:", "", "tag"), Refused("tag: home", "", "tag"), Refused("tag:a, b", "", "tag"),
            Refused("tag:a..b", "a..b", "tag"), Refused("tag:\" \"", "\" \"", "tag"), Refused("tag:,a", ""),
            Refused("due:tomorow", "tomorow", "date"), Refused("due:next friday ..", "next"),
            Refused("due:..", "..", "date"), Refused("due:2026-02-30", "2026-02-30", "date"),
            Refused("due:tomorrow..today", "tomorrow..today", "date"), Refused("due:a..b..c", "a..b"),
            Refused("due:today..tomorrow..", "..", " "), Refused("due:\"today..friday\"", "\"today..friday\"", "date"),
            Refused("due:\"tomorrow 9am\"", "\"tomorrow 9am\"", "date"), Refused("due:\"\"..today", "\"\"..today"),
            Refused("created:none", "none", "date"), Refused("completed:soon", "soon", "date"),
            Refused("completed:7d..", "7d..", "date"), Refused("created:tomorrow..", "tomorrow..", "date"),
            Refused("updated:\"next week\"..eom", "\"next week\"..eom", "date"),
            Refused("created:tomorrow", "tomorrow", "date"), Refused("completed:2026-12", "2026-12", "date"),
            Refused("near:/500m", "/500m", "place"), Refused("near:Migros/5", "Migros/5", "distance"),
            Refused("near:\"97,8\"", "\"97,8\"", "place"),
            Refused("sort:due (sort:title)", "sort"), Refused("sort:due sort:title", "sort"),
            Refused("-sort:due", "sort"),
            Refused("a and sort:due", "sort"), Refused("a or sort:due", ""),
            Refused("sort:deu", "deu", "due", suggestion: "due"),
            Refused("sort:due,-due", "due"), Refused("sort:", ""), Refused("sort:-", "-"),
            Refused("sort:due\"x\"", "\"", " "),
            Refused("(milk", "(", ")"), Refused("milk)", ")"), Refused("()", ")", "condition"),
            Refused("((a)", "(", ")"),
            Refused("a or", "", "condition"), Refused("or a", "or", "condition"), Refused("a or or b", "or"),
            Refused("a and", "", "condition"), Refused("and a", "and"), Refused("a and or b", "or"),
            Refused("not", "", "condition"), Refused("not not a", "not"), Refused("--a", "-", "condition"),
            Refused("a - b", "-", "condition"), Refused("a -", "-", "condition"), Refused("-or", "-"),
            Refused("not -a", "-a", "condition"),
            Refused("\"milk", "\"milk", "\""), Refused("tag:\"home", "\"home", "\""), Refused("\"a\\\"", "\"a\\\""),
            Refused("a\"b\"", "\"", " "), Refused("\"a\"b", "b", " "), Refused("tag:a\"b\"", "\"", " "),
            Refused("(a)b", "b", " "), Refused("a or(b)", "(", " "), Refused("a and\"b\"", "\"", " "),
            Refused("a(b)", "(", " "), Refused("is:open(a)", "("),
            Refused("\"\"", "\"\"", "text"), Refused("\u{200B}", "\u{200B}", "text"),
            Refused("text:\" \"", "\" \"", "text"),
            Refused("@", "@"), Refused("@ x", "@"), Refused("@\"\"", "@\"\""),
        ])
    func refused(_ refused: Refused) throws {
        let (error, part) = try filterRefusal(refused.text) { try todoFilter(refused.text) }
        #expect(error.code == .badFilter)
        #expect(part == refused.part, "\(error.message)")
        let problem = try #require(error.underlying as? TodoFilter.Problem)
        if let expected = refused.expected { #expect(problem.expected.contains(expected), "\(problem.expected)") }
        #expect(problem.suggestion == refused.suggestion)
    }

    @Test("a place is counted in bytes of UTF-8 and in units of UTF-16")
    func places() throws {
        let text = "é🛒 a is:done,doen"
        let error = try filterRefusal(text) { try todoFilter(text) }.error
        let problem = try #require(error.underlying as? TodoFilter.Problem)
        #expect((problem.offset, problem.length) == (17, 4))
        #expect(problem.span.utf16 == 14..<18)
        #expect(error.message.contains("doen"))
    }

    @Test("limits are kept before the work, also for 100,000 parentheses")
    func limits() throws {
        let deepest = TodoFilter.deepest
        func nested(_ depth: Int, _ opening: String = "(") -> String {
            String(repeating: opening, count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try todoFilter(nested(deepest)).description == "a")
        for opening in ["(", "-(", "not ("] {
            #expect(
                try filterRefusal(nested(deepest + 1, opening)) { try todoFilter(nested(deepest + 1, opening)) }.part
                    == "(")
        }
        for text in [
            nested(100_000), String(repeating: "-", count: 100_000), String(repeating: "not ", count: 100_000),
        ] {
            let (error, part) = try filterRefusal(text) { try todoFilter(text) }
            #expect(error.code == .badFilter && part.utf8.count == text.utf8.count - TodoFilter.longestText)
        }
        let long = String(repeating: "é", count: TodoFilter.longestText / 2)
        #expect(try todoFilter(long).condition == .text(long))
        #expect(try filterRefusal("a" + long) { try todoFilter("a" + long) }.part == "é")
        let most = TodoFilter.mostTerms
        #expect(throws: Never.self) { try todoFilter((0..<most).map { "w\($0)" }.joined(separator: " or ")) }
        for text in [
            (0...most).map { "w\($0)" }.joined(separator: " "),
            "tag:" + (0...most).map { "w\($0)" }.joined(separator: ","),
            "\"\((0...most).map { "w\($0)" }.joined(separator: " "))\"",
            "text:\"\((0...most).map { "w\($0)" }.joined(separator: " "))\"",
        ] {
            #expect(try filterRefusal(text) { try todoFilter(text) }.part == text)
        }
    }

    @Test("a filter that a program makes has a text of its meaning")
    func made() throws {
        typealias Operand = TodoFilter.Operand
        let open = TodoFilter.Condition.field(.is, [Operand(.word("open"))])
        let (all, none) = ("(is:open or is:done)", "is:open is:done")
        #expect(TodoFilter().description.isEmpty && TodoFilter(.and([])) == TodoFilter())
        #expect(TodoFilter(.or([])).description == none && TodoFilter(.field(.tag, [])).description == none)
        #expect(TodoFilter(.and([open])).description == "is:open" && TodoFilter(.or([.and([open])])).condition == open)
        #expect(TodoFilter(.not(.and([]))).description == "-\(all)")
        #expect(TodoFilter(.and([open, .or([])])).description == "is:open (\(none))")
        #expect(
            TodoFilter(nil, order: [SortTerm(.due), SortTerm(.title), SortTerm(.due, descending: true)]).description
                == "sort:due,title")
        #expect(TodoFilter(.field(.tag, [Operand(.name(.init("a*")))])).description == #"tag:"a\*""#)
        #expect(TodoFilter(.field(.tag, [Operand(.name(.init(parts: ["a", ""])))])).description == "tag:a*")
    }

    @Test("each field is declared once, and is found by its name")
    func fields() {
        let fields = TodoFilter.Field.all
        #expect(Set(fields.map(\.name)).count == fields.count && !fields.contains { $0.name == "sort" })
        for field in fields { #expect(TodoFilter.Field(name: field.name) == field) }
        #expect(TodoFilter.Field(name: "tags") == nil)
        #expect(
            TodoFilter.Field.is.words == [
                "open", "done", "overdue", "waiting", "started", "blocked", "ready", "repeating",
            ])
        #expect(TodoFilter.Field.priority.words == ["high", "medium", "low", "any", "none"])
    }

    @Test("signs of other programs have a word in filters")
    func signs() {
        let words = ["&", "&&", "|", "||", "!", "R&D", "!!", "and"].map(TodoFilter.word)
        #expect(words == ["and", "and", "or", "or", "not", nil, nil, nil])
    }

    @Test("the text of a filter is what it looks for, and not what must be missing or is a condition")
    func texts() throws {
        let filter = try todoFilter("p1 tag:home (\"oat milk\" or due:today eggs) -bread text:x")
        #expect(filter.texts == ["p1", "oat milk", "eggs"])
        #expect(try todoFilter("is:done -(a b)").texts.isEmpty && TodoFilter().texts.isEmpty)
    }

    @Test(
        "a word that is a value of a condition, or means something in a line of quick add, may be meant as one",
        arguments: [
            ("overdue", "is:overdue"), ("Today", "due:today"), ("high", "priority:high"), ("inbox", "list:inbox"),
            ("p1", "priority:high"), ("+work", "tag:work"), ("#work", "tag:work"),
            ("/Work/Reports", "list:Work/Reports"),
            ("milk", nil), ("none", nil), ("@home", nil), ("#", nil), ("p4", nil),
        ] as [(String, String?)])
    func meant(word: String, condition: String?) throws {
        #expect(TodoFilter.meant(by: word) == condition)
        if let condition { #expect(try todoFilter(condition).description == condition) }
    }
}
