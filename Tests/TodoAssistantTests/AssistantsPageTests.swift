import Foundation
import JSON
import TestSupport
import Testing
import TodoAssistant
import TodoKit

/// docs/assistants.md: each call that it has for a question is made.
@Suite("docs/assistants.md") struct AssistantsPageTests {
    private struct Question {
        let text: String
        let calls: [(tool: String, arguments: String)]
    }

    private static func questions() throws -> [Question] {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/assistants.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| “") }.map {
            row in
            let cells = row.split(separator: "|", maxSplits: 1)
            let calls = cells[1].split(separator: "`").filter { $0.contains("{") }.map { call in
                let parts = call.split(separator: " ", maxSplits: 1)
                return (String(parts[0]), String(parts[1]))
            }
            return Question(text: String(cells[0]), calls: calls)
        }
    }

    @Test("twenty questions take at most two calls and 4,000 bytes each") func questions() async throws {
        let questions = try Self.questions()
        #expect(questions.count == 20)
        for question in questions {
            let client = try await TestClient()
            let rent = try await client.store.add(
                "Pay the rent", tags: ["home"], due: .day(2026, 11, 20), priority: .high)
            try await client.store.add("Water the garden", due: .day(2026, 11, 21), placement: .path("Home"))
            let done = try await client.store.add("Done")
            try await client.store.complete([done.id])
            _ = try await client.done("add", ["todos": [["title": "Earlier in this conversation"]]])
            #expect(1...2 ~= question.calls.count, "\(question.text)")
            var bytes = 0
            for (tool, arguments) in question.calls {
                let id = question.text.contains("not done") ? done.id : rent.id
                let arguments = arguments.replacingOccurrences(of: "ID", with: id.rawValue)
                let result = try await client.call(tool, try JSONValue(parsing: arguments))
                #expect(result["isError"] == false, "\(question.text): \(result.canonicalJSON)")
                bytes += tool.utf8.count + arguments.utf8.count + result.canonicalJSON.utf8.count
            }
            #expect(bytes <= 4000, "\(question.text)")
        }
    }

    @Test("what is overdue is moved, and what you just did is taken back") func meaning() async throws {
        let client = try await TestClient()
        let late = try await client.store.add("Late", due: .day(2026, 11, 20))
        let waits = try await client.store.add("Waits", due: .day(2026, 11, 20), start: .day(2026, 12, 1))
        let calls = try Self.questions().flatMap(\.calls)
        for tool in ["change", "undo"] {
            let call = try #require(calls.first { $0.tool == tool })
            _ = try await client.done(tool, try JSONValue(parsing: call.arguments))
            let due = try await client.store.todos.find(late.id).due
            #expect(try due == .day(2026, 11, tool == "change" ? 22 : 20))
            #expect(try await client.store.todos.find(waits.id).due == .day(2026, 11, 20))
        }
    }
}
