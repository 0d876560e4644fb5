import Basics
import JSON
import TestSupport
import Testing
import TodoAssistant
import TodoKit

/// A client of an assistant over a store in memory, whose clock stands at 2026-11-21T12:00:00Z, a Saturday.
final class TestClient {
    let test: TestStore
    let assistant: Assistant
    /// Members of each request; those of a revision without a handshake.
    private let meta: JSONValue?
    private var id: Int64 = 0
    /// What it was asked, and what it answers.
    private let asked = Questions()
    /// What it was told without asking.
    let told = Locked<[JSONValue]>([])

    var store: TodoStore { test.store }
    var questions: [JSONValue] { asked.all }

    /// - Parameter revision: 2026-07-28 has no handshake.
    init(
        _ revision: String = "2025-06-18", limits: AssistantLimits = AssistantLimits(), name: String = "Claude",
        answering answer: JSONValue? = nil, on test: TestStore? = nil
    ) async throws {
        self.test = try test ?? TestStore()
        assistant = Assistant(self.test.store, limits: limits, version: "1.0.0", conversation: "c-1") { [told] line in
            told.withLock { $0 += [(try? JSONValue(parsing: line)) ?? .null] }
        }
        asked.answer = answer
        let capabilities: JSONValue = answer == nil ? [:] : ["elicitation": [:]]
        guard revision == "2026-07-28" else {
            meta = nil
            let result = try await request(
                "initialize",
                [
                    "protocolVersion": .string(revision), "capabilities": capabilities,
                    "clientInfo": ["name": .string(name), "version": "1"],
                ])
            try #require(result["result"]?["protocolVersion"] == .string(revision))
            return
        }
        meta = [
            "io.modelcontextprotocol/protocolVersion": .string(revision),
            "io.modelcontextprotocol/clientInfo": ["name": .string(name), "version": "1"],
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        ]
    }

    /// The whole answer to a request.
    func request(_ method: String, _ params: [String: JSONValue] = [:]) async throws -> JSONValue {
        id += 1
        var params = params
        params["_meta"] = meta
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": .object(params),
        ]
        let answer = try await JSONValue(parsing: #require(line(request.canonicalJSON)))
        #expect(answer["id"] == .integer(id) && answer["jsonrpc"] == "2.0")
        return answer
    }

    /// The answer to a line.
    func line(_ text: String) async -> String? {
        let asked = asked
        let ask: Assistant.Ask = { question, _ in asked.reply(to: question) }
        let answer = await assistant.answer(Array(text.utf8), asking: asked.answer == nil ? nil : ask)
        return answer.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The result of a call.
    func call(_ tool: String, _ arguments: JSONValue = [:], adding more: [String: JSONValue] = [:]) async throws
        -> JSONValue
    {
        var params = more
        params["name"] = .string(tool)
        params["arguments"] = arguments
        return try await #require(request("tools/call", params)["result"])
    }

    /// What a call that succeeds answers.
    func done(
        _ tool: String, _ arguments: JSONValue = [:], location: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let result = try await call(tool, arguments)
        #expect(result["isError"] == false, "\(result.canonicalJSON)", sourceLocation: location)
        return try #require(result["structuredContent"], sourceLocation: location)
    }

    /// The code with which a call is refused.
    func refusal(
        _ tool: String, _ arguments: JSONValue = [:], location: SourceLocation = #_sourceLocation
    ) async throws -> String? {
        let result = try await call(tool, arguments)
        #expect(result["isError"] == true, "\(result.canonicalJSON)", sourceLocation: location)
        return result["structuredContent"]?["error"]?["code"]?.string
    }

    func titles(_ filter: String = "") async throws -> [String] {
        try await done("find", ["filter": .string(filter), "sort": "title"])["items"]?.elements?
            .compactMap { $0["title"]?.string } ?? []
    }
}

/// What a client was asked. The requests of a client come one after another.
private final class Questions: @unchecked Sendable {
    var all: [JSONValue] = []
    var answer: JSONValue?

    func reply(to question: [UInt8]) -> [UInt8]? {
        guard let question = try? JSONValue(parsing: question), let id = question["id"], let answer else { return nil }
        all.append(question)
        let reply: JSONValue = ["jsonrpc": "2.0", "id": id, "result": answer]
        return Array(reply.canonicalJSON.utf8)
    }
}
