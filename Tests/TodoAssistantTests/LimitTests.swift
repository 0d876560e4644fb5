import JSON
import TestSupport
import Testing
import TodoAssistant
import TodoKit

@Suite("The limits of assistants") struct LimitTests {
    private static let yes: JSONValue = ["action": "accept", "content": ["confirm": true]]

    @Test("reading only, there are only the tools that read") func readOnly() async throws {
        let client = try await TestClient(limits: AssistantLimits(isReadOnly: true))
        let tools = try await client.request("tools/list")["result"]?["tools"]?.elements
        #expect(tools?.compactMap { $0["name"]?.string } == ["find", "show", "agenda", "names", "history"])
        let answer = try await client.request("tools/call", ["name": "add", "arguments": ["todos": [["title": "x"]]]])
        #expect(answer["error"]?["code"] == -32602)
        #expect(try await client.titles().isEmpty)
    }

    @Test("a client that cannot ask has to repeat the number to which the person agreed") func confirming() async throws
    {
        let client = try await TestClient()
        let todo = try await client.store.add("Milk")
        let ids: JSONValue = [.string(todo.id.rawValue)]
        #expect(try await client.refusal("delete", ["ids": ids]) == "unconfirmed")
        #expect(try await client.refusal("delete", ["ids": ids, "confirm": 2]) == "unconfirmed")
        #expect(try await client.titles() == ["Milk"])
        #expect(try await client.done("delete", ["ids": ids, "confirm": 1])["deleted"] == ids)

        for number in 1...21 { try await client.store.add("Many \(number)", tags: ["many"]) }
        let change: JSONValue = ["filter": "tag:many", "set": ["priority": "low"]]
        #expect(try await client.refusal("change", change) == "unconfirmed")
        #expect(
            try await client.done("change", ["filter": "tag:many", "set": ["priority": "low"], "confirm": 21])[
                "changed"] == 21)
    }

    @Test("a client that can ask asks the person, whatever the model says") func asking() async throws {
        for (answer, remains) in [
            (Self.yes, 0), (["action": "decline"], 1), (["action": "accept", "content": [:]], 1),
        ] as [(JSONValue, Int)] {
            let client = try await TestClient(answering: answer)
            let todo = try await client.store.add("Milk")
            _ = try await client.call("delete", ["ids": [.string(todo.id.rawValue)], "confirm": 1])
            #expect(client.questions.map { $0["method"] } == ["elicitation/create"])
            #expect(try await client.titles().count == remains)
        }
    }

    @Test("without a handshake the question is a result, and the call is made again with the answer") func askingAgain()
        async throws
    {
        let client = try await TestClient("2026-07-28", answering: Self.yes)
        let todo = try await client.store.add("Milk")
        let arguments: JSONValue = ["ids": [.string(todo.id.rawValue)], "confirm": 1]
        let question = try await client.call("delete", arguments)
        #expect(question["resultType"] == "input_required")
        #expect(question["inputRequests"]?["confirm"]?["method"] == "elicitation/create")
        #expect(try await client.titles() == ["Milk"])
        let state = try #require(question["requestState"])
        let declined = try await client.call(
            "delete", arguments, adding: ["requestState": state, "inputResponses": ["confirm": ["action": "cancel"]]])
        #expect(declined["isError"] == true && declined["resultType"] == "complete")
        // An agreement to another number does not count.
        let other = try await client.call(
            "delete", arguments, adding: ["requestState": "5", "inputResponses": ["confirm": Self.yes]])
        #expect(other["resultType"] == "input_required")
        #expect(try await client.titles() == ["Milk"])
        _ = try await client.call(
            "delete", arguments, adding: ["requestState": state, "inputResponses": ["confirm": Self.yes]])
        #expect(try await client.titles().isEmpty)
    }

    @Test("limited to a list, nothing beyond it is seen, counted, named or changed") func oneList() async throws {
        let test = try TestStore()
        let inside = try await test.store.add(
            "Inside", tags: ["in"], due: .day(2026, 11, 20), placement: .path("Work/Reports"))
        let outside = try await test.store.add(
            "Outside", tags: ["out"], due: .day(2026, 11, 20), placement: .path("Home"))
        let client = try await TestClient(limits: AssistantLimits(list: "Work"), on: test)
        try await client.assistant.checkLimits()
        #expect(try await client.titles() == ["Inside"])
        for filter in ["list:Home", "list:Nowhere", "tag:out", "tag:nothing", "in:\(outside.id)"] {
            #expect(try await client.done("find", ["filter": .string(filter)])["total"] == 0, "\(filter)")
        }
        #expect(try await client.titles("is:open or tag:out") == ["Inside"])
        let hidden = JSONValue.string(outside.id.rawValue)
        #expect(try await client.refusal("show", ["ids": [hidden]]) == "not-found")
        #expect(try await client.refusal("finish", ["ids": [hidden]]) == "not-found")
        #expect(try await client.refusal("delete", ["ids": [hidden], "confirm": 1]) == "not-found")
        #expect(try await client.refusal("history", ["id": hidden]) == "not-found")
        #expect(try await client.refusal("add", ["todos": [["title": "x", "parent": hidden]]]) == "not-found")
        #expect(try await client.refusal("add", ["todos": [["title": "x", "list": "Home"]]]) == "not-found")
        #expect(try await client.refusal("add", ["todos": [["line": "x /Home"]]]) == "not-found")
        #expect(try await client.refusal("add", ["todos": [["line": "x /Nowhere"]]]) == "not-found")
        let own = JSONValue.string(inside.id.rawValue)
        #expect(try await client.refusal("change", ["ids": [own], "set": ["list": "Home"]]) == "not-found")
        #expect(try await client.done("agenda")["total"] == 1)
        #expect(try await client.done("names", ["kind": "lists"])["items"] == ["Work", "Work/Reports"])
        #expect(try await client.done("names", ["kind": "tags"])["items"] == ["in"])
        #expect(try await client.done("history")["items"]?.elements?.count == 1)
        #expect(try await client.refusal("undo", ["steps": 1]) == "usage")
        let added = try await client.done("add", ["todos": [["title": "New"]]])
        #expect(added["items"]?.elements?.first?["list"] == "Work")
        _ = try await client.done("undo", ["by": "me"])
        #expect(try await client.titles() == ["Inside"])
        let waits = try await test.store.add("Waits", placement: .path("Work"), dependsOn: [outside.id])
        for (tool, arguments) in [
            ("show", ["ids": [.string(waits.id.rawValue)]]), ("find", ["fields": ["*"]]),
        ] as [(String, JSONValue)] {
            let text = try await client.call(tool, arguments).canonicalJSON
            #expect(text.contains("Waits") && !text.contains(outside.id.rawValue))
        }
        let missing = Assistant(test.store, limits: AssistantLimits(list: "Nowhere"), version: "1")
        await #expect(throws: TodoError.self) { try await missing.checkLimits() }
    }

    @Test("what cannot be seen in a text is made visible, and no text gets into descriptions") func hiddenText()
        async throws
    {
        let client = try await TestClient(name: "Evil\u{202E}\n name")
        try await client.store.add("Pay\u{202E}lla \u{E0069}\u{200B}me", notes: "a\u{1B}[31m\nb")
        let found = try await client.call("find", ["fields": ["notes"]])
        let text = found.canonicalJSON
        #expect(text.contains(#"Pay\\u{202e}lla \\u{e0069}\\u{200b}me"#))
        #expect(text.contains(#"a\\u{1b}[31m\nb"#))
        let tools = try await client.request("tools/list").canonicalJSON
        #expect(!tools.contains("Pay"))
        _ = try await client.done("add", ["todos": [["title": "x"]]])
        #expect(try await client.store.recentHistory().first?.client?.name == "Evil name")
    }
}
