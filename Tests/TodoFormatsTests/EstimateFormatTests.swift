import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// Estimates in the files of other programs.
@Suite("Estimates in files")
struct EstimateFormatTests {
    private func task(_ members: String) throws -> Todo {
        let text = #"[{"description":"a","uuid":"a00093ae-c1cf-4b76-855b-dc4933cc2880",\#(members)}]"#
        return try #require(try todos(of: text, as: TaskwarriorFormat()).first)
    }

    @Test(
        "Taskwarrior's attribute is read where it says its unit, and written as a duration",
        arguments: [("PT1H30M", 90, "PT1H30M"), ("PT45M", 45, "PT45M"), ("P1D", 1440, "PT24H"), ("2h", 120, "PT2H")])
    func taskwarrior(text: String, minutes: Int, written: String) throws {
        let todo = try task(#""estimate":"\#(text)""#)
        #expect(todo.estimate == minutes && todo.extras["taskwarrior.estimate"] == nil)
        let bytes = export([todo], as: TaskwarriorFormat())
        #expect(try JSONValue(parsing: bytes).elements?.first?["estimate"] == .string(written))
        #expect(try items(of: bytes, as: TaskwarriorFormat()).todos.first?.estimate == minutes)
    }

    @Test("an attribute without a unit stays as it is", arguments: ["90", "\"large\"", "\"90\"", "\"PT30S\"", "1.5"])
    func otherTaskwarrior(json: String) throws {
        let todo = try task("\"estimate\":\(json)")
        #expect(todo.estimate == nil)
        let bytes = export([todo], as: TaskwarriorFormat())
        #expect(try JSONValue(parsing: bytes).elements?.first?["estimate"] == JSONValue(parsing: json))
        var estimated = todo
        estimated.estimate = 60
        let again = export([estimated], as: TaskwarriorFormat())
        #expect(try JSONValue(parsing: again).elements?.first?["estimate"] == "PT1H", "what was set here counts")
    }

    @Test("a column of a table is in minutes, or says its unit; what is not understood is kept")
    func tables() throws {
        let text = "title,due,estimate\na,,90\nb,,1h30\nc,,large\nd,,\n"
        let todos = try todos(of: text, as: CSVFormat())
        #expect(todos.map(\.estimate) == [90, 90, nil, nil])
        #expect(todos[2].extras == ["csv.estimate": "large"])
    }

    @Test("our own JSON has minutes; another value is refused")
    func json() throws {
        func read(_ value: String) throws -> Todo? {
            try todos(of: #"[{"id":"a","title":"a","estimate":\#(value)}]"#, as: JSONFormat()).first
        }
        #expect(try read("90")?.estimate == 90 && read("null")?.estimate == nil)
        for wrong in ["0", "-1", "525601", "99999999999999999999", "1.5", "\"large\""] {
            #expect(throws: (any Error).self, "\(wrong)") { try read(wrong) }
        }
    }

    @Test("Todoist's minutes are read; its days are no hours of work, and are kept")
    func todoist() throws {
        let text = """
            TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE,DURATION,DURATION_UNIT
            task,a,,4,1,,45,minute
            task,b,,4,1,,2,day
            task,c,,4,1,,None,None

            """
        let todos = try todos(of: text, as: CSVFormat())
        #expect(todos.map(\.estimate) == [45, nil, nil])
        #expect(todos[1].extras == ["csv.DURATION": "2", "csv.DURATION_UNIT": "day"])
    }
}
