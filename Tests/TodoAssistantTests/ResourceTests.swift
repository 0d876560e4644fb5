import Basics
import Foundation
import JSON
import TestSupport
import Testing
import TodoAssistant
import TodoDomain
import TodoKit

@Suite("Resources of assistants") struct ResourceTests {
    private func text(_ client: TestClient, _ uri: String) async throws -> JSONValue? {
        let result = try await client.request("resources/read", ["uri": .string(uri)])["result"]
        let content = result?["contents"]?.elements?.first
        guard let text = content?["text"]?.string else { return nil }
        #expect(content?["mimeType"] == "application/json")
        return try JSONValue(parsing: text)
    }

    private func save(_ name: String, _ filter: String, in client: TestClient) async throws {
        let filter = try TodoFilter.parse(filter, now: client.test.clock.now, timeZone: .gmt)
        try await client.store.addView(name, filter: filter)
    }

    private func titles(_ client: TestClient, _ uri: String) async throws -> [String]? {
        try await text(client, uri)?["items"]?.elements?.compactMap { $0["title"]?.string }
    }

    @Test("a day, a list, a view and a to-do are read in each revision", arguments: ProtocolTests.all)
    func read(_ revision: String) async throws {
        let client = try await TestClient(revision)
        try await client.store.add("Late", due: .day(2026, 11, 20))
        let tea = try await client.store.add("Tea & cake", due: .day(2026, 11, 22), placement: .path("Home/To buy"))
        try await save("next-week", "due:..2026-11-22", in: client)
        #expect(try await titles(client, "todo://agenda/today") == ["Late"])
        #expect(try await titles(client, "todo://agenda/2026-11-22") == ["Tea & cake"])
        #expect(try await titles(client, "todo://list/Home/To%20buy") == ["Tea & cake"])
        #expect(try await titles(client, "todo://view/next-week")?.count == 2)
        let shown = try await text(client, "todo://todo/\(tea.id)")?["items"]?.elements?.first
        #expect(shown?["title"] == "Tea & cake" && shown?["notes"] != nil)

        let listed = try await client.request("resources/list")["result"]?["resources"]?.elements
        let addresses = listed?.compactMap { $0["uri"]?.string } ?? []
        #expect(
            addresses == [
                "todo://agenda/today", "todo://list/Home", "todo://list/Home/To%20buy", "todo://view/next-week",
            ])
        for address in addresses { #expect(try await titles(client, address) != nil, "\(address)") }
        let templates = try await client.request("resources/templates/list")["result"]?["resourceTemplates"]
        #expect(templates?.elements?.count == 4)
        #expect(try await client.store.historyToken().rawValue == 3)
    }

    @Test(
        "what is no address, and what is not there, is refused with its code",
        arguments: [
            "", "file:///etc/passwd", "todo://", "todo://list/", "todo://agenda", "todo://tag/home", "todo://list/%ZZ",
            "todo://list/" + String(repeating: "x", count: 3000),
        ])
    func noAddress(_ uri: String) async throws {
        for revision in ["2025-06-18", "2026-07-28"] {
            let client = try await TestClient(revision)
            #expect(try await client.request("resources/read", ["uri": .string(uri)])["error"]?["code"] == -32602)
        }
    }

    @Test("what is not there, or lies beyond the list, is not found") func absent() async throws {
        for (revision, code) in [("2025-06-18", -32002), ("2026-07-28", -32602)] as [(String, Int64)] {
            let client = try await TestClient(revision)
            let hidden = try await client.store.add("Secret", placement: .path("Private"))
            try await client.store.add("Report", placement: .path("Work"))
            try await save("all", "is:open", in: client)
            let limited = try await TestClient(revision, limits: .init(list: "Work"), on: client.test)
            let addresses = [
                "todo://list/Nowhere", "todo://view/none", "todo://todo/zzzz", "todo://agenda/no day at all",
            ]
            let beyond = ["todo://list/Private", "todo://view/all", "todo://todo/\(hidden.id)"]
            for (client, addresses) in [(client, addresses), (limited, beyond)] {
                for address in addresses {
                    let answer = try await client.request("resources/read", ["uri": .string(address)])
                    #expect(answer["error"]?["code"] == .integer(code), "\(address)")
                    #expect(!answer.canonicalJSON.contains("Secret"))
                }
            }
            let listed = try await limited.request("resources/list").canonicalJSON
            #expect(!listed.contains("Private") && !listed.contains("view") && listed.contains("todo://list/Work"))
            #expect(try await titles(limited, "todo://list/Work") == ["Report"])
        }
    }

