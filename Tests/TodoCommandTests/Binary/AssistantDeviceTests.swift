import Foundation
import JSON
import TestSupport
import Testing

/// Assistants beside a person, a sync and what kills programs.
@Suite("Assistants at work on devices")
struct AssistantDeviceTests {
    /// A program that speaks as an assistant's client does.
    private final class Assistant {
        let client: LineClient
        private var id = 0

        init(_ todo: TodoProcess, _ name: String) throws {
            client = try LineClient(todo, ["mcp"])
            let answer = try client.ask(
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
                    + #""capabilities":{},"clientInfo":{"name":"\#(name)","version":"1"}}}"#)
            try #require(answer["result"] != nil)
        }

        /// Sends a call without waiting for its answer.
        func send(_ tool: String, _ arguments: JSONValue) throws {
            id += 1
            let call: JSONValue = [
                "jsonrpc": "2.0", "id": .integer(Int64(id)), "method": "tools/call",
                "params": ["name": .string(tool), "arguments": arguments],
            ]
            try client.send(call.canonicalJSON)
        }

        /// Whether the call that was sent first is acknowledged.
        func isDone() throws -> Bool { try client.line()["result"]?["isError"] == false }
    }

    private func titles(_ todo: TodoProcess) throws -> [String] {
        try todo("list", "--json", "--page-size", "500").json()["items"]?.elements?
            .compactMap { $0["title"]?.string }.sorted() ?? []
    }

    @Test("what was acknowledged before the program was killed is there, once, and all else once or not at all")
    func killed() throws {
        let todo = try TodoProcess()
        var (acknowledged, sent) = (Set<String>(), Set<String>())
        for round in 0..<6 {
            let assistant = try Assistant(todo, "Claude")
            for call in 0...3 {
                let title = "to-do \(round)-\(call)"
                sent.insert(title)
                try assistant.send("add", ["todos": [["title": .string(title)]]])
                // The last one is killed between the request and its answer, each time a little later.
                if call == 3 { break }
                #expect(try assistant.isDone())
                acknowledged.insert(title)
            }
            usleep(UInt32(round) * 2000)
            kill(assistant.client.process.processIdentifier, SIGKILL)
            assistant.client.process.waitUntilExit()
        }
        let found = try titles(todo)
        #expect(Set(found).count == found.count, "nothing is there twice")
        #expect(acknowledged.isSubset(of: found) && sent.isSuperset(of: found))
        #expect(try todo("doctor").status == 0)
    }

    @Test(
        "two assistants, a person and syncs at once: nothing is lost, and another device takes one assistant's part back"
    )
    func together() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(database: folder.file("server.db"))
        let devices = try (0..<2).map { _ in
            var todo = try TodoProcess()
            todo.environment["TOKEN"] = "any"
            try todo("remote", "set", server.url, "--user", "ada", "--token-variable", "TOKEN")
            return todo
        }
        let (laptop, phone) = (devices[0], devices[1])
        try laptop("add", "Shared", "--notes", "by a person")
        for device in devices { try device("sync", "--quiet") }
        let (claude, cursor) = (try Assistant(laptop, "Claude"), try Assistant(laptop, "Cursor"))
        var syncs: [Process] = []
        for round in 0..<4 {
            syncs.append(try laptop.startShell("todo sync --quiet --db '\(laptop.database.path)'"))
            try claude.send("add", ["todos": [["title": .string("claude \(round)")]]])
            try cursor.send("add", ["todos": [["title": .string("cursor \(round)")]]])
            try laptop("add", "person \(round)")
            #expect(try claude.isDone() && cursor.isDone())
        }
        try claude.send("change", ["filter": "Shared", "set": ["priority": "high"]])
        #expect(try claude.isDone())
        for sync in syncs { sync.waitUntilExit() }
        for assistant in [claude, cursor] { #expect(try assistant.client.end() == 0) }
        for device in devices { try device("sync", "--quiet") }
        let all = (0..<4).flatMap { ["claude \($0)", "cursor \($0)", "person \($0)"] } + ["Shared"]
        for device in devices { #expect(try titles(device) == all.sorted()) }

        // On the other device.
        #expect(try phone("list", "by:cursor", "--json").json()["items"]?.elements?.count == 4)
        let shown = try phone("list", "Shared", "--json").json()["items"]?.elements?.first
        #expect(shown?["by"] == "Claude" && shown?["priority"] == "high")
        #expect(try phone("show", #require(shown?["id"]?.string)).output.contains("Claude"))
        let steps = try phone("history", "--by", "claude", "--json").json()["items"]?.elements ?? []
        #expect(!steps.isEmpty && steps.allSatisfy { $0["by"] == "Claude" && $0["author"] == "sync" })
        #expect(try phone("undo", "--by", "claude", "--since", "today").status == 0)
        for device in [phone, laptop] { try device("sync", "--quiet") }
        let left = all.filter { !$0.hasPrefix("claude") }.sorted()
        for device in devices {
            #expect(try titles(device) == left)
            let shared = try device("list", "Shared", "--json").json()["items"]?.elements?.first
            #expect(shared?["priority"] == .null && shared?["notes"] == "by a person")
            #expect(try device("doctor").status == 0)
        }
    }
}
