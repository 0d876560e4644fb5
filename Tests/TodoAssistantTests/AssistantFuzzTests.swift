import JSON
import TestSupport
import Testing
import TodoAssistant
import TodoKit

/// Lines that no client would send.
@Suite("Lines of assistants at random") struct AssistantFuzzTests {
    private static let requests = [
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"filter":"due:today (","limit":2}}}"#,
        #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"add","arguments":{"todos":[{"line":"Milk tomorrow 5pm +shop"}]}}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"agenda","arguments":{"from":"friday","days":3}}}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"todo://list/A%20b"}}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"resources/subscribe","params":{"uri":"todo://agenda/2026-11-22"}}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"todo://todo/{id}"},"argument":{"name":"id","value":"a"}}}"#,
        #"{"jsonrpc":"2.0","id":6,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["todo://view/x"]},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"x"}}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#,
    ]
    private static let parts = [
        "{", "}", "[", "]", "\"", ":", ",", "null", "1e999", "-0", "9223372036854775808", "\\u0000", "\\ud800",
        "\u{202E}",
        "\u{0}", "todo://", "%", "%00", "../", "*", "(((((((", "\"id\":", "\"jsonrpc\":\"2.0\"", "tools/call",
        "\"limit\":-1",
    ]

    @Test("each line has one answer at most, which is JSON on a line, and only what was acknowledged is there")
    func lines() async throws {
        var lines: [[UInt8]] = []
        // The store of a longer run must not grow without bound.
        fuzz("lines of assistants", rounds: 400) { generator, _ in
            guard lines.count < 20_000 else { return }
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: lines.append(Array(generator.hostileText(upTo: 40).utf8))
            case 1:
                // Deeper than anybody reads.
                let depth = Int.random(in: 1...5000, using: &generator)
                lines.append(Array(repeating: UInt8(ascii: generator.chance(0.5) ? "[" : "{"), count: depth))
            default: lines.append(generator.mutated(generator.pick(Self.requests).utf8, parts: Self.parts))
            }
        }
        let client = try await TestClient("2025-06-18")
        var added = 0
        for line in lines {
            guard let answer = await client.assistant.answer(line) else { continue }
            let text = String(decoding: line, as: UTF8.self)
            #expect(!answer.contains(UInt8(ascii: "\n")), "\(text)")
            let message = try JSONValue(parsing: answer)
            #expect((message["result"] == nil) != (message["error"] == nil), "\(text)")
            if message["result"]?["structuredContent"]?["understood"] != nil {
                added += message["result"]?["structuredContent"]?["items"]?.elements?.count ?? 0
            }
        }
        #expect(try await client.store.todos.count(.all) == added)
        client.assistant.close()
    }
}