    @Test("a client with a handshake is told when a resource changes, whoever changed it, until it has enough")
    func subscribed() async throws {
        let client = try await TestClient("2025-06-18")
        try await client.store.add("Milk", placement: .path("Shop"))
        let other = try await client.store.add("Report", placement: .path("Work"))
        let uri: [String: JSONValue] = ["uri": "todo://list/Shop"]
        #expect(try await client.request("resources/subscribe", uri)["result"] != nil)
        try await client.store.edit([other.id], TodoChanges(title: "Another list"))
        let milk = try await client.store.add("Bread", placement: .path("Shop"))
        let told = client.told
        #expect(await eventually { told.withLock { !$0.isEmpty } })
        #expect(
            told.withLock { $0.first } == [
                "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": ["uri": "todo://list/Shop"],
            ])
        #expect(try await client.request("resources/unsubscribe", uri)["result"] != nil)
        let count = told.withLock(\.count)
        try await client.store.delete([milk.id])
        // The resource that is still watched reports the deletion. After that, nothing can come from the other one.
        #expect(try await client.request("resources/subscribe", ["uri": "todo://list/Work"])["result"] != nil)
        try await client.store.delete([other.id])
        #expect(await eventually { told.withLock { $0.contains { $0["params"]?["uri"] == "todo://list/Work" } } })
        #expect(told.withLock { $0.dropFirst(count).allSatisfy { $0["params"]?["uri"] == "todo://list/Work" } })
        client.assistant.close()
    }

    @Test("at most sixteen are watched") func most() async throws {
        let client = try await TestClient("2025-11-25")
        for day in 1...17 {
            let answer = try await client.request(
                "resources/subscribe", ["uri": .string("todo://agenda/2027-01-\(day < 10 ? "0" : "")\(day)")])
            #expect((answer["error"] == nil) == (day <= 16))
        }
        #expect(try await client.request("resources/subscribe", ["uri": "todo://agenda/2027-01-01"])["error"] == nil)
        #expect(try await client.request("resources/subscribe", ["uri": "todo://list/None"])["error"] != nil)
        client.assistant.close()
    }

    @Test("without a handshake a request listens until it is taken back, and each message names it") func listened()
        async throws
    {
        let client = try await TestClient("2026-07-28")
        let milk = try await client.store.add("Milk")
        let uri = "todo://todo/\(milk.id)"
        func line(_ id: String, _ filter: String) -> String {
            #"""
            {"jsonrpc":"2.0","id":"\#(id)","method":"subscriptions/listen","params":{"notifications":\#(filter),\#
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
            """#
        }
        let asked = #"{"toolsListChanged":true,"resourceSubscriptions":["\#(uri)","todo://todo/none"]}"#
        #expect(await client.line(line("l1", asked)) == nil)
        let told = client.told
        let acknowledged = told.withLock { $0.first }
        #expect(acknowledged?["method"] == "notifications/subscriptions/acknowledged")
        #expect(acknowledged?["params"]?["notifications"] == ["resourceSubscriptions": [.string(uri)]])
        let mark = "io.modelcontextprotocol/subscriptionId"
        #expect(acknowledged?["params"]?["_meta"]?[mark] == "l1")
        try await client.store.complete([milk.id])
        #expect(await eventually { told.withLock { $0.count } >= 2 })
        let update = told.withLock { $0.last }
        #expect(update?["method"] == "notifications/resources/updated" && update?["params"]?["uri"] == .string(uri))
        #expect(update?["params"]?["_meta"]?[mark] == "l1")
        let refused = try await JSONValue(parsing: #require(client.line(line("l2", "3"))))
        #expect(refused["error"]?["code"] == -32602)

        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"l1"}}"#
        #expect(await client.line(cancel) == nil)
        let count = told.withLock(\.count)
        #expect(await client.line(line("l3", #"{"resourceSubscriptions":["\#(uri)"]}"#)) == nil)
        try await client.store.delete([milk.id])
        #expect(await eventually { told.withLock { $0.count } >= count + 2 })
        #expect(told.withLock { $0.dropFirst(count).allSatisfy { $0["params"]?["_meta"]?[mark] == "l3" } })
        client.assistant.close()
    }

    @Test("arguments of templates are completed from what exists") func completed() async throws {
        let client = try await TestClient()
        let milk = try await client.store.add("Milk", placement: .path("Home"))
        try await save("today", "due:today", in: client)
        func completed(_ uri: String, _ argument: String, _ value: String) async throws -> JSONValue? {
            try await client.request(
                "completion/complete",
                [
                    "ref": ["type": "ref/resource", "uri": .string(uri)],
                    "argument": ["name": .string(argument), "value": .string(value)],
                ])["result"]?["completion"]?["values"]
        }
        #expect(try await completed("todo://list/{path}", "path", "ho") == ["Home"])
        #expect(try await completed("todo://view/{name}", "name", "") == ["today"])
        #expect(try await completed("todo://agenda/{day}", "day", "tom") == ["tomorrow"])
        let id = milk.id.rawValue
        #expect(try await completed("todo://todo/{id}", "id", String(id.prefix(4))) == [.string(id)])
        #expect(try await completed("todo://tag/{x}", "x", "") == nil)
    }
}
