import Foundation
import JSON
import TestSupport
import Testing

@Suite("The README's commands")
struct ReadmeCommandTests {
    @Test("every line of the tour runs, in its order, and prints what it is there for")
    func tour() throws {
        let todo = try TodoProcess()
        let tour = try #require(
            try Document("README.md").blocks(of: "sh").first { $0.contains { $0.hasPrefix("todo ") } })
        #expect(tour.count > 10)
        var outputs: [String: String] = [:]
        for line in tour {
            let result = try todo.shell(line)
            #expect(result.status == 0, "\(line): \(result.error)")
            outputs[line] = result.output
        }
        #expect(outputs["todo list"]?.split(separator: "\n").count == 3)
        #expect(outputs["todo search creme eggs"]?.contains("Crème brûlée") == true)
        #expect(outputs["todo list --near Migros --within 500m"]?.contains("Return the bottles") == true)
        #expect(outputs["todo tag list"]?.contains("shopping") == true)
        #expect(try todo("stats", "--json").json()["open"] == 3)
    }

    @Test("what it says of make is in the Makefile")
    func makeTargets() throws {
        let targets = try Document("Makefile").lines
        let used = try Document("README.md").blocks(of: "sh").joined().filter { $0.hasPrefix("make ") }.compactMap {
            $0.split(separator: " ").dropFirst().first
        }
        #expect(used == ["run", "test"])
        for target in used { #expect(targets.contains { $0.hasPrefix("\(target):") }) }
    }
}
