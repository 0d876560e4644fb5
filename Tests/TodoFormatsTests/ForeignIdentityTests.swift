import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite("Ids of other programs")
struct ForeignIdentityTests {
    /// Two records in each format that has ids.
    private static func file(_ format: String, _ records: [(id: String, title: String)]) -> String {
        switch format {
        case "csv": "id,title\n" + records.map { "\($0.id),\($0.title)\n" }.joined()
        case "json": "[" + records.map { #"{"id":"\#($0.id)","title":"\#($0.title)"}"# }.joined(separator: ",") + "]"
        default: records.map { #"{"id":"\#($0.id)","title":"\#($0.title)"}"# }.joined(separator: "\n")
        }
    }

    private func read(_ name: String, _ records: (String, String)...) throws -> [Todo] {
        let format = try #require(TodoFormats.writable(named: name))
        return try todos(of: Self.file(name, records.map { (id: $0.0, title: $0.1) }), as: format)
    }

    @Test(
        "a number names a record only in its file, and the same record each time", arguments: ["csv", "json", "ndjson"])
    func numbers(name: String) throws {
        let (report, milk) = (try read(name, ("1", "Work report")), try read(name, ("1", "Buy milk")))
        #expect(report.map(\.id) != milk.map(\.id) && (report + milk).allSatisfy { $0.id.rawValue != "1" })
        #expect(try read(name, ("1", "Work report")) == report)
    }

    @Test("two rows with one id are two to-dos", arguments: ["csv", "json", "ndjson"])
    func repeated(name: String) throws {
        let id = "7d4449f4-5d6f-4f3c-9d3e-6a3a4d3b2a11"
        for id in ["1", id] {
            let todos = try read(name, (id, "One"), (id, "Two"))
            #expect(todos.map(\.title) == ["One", "Two"] && Set(todos.map(\.id)).count == 2)
        }
    }

    @Test("a UUID is the same record's in every file", arguments: ["csv", "json", "ndjson"])
    func unique(name: String) throws {
        let id = "7d4449f4-5d6f-4f3c-9d3e-6a3a4d3b2a11"
        #expect(try read(name, (id, "One")).map(\.id.rawValue) == [id])
        #expect(try read(name, (id, "Two")).map(\.id.rawValue) == [id])
    }

    @Test("what we wrote keeps its ids, whatever they are", arguments: ["csv", "json", "ndjson"])
    func ours(name: String) throws {
        let format = try #require(TodoFormats.writable(named: name))
        let todo = Todo(id: .init(stored: "one"), title: "a", createdAt: context.now)
        #expect(try items(of: export([todo], as: format), as: format).todos.map(\.id) == [todo.id])
    }

    @Test(
        "a parent is found by what the file calls it, also below it; one that is not there is said",
        arguments: [
            ("csv", "id,title,parent\n2,Oats,1\n1,Shop,\n3,Lost,9\n", "csv.parent"),
            (
                "json",
                #"[{"id":"2","title":"Oats","parent":"1"},{"id":"1","title":"Shop"},{"id":"3","title":"Lost","parent":"9"}]"#,
                "json.parent"
            ),
        ])
    func parents(name: String, text: String, key: String) throws {
        let format = try #require(TodoFormats.writable(named: name))
        let items = try items(of: text.utf8, as: format)
        let todos = Dictionary(uniqueKeysWithValues: items.todos.map { ($0.title, $0) })
        #expect(todos.count == 3 && todos["Oats"]?.parent == todos["Shop"]?.id)
        #expect(todos["Lost"]?.parent == nil && todos["Lost"]?.extras[key] == "9")
        #expect(
            items.skipped.count == 1
                && items.skipped[0].hasSuffix(#""9" is not a record of this file, and is kept as an extra."#))
    }
}
