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
        #expect(outputs["todo list"]?.split(separator: "\n").count == 5)
        #expect(outputs["todo"]?.contains("Call Bob about the report") == true)
        let filtered = outputs[#"todo list "due:..tomorrow (tag:shop or priority:high)""#]
        #expect(filtered?.contains("Call Bob") == true && filtered?.contains("Crème brûlée") == false)
        #expect(outputs["todo search creme eggs"]?.contains("Crème brûlée") == true)
        #expect(outputs["todo list --near Migros --within 500m"]?.contains("Return the bottles") == true)
        #expect(outputs["todo tag list"]?.contains("shopping") == true)
        #expect(try todo("stats", "--json").json()["open"] == 5)
    }

    @Test("its lines for several devices bring a to-do from one to the other")
    func severalDevices() async throws {
        var todo = try TodoProcess()
        todo.environment["TODO_NOW"] = nil
        todo.environment["XDG_DATA_HOME"] = todo.folder.path
        let blocks = try Document("README.md").blocks(of: "sh")
        let server = try #require(blocks.first { $0.first?.hasPrefix("todo-server ") == true })
        let device = try #require(blocks.first { $0.first?.hasPrefix("todo remote ") == true })
        #expect(server.count == 2 && device.count == 5)
        #expect(try todo.shell(server[0]).status == 0)
        // On a free port, and not in the background of a shell that would outlive the test.
        let command = try #require(server[1].split(separator: " &").first)
        let serving = try todo.startShell("exec \(command) --port 0 > server.out")
        defer {
            kill(serving.processIdentifier, SIGKILL)
            serving.waitUntilExit()
        }
        let output = todo.folder.appending(path: "server.out")
        let isListening = { (try? String(contentsOf: output, encoding: .utf8))?.hasSuffix("\n") == true }
        while serving.isRunning, !isListening() { try await Task.sleep(for: .milliseconds(20)) }
        let address = try #require(try String(contentsOf: output, encoding: .utf8).split(separator: " ").last)
        try todo("add", "Buy milk")
        for database in ["one.db", "two.db"] {
            todo.environment["TODO_DB"] = database == "one.db" ? todo.database.path : todo.folder.path + "/" + database
            for line in device {
                let line = line.replacing("http://127.0.0.1:8080", with: address.trimmingCharacters(in: .newlines))
                let result = try todo.shell(line)
                #expect(result.status == 0, "\(line): \(result.error)")
            }
        }
        #expect(try todo.shell("todo list").output.contains("Buy milk"))
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
