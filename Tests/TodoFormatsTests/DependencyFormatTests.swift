import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// What to-dos wait for, in each format that has it.
@Suite("Dependencies in files")
struct DependencyFormatTests {
    private static let (one, other) = (
        "21c8b5b9-fbbb-409f-a621-d14f03bf561a", "d3b3b5c1-0f4f-4f7c-9a63-4f6f3f0a2a11"
    )

    private func ids(_ text: String, as format: any TodoFormat) throws -> [[String]] {
        try todos(of: text, as: format).map { $0.dependsOn.map(\.rawValue) }
    }

    @Test("Taskwarrior's depends is a list, or text with commas in older versions; other contents stay as they are")
    func taskwarrior() throws {
        let format = TaskwarriorFormat()
        let list = #"{"description":"a","uuid":"\#(Self.one)","depends":["\#(Self.other)","x y"]}"#
        let text = #"{"description":"a","uuid":"\#(Self.one)","depends":"\#(Self.other),\#(Self.one)"}"#
        let number = #"{"description":"a","uuid":"\#(Self.one)","depends":7}"#
        let read = try todos(of: "[\(list),\(text),\(number)]", as: format)
        #expect(read[0].dependsOn.count == 2 && read[0].dependsOn.contains(.init(stored: Self.other)))
        #expect(read[1].dependsOn.map(\.rawValue) == [Self.one, Self.other])
        #expect(read[2].dependsOn.isEmpty && read[2].extras["taskwarrior.depends"] == 7)
        let written = try JSONValue(parsing: String(decoding: export(read, as: format), as: UTF8.self)).elements
        #expect(written?[1]["depends"] == [.string(Self.one), .string(Self.other)])
        #expect(written?[2]["depends"] == 7)
    }

    @Test("an id that is no UUID comes back from Taskwarrior")
    func foreignIDs() throws {
        var todo = Todo(id: .init(stored: "a"), title: "a", createdAt: context.now)
        todo.dependsOn = ["b", Self.one].map(Todo.ID.init(stored:)).sorted()
        let file = String(decoding: export([todo], as: TaskwarriorFormat()), as: UTF8.self)
        let again = try todos(of: file, as: TaskwarriorFormat())
        #expect(again.first?.dependsOn == todo.dependsOn)
        #expect(again.first?.extras.isEmpty == true)
    }

    @Test("iCalendar's RELATED-TO of the kind DEPENDS-ON; other relations and other programs' UIDs stay as they are")
    func calendar() throws {
        let lines = [
            "RELATED-TO;RELTYPE=SIBLING:s", "RELATED-TO;RELTYPE=DEPENDS-ON:b1",
            "RELATED-TO;RELTYPE=DEPENDS-ON:x@example.org",
        ]
        let file = (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:a"] + lines + ["END:VTODO", "END:VCALENDAR"])
            .joined(separator: "\r\n")
        var todo = try #require(try todos(of: file, as: ICalendarFormat()).first)
        let foreign = try #require(
            try todos(of: file.replacing("UID:a", with: "UID:x@example.org"), as: ICalendarFormat()).first)
        #expect(Set(todo.dependsOn) == [.init(stored: "b1"), foreign.id])
        func written() -> [String] {
            String(decoding: export([todo], as: ICalendarFormat()), as: UTF8.self).split(whereSeparator: \.isNewline)
                .map(String.init).filter { $0.hasPrefix("RELATED-TO") }.sorted()
        }
        #expect(written() == lines.sorted())
        todo.dependsOn = [.init(stored: "c")]
        #expect(written() == ["RELATED-TO;RELTYPE=DEPENDS-ON:c", "RELATED-TO;RELTYPE=SIBLING:s"])
    }

    @Test("JSON and CSV keep what is no list of ids")
    func others() throws {
        let (one, two) = ("7d4449f4-5d6f-4f3c-9d3e-6a3a4d3b2a11", "7d4449f4-5d6f-4f3c-9d3e-6a3a4d3b2a12")
        #expect(
            try ids(#"[{"title":"a","dependsOn":["\#(one)","\#(two)"],"blocked":true}]"#, as: JSONFormat())
                == [[one, two]])
        for value in [#""b""#, #"["b",7]"#, #"["no id"]"#] {
            let todo = try #require(try todos(of: #"[{"title":"a","dependsOn":\#(value)}]"#, as: JSONFormat()).first)
            #expect(todo.dependsOn.isEmpty)
            #expect(try todo.extras["json.dependsOn"] == JSONValue(parsing: value))
        }
        #expect(try ids("title,dependsOn\na,\(one) \(two)\n", as: CSVFormat()) == [[one, two]])
        let kept = try #require(try todos(of: "title,dependsOn\na,\"b, c\"\n", as: CSVFormat()).first)
        #expect(kept.dependsOn.isEmpty && kept.extras.text("csv.dependsOn") == "b, c")
    }
}

extension [String: JSONValue] {
    fileprivate func text(_ key: String) -> String? { self[key]?.string }
}
