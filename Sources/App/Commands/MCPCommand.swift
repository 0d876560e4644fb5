import ArgumentParser
import Basics
import Foundation
import TodoAssistant
import TodoKit

struct MCPCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "mcp", abstract: "Let an assistant such as Claude find and change to-dos.",
        discussion: """
            The assistant starts this by itself, and speaks the Model Context Protocol on the standard input and output. \
            --print-config prints what goes into its settings. What it did is in `todo history --by NAME`, and `todo undo --by \
            NAME --since "1 hour ago"` takes that back.

            EXAMPLES:
              todo mcp --print-config claude
              todo mcp --read-only
              todo mcp --list Work
            """)

    @Flag(name: .customLong("read-only"), help: "Only let it read.")
    var isReadOnly = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only show and change this list, and those in it.", valueName: "list"),
        completion: Completer.lists)
    var list: String?

    @Option(
        name: .customLong("print-config"),
        help: ArgumentHelp(
            "Print what goes into the settings of a program: \(AssistantClient.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "program"),
        completion: .list(AssistantClient.allCases.map(\.rawValue)))
    var program: String?

    @OptionGroup var global: GlobalOptions

    var isAlone: Bool { true }

    func run(in session: Session) async throws {
        if let program { return try printSettings(of: program, in: session) }
        let streams = try ClientStreams.take()
        let store = try TodoStore(.init(storage: .onDisk(path: session.path)), environment: session.environment)
        try store.refuseToKeepOthersOut()
        let output = Locked(streams.output)
        let send: @Sendable ([UInt8]) -> Void = { line in
            output.withLock { StandardStreams.send(json: line + [UInt8(ascii: "\n")], to: $0) }
        }
        let assistant = Assistant(
            store, limits: AssistantLimits(isReadOnly: isReadOnly, list: list), settings: session.settings,
            version: Version.current, notify: send)
        try await assistant.checkLimits()
        if try await store.sync.remote?.isAutomatic == true { await store.sync.start() }
        await AssistantServer(assistant, streams.reader, send).run()
        assistant.close()
        await store.sync.stop()
    }

    private func printSettings(of program: String, in session: Session) throws {
        guard let client = AssistantClient(rawValue: program.lowercased()) else {
            throw TodoError(
                .usage,
                """
                There are no settings for \(Sanitized.quoted(program)); it is \
                \(AssistantClient.allCases.map(\.rawValue).joined(separator: ", ")).
                """)
        }
        var words = ["mcp"]
        if isReadOnly { words.append("--read-only") }
        if let list { words += ["--list", list] }
        if global.db != nil { words += ["--db", URL(fileURLWithPath: session.path).path] }
        try session.print(json: { $0.value(client.settings(BackgroundSync.executablePath, words)) })
    }
}
