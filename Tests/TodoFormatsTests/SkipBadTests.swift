import Foundation
import Testing
import TodoDomain
import TodoFormats

@Suite("Records that cannot be read, left out")
struct SkipBadTests {
    private static let lenient: ImportContext = {
        var lenient = context
        lenient.isSkippingBad = true
        return lenient
    }()

    private func check(
        _ text: String, _ format: any TodoFormat, _ titles: [String], _ refused: [String]
    ) throws {
        #expect(try refusal(of: text.utf8, as: format) != nil)
        let items = try items(of: text.utf8, as: format, Self.lenient)
        #expect(items.todos.map(\.title) == titles)
        #expect(items.refused == refused)
    }

    @Test("a row of CSV, with the line where it begins; also one with broken quotes")
    func csv() throws {
        try check(
            "title,due\na,2026-11-21\n\"b\nb\",never\nc,\n\"d\"d,\ne,x,y\nf,\n", CSVFormat(), ["a", "c", "f"],
            [
                "line 3: The date \"never\" in the column due is not understood.",
                "line 6: Text follows a closing quote.", "line 7: The record has more cells than the header.",
            ])
    }

    @Test("a date with two meanings is refused with both, unless the order is set or there is only one")
    func twoMeanings() throws {
        let text = "TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,a,1,1,1/2/2027\ntask,b,1,1,1/13/2027\ntask,c,1,1,soonish\n"
        try check(
            text, CSVFormat(), ["b"],
            [
                "line 2: The date \"1/2/2027\" in the column DATE can be 2027-02-01 or 2027-01-02; "
                    + "say which with todo config set dates.slashes day-first or month-first.",
                "line 4: The date \"soonish\" in the column DATE is not understood.",
            ])
        var settled = Self.lenient
        settled.phrases.slashOrder = .dayFirst
        let todos = try items(of: text.utf8, as: CSVFormat(), settled).todos
        #expect(todos.map(\.due) == [try .day(2027, 2, 1)])
    }

    @Test("a line of NDJSON, a task of Taskwarrior, a to-do of iCalendar")
    func others() throws {
        try check(
            "{\"title\":\"a\"}\n{\"title\":\n{\"title\":\"c\"}\n", NDJSONFormat(), ["a", "c"],
            try items(of: "{\"title\":\"a\"}\n{\"title\":\n".utf8, as: NDJSONFormat(), Self.lenient).refused)
        let tasks = "[{\"description\":\"a\"},{\"description\":7},{\"description\":\"c\"}]"
        let items = try items(of: tasks.utf8, as: TaskwarriorFormat(), Self.lenient)
        #expect(items.todos.map(\.title) == ["a", "c"] && items.refused.count == 1)
    }

    @Test("todo.txt: a line that is no text")
    func todoTxt() throws {
        let bytes = Array("a\n".utf8) + [0xFF, 0x0A] + Array("c\n".utf8)
        let items = try items(of: bytes, as: TodoTxtFormat(), Self.lenient)
        #expect(items.todos.map(\.title) == ["a", "c"])
        #expect(
            items.refused == [
                "line 2: The text is not valid UTF-8; if it is Windows-1252, "
                    + "iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW makes it so."
            ])
    }

    @Test("what is wrong with the file as a whole still ends the import")
    func header() throws {
        #expect(try refusal(of: "a,b\n1,2\n".utf8, as: CSVFormat(), Self.lenient) != nil)
        #expect(try refusal(of: "title\n\"a\n".utf8, as: CSVFormat(), Self.lenient) != nil)
    }
}

extension [ImportItem] {
    fileprivate var refused: [String] {
        compactMap { if case .refused(let position, _, let reason) = $0 { "\(position): \(reason)" } else { nil } }
    }
}
