import JSON
import TestSupport
import Testing
import TodoAssistant
import TodoKit

@Suite("The protocol of assistants") struct ProtocolTests {
    static let withHandshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    static let all = withHandshake + ["2026-07-28"]

    @Test("each revision lists ten tools in at most 10,000 bytes", arguments: all) func tools(_ revision: String)
        async throws
    {
        let client = try await TestClient(revision)
        let answer = try await client.request("tools/list")
        let tools = try #require(answer["result"]?["tools"]?.elements)
        #expect(
            tools.compactMap { $0["name"]?.string } == [
                "find", "show", "add", "change", "finish", "delete", "agenda", "names", "history", "undo",
            ])
        #expect(answer.canonicalJSON.utf8.count <= 10_000)
        let isStructured = revision >= "2025-06-18"
        #expect(tools.allSatisfy { ($0["outputSchema"] != nil) == isStructured })
        #expect(tools.allSatisfy { ($0["annotations"] != nil) == (revision > "2024-11-05") })
        let found = try await client.call("find")
        #expect((found["structuredContent"] != nil) == isStructured)
        #expect((found["resultType"] == "complete") == (revision == "2026-07-28"))
    }

    @Test("an unknown version is offered the newest with a handshake") func unknownVersion() async throws {
        let client = try await TestClient()
        for version: JSONValue in ["2031-01-01", "2026-07-28", 3] {
            let answer = try await client.request("initialize", ["protocolVersion": version])
            #expect(answer["result"]?["protocolVersion"] == "2025-11-25")
        }
    }

    @Test("without a handshake each request says its version; another one is refused with those that there are")
    func discovery() async throws {
        let client = try await TestClient("2026-07-28")
        let result = try #require(try await client.request("server/discover")["result"])
        #expect(result["supportedVersions"] == ["2026-07-28"])
        #expect(result["resultType"] == "complete" && result["ttlMs"] != nil)
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}"#
        let refused = try await JSONValue(parsing: #require(client.line(line)))
        #expect(refused["error"]?["code"] == -32022)
        #expect(refused["error"]?["data"]?["supported"] == ["2026-07-28"])
    }

    @Test(
        "what is no request is refused with its code",
        arguments: [
            ("{", -32700), ("", -32700), ("[]", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":[]}}"#, -32602),
        ]) func refused(_ line: String, _ code: Int) async throws
    {
        let client = try await TestClient()
        let answer = try await JSONValue(parsing: #require(client.line(line)))
        #expect(answer["error"]?["code"] == .integer(Int64(code)))
    }

    @Test("prompts have what the person chose, and their arguments are completed from what exists") func prompts()
        async throws
    {
        let client = try await TestClient()
        try await client.store.add("Renovate the bathroom", placement: .path("Home"))
        let prompts = try #require(try await client.request("prompts/list")["result"]?["prompts"]?.elements)
        #expect(prompts.compactMap { $0["name"]?.string } == ["plan-my-day", "weekly-review", "break-this-down"])
        func completed(_ prompt: String, _ argument: String, _ value: String) async throws -> JSONValue? {
            try await client.request(
                "completion/complete",
                [
                    "ref": ["type": "ref/prompt", "name": .string(prompt)],
                    "argument": ["name": .string(argument), "value": .string(value)],
                ])["result"]?["completion"]?["values"]
        }
        #expect(try await completed("weekly-review", "list", "ho") == ["Home"])
        #expect(try await completed("break-this-down", "todo", "renov") == ["Renovate the bathroom"])
        #expect(try await completed("plan-my-day", "day", "to") == ["today", "tomorrow"])
        let answer = try await client.request(
            "prompts/get", ["name": "break-this-down", "arguments": ["todo": "Renovate"]])
        #expect(answer.canonicalJSON.contains("“Renovate”"))
        #expect(try await client.request("prompts/get", ["name": "break-this-down"])["error"]?["code"] == -32602)
        #expect(try await client.request("prompts/get", ["name": "other"])["error"]?["code"] == -32602)
    }

    @Test("notifications and answers that nobody waits for are not answered") func silent() async throws {
        let client = try await TestClient()
        #expect(await client.line(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
        #expect(await client.line(#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"add"}}"#) == nil)
        #expect(await client.line(#"{"jsonrpc":"2.0","id":"ask-9","result":{}}"#) == nil)
    }

    @Test(
        "a version that nobody knows, or that is none, is refused in each request without a handshake",
        arguments: [#""2031-01-01""#, #""2025-06-18""#, #""""#, "3", "null", "[]", #"{"a":1}"#, #""2026-07-28 ""#])
    func unknownVersions(_ version: String) async throws {
        let client = try await TestClient("2026-07-28")
        for method in ["tools/list", "tools/call", "server/discover", "subscriptions/listen", "resources/read"] {
            let line =
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"name":"add","arguments":{"todos":[{"title":"x"}]},"#
                + #""_meta":{"io.modelcontextprotocol/protocolVersion":\#(version)}}}"#
            let answer = try await JSONValue(parsing: #require(client.line(line)))
            #expect(answer["error"]?["code"] == -32022, "\(method)")
        }
        #expect(try await client.store.historyToken().rawValue == 0)
    }
}
