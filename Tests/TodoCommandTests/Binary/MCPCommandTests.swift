import Foundation
import JSON
import TestSupport
import Testing

/// `todo mcp`, spoken to as an assistant's client does.
@Suite("The command for assistants")
struct MCPCommandTests {
    private static let handshake = #"""
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{CAN},"clientInfo":{"name":"Claude","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}

        """#

    /// The answers to some lines, after a handshake.
    private func answers(
        _ todo: TodoProcess, _ lines: [String], options: [String] = [], canAsk: Bool = false
    ) throws -> [JSONValue] {
        let handshake = Self.handshake.replacingOccurrences(of: "CAN", with: canAsk ? #""elicitation":{}"# : "")
        let input = handshake + lines.joined(separator: "\n") + "\n"
        let result = try todo.run(["mcp"] + options, input: Data(input.utf8))
        #expect(result.status == 0, "\(result.error)")
        #expect(result.error.isEmpty)
        let answers = try result.lines.map { try JSONValue(parsing: $0) }
        #expect(answers.first?["result"]?["protocolVersion"] == "2025-06-18")
        return Array(answers.dropFirst())
    }

    private func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    @Test("what an assistant did is in the history under its name, and is taken back at once; a person's steps stay")
    func takenBack() throws {
        let todo = try TodoProcess()
        try todo("add", "Mine")
        let added = try answers(
            todo, [call(1, "add", #"{"todos":[{"line":"Call Bob tomorrow +work"},{"title":"Buy milk"}]}"#), "  "])
        #expect(added.map { $0["id"] } == [1])
        #expect(added[0]["result"]?["structuredContent"]?["items"]?.elements?.count == 2)
        try todo("add", "Mine too")

        let steps = try todo("history", "--by", "claude", "--json").json()["items"]?.elements
        #expect(steps?.map { $0["by"] } == ["Claude"])
        #expect(try todo("history", "--json").json()["items"]?.elements?.map { $0["by"] } == [.null, "Claude", .null])
        let trial = try todo("undo", "--by", "claude", "--since", "today", "--show")
        #expect(trial.error.contains("Would be undone: add"))
        #expect(try todo("list", "--json").json()["items"]?.elements?.count == 4)
        #expect(try todo("undo", "--by", "claude", "--since", "today").status == 0)
        let left = try todo("list", "--json").json()["items"]?.elements?.compactMap { $0["title"]?.string }
        #expect(Set(left ?? []) == ["Mine", "Mine too"])
        #expect(try todo("undo", "--by", "claude", "--since", "today").status == 1)
        #expect(try todo("redo").status == 0)
        #expect(try todo("list", "--json").json()["items"]?.elements?.count == 4)
        #expect(try todo("undo", "--by", "claude").status == 64)
    }

    @Test("the person is asked on the same stream, while other requests wait; one that is taken back does nothing")
    func asking() throws {
        let todo = try TodoProcess()
        let id = try #require(try todo("add", "Milk", "--json").json()["id"]?.string)
        let delete = call(1, "delete", #"{"ids":["\#(id)"]}"#)
        let find = call(2, "find", "{}")
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        let cancelled = try answers(todo, [delete, find, cancel], canAsk: true)
        #expect(cancelled.map { $0["id"] } == ["ask-1", 1, 2])
        #expect(cancelled[1]["result"]?["isError"] == true)
        #expect(cancelled[2]["result"]?["structuredContent"]?["total"] == 1)
        let yes = #"{"jsonrpc":"2.0","id":"ask-1","result":{"action":"accept","content":{"confirm":true}}}"#
        let agreed = try answers(todo, [delete, find, yes], canAsk: true)
        #expect(agreed[1]["result"]?["structuredContent"]?["deleted"]?.elements?.count == 1)
        #expect(agreed[2]["result"]?["structuredContent"]?["total"] == 0)
    }

    @Test("a line that is too long, and one that is none, are answered, and the next one too") func badLines() throws {
        let todo = try TodoProcess()
        let long = String(repeating: "x", count: 4 << 20 + 1)
        let answers = try answers(todo, [long, "{", #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#])
        #expect(answers.map { $0["error"]?["code"] } == [-32600, -32700, nil])
    }

    @Test("a list that is not there is refused at the start") func unknownList() throws {
        let todo = try TodoProcess()
        try todo("add", "Mine")
        let result = try todo("mcp", "--list", "Nowhere")
        #expect(result.status == 1 && result.error.contains("Nowhere"))
    }

    @Test(
        "the settings of each client start this program with the same options",
        arguments: ["claude", "vscode", "cursor", "zed"])
    func settings(_ client: String) throws {
        let todo = try TodoProcess()
        let settings = try todo("mcp", "--print-config", client, "--read-only").json()
        let server = settings.members?.values.first?["todo"]
        #expect(server?["args"] == ["mcp", "--read-only"])
        #expect(server?["command"]?.string?.hasSuffix("/todo") == true)
        #expect(!FileManager.default.fileExists(atPath: todo.database.path))
        #expect(try todo("mcp", "--print-config", "notepad").status == 64)
    }

    private static let protocolClient = """
        import asyncio, json, sys
        from mcp import Client, StdioServerParameters
        from mcp.client.stdio import stdio_client

        async def speak(mode):
            server = StdioServerParameters(command=sys.argv[1], args=["mcp"], env={"TODO_DB": sys.argv[2], "TZ": "UTC"})
            global updates
            updates = asyncio.Queue()
            async with Client(stdio_client(server), mode=mode, message_handler=hear) as client:
                tools = await client.list_tools()
                added = await client.call_tool("add", {"todos": [{"line": "Buy milk tomorrow"}]})
                assert not added.is_error, added
                found = await client.call_tool("find", {"filter": "milk"})
                refused = await client.call_tool("show", {"ids": ["zzzz"]})
                assert refused.is_error
                told = await watch(client, found.structured_content["items"][0]["id"], mode)
                print(client.protocol_version, len(tools.tools), found.structured_content["total"], told)

        updates = None

        async def hear(message):
            params = getattr(message, "params", None)
            if hasattr(params, "uri"): await updates.put(str(params.uri))

        async def watch(client, id, mode):
            templates = await client.list_resource_templates()
            assert len(templates.resource_templates) == 4, templates
            uri = "todo://todo/" + id
            read = await client.read_resource(uri)
            assert json.loads(read.contents[0].text)["items"][0]["title"] == "Buy milk", read
            if mode == "legacy":
                await client.subscribe_resource(uri)
                await client.call_tool("finish", {"ids": [id]})
                return (await asyncio.wait_for(updates.get(), 60)) == uri
            async with client.listen(resource_subscriptions=[uri]) as subscription:
                await client.call_tool("finish", {"ids": [id]})
                async for event in subscription: return event.uri == uri

        for mode in sys.argv[3:]: asyncio.run(speak(mode))
        """

    /// A Python that has the protocol's own client: the one that `TODO_MCP_PYTHON` names, or that of the system, or the one in
    /// `.build/python-venv-mcp`, which is created if `pip` can get the package.
    private static let python: String? = {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let folder = root.appending(path: ".build/python-venv-mcp").path
        let named = ProcessInfo.processInfo.environment["TODO_MCP_PYTHON"]
        let candidates = [named, "\(folder)/bin/python", "/usr/bin/python3"].compactMap(\.self)
        func run(_ command: String) -> Bool {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", command]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
        func hasClient(_ python: String) -> Bool { run("'\(python)' -c 'from mcp import Client'") }
        if let python = candidates.first(where: hasClient) { return python }
        let isMade = run(
            "python3 -m venv '\(folder)' && timeout 120 '\(folder)/bin/pip' install -q --retries 0 mcp==2.3.0")
        return isMade && hasClient("\(folder)/bin/python") ? "\(folder)/bin/python" : nil
    }()

    @Test(
        "the protocol's own client for Python speaks with it, with a handshake and without",
        .enabled(
            if: Self.python != nil, "mcp cannot be imported or installed; TODO_MCP_PYTHON can name a Python that has it"
        ))
    func ownClient() throws {
        let todo = try TodoProcess()
        let script = todo.folder.appending(path: "client.py")
        try Data(Self.protocolClient.utf8).write(to: script)
        let program = TodoProcess.executable.path
        let result = try todo.shell(
            "\(Self.python ?? "") '\(script.path)' '\(program)' '\(todo.database.path)' legacy auto")
        #expect(result.lines == ["2025-11-25 10 1 True", "2026-07-28 10 1 True"], "\(result.error)")
    }
}
