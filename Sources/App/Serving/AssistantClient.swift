import JSON

/// A program whose settings name the servers of the Model Context Protocol that it starts.
enum AssistantClient: String, CaseIterable {
    case claude, vscode, cursor, zed

    /// The part of its settings that starts `todo`.
    func settings(_ program: String, _ arguments: [String]) -> JSONValue {
        let command: [String: JSONValue] = [
            "command": .string(program), "args": .array(arguments.map(JSONValue.string)),
        ]
        func with(_ name: String, _ value: JSONValue) -> JSONValue {
            .object(command.merging([name: value]) { own, _ in own })
        }
        return switch self {
        case .claude, .cursor: ["mcpServers": ["todo": .object(command)]]
        case .vscode: ["servers": ["todo": with("type", "stdio")]]
        case .zed: ["context_servers": ["todo": with("source", "custom")]]
        }
    }
}
