import JSON

/// A command's help: its arguments, its subcommands, its examples.
package struct CommandHelp: Sendable {
    /// The words that invoke it: `["todo", "tag", "add"]`.
    package var path: [String]
    package var aliases: [String]
    /// One sentence.
    package var abstract: String
    /// The discussion without the examples.
    package var paragraphs: [String]
    /// One line each.
    package var examples: [String]
    /// The subcommand that runs by default.
    package var defaultSubcommand: String?
    package var arguments: [Argument]
    /// Without the parser's own `help`.
    package var subcommands: [CommandHelp]

    /// An argument, an option or a flag.
    package struct Argument: Hashable, Sendable {
        /// Its names, including dashes, short ones first; empty for a positional argument.
        package var names: [String]
        /// The placeholder for its value; nil for a flag.
        package var valueName: String?
        package var isOptional: Bool
        package var isRepeating: Bool
        package var defaultValue: String?
        package var abstract: String
    }

    /// Parses the output of swift-argument-parser's `--experimental-dump-help` (ArgumentParserToolInfo, version 0).
    package init(dump: some Sequence<UInt8>) throws {
        let json = try JSONValue(parsing: dump)
        guard json["serializationVersion"]?.integer == 0, let command = json["command"] else {
            throw JSONError("the description of a command in version 0", at: 0)
        }
        self.init(command, above: [])
    }

    private init(_ json: JSONValue, above: [String]) {
        let path = above + [json["commandName"]?.string ?? ""]
        self.path = path
        aliases = json["aliases"]?.elements?.compactMap(\.string) ?? []
        abstract = json["abstract"]?.string ?? ""
        (paragraphs, examples) = Self.parts(of: json["discussion"]?.string ?? "")
        defaultSubcommand = json["defaultSubcommand"]?.string
        let shown = { (json: JSONValue) in json["shouldDisplay"]?.bool ?? true }
        arguments = (json["arguments"]?.elements ?? []).filter(shown).map(Argument.init)
        subcommands = (json["subcommands"]?.elements ?? []).filter(shown).map { CommandHelp($0, above: path) }
            .filter { $0.path.last != "help" }
    }

    /// Paragraphs are separated by empty lines; the examples are the indented lines after `EXAMPLES:`.
    private static func parts(of discussion: String) -> (paragraphs: [String], examples: [String]) {
        var paragraphs: [[Substring]] = [[]]
        var examples: [String] = []
        var isExample = false
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "EXAMPLES:" {
                isExample = true
            } else if isExample, line.hasPrefix("  ") {
                examples.append(String(line.dropFirst(2)))
            } else if line.isEmpty {
                isExample = false
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return (paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }, examples)
    }
}

extension CommandHelp.Argument {
    fileprivate init(_ json: JSONValue) {
        names = (json["names"]?.elements ?? []).compactMap { name in
            guard let text = name["name"]?.string else { return nil }
            return (name["kind"]?.string == "long" ? "--" : "-") + text
        }.sorted { $0.count < $1.count }
        valueName = json["kind"]?.string == "flag" ? nil : json["valueName"]?.string
        isOptional = json["isOptional"]?.bool ?? false
        isRepeating = json["isRepeating"]?.bool ?? false
        defaultValue = json["defaultValue"]?.string
        abstract = json["abstract"]?.string ?? ""
    }
}

extension CommandHelp {
    /// The command and all its subcommands, in the order of the help.
    package var all: [CommandHelp] { [self] + subcommands.flatMap(\.all) }

    /// The commands without subcommands, which do something.
    package var leaves: [CommandHelp] { all.filter(\.subcommands.isEmpty) }

    /// The arguments that all ``leaves`` have.
    package var sharedArguments: [Argument] {
        leaves[0].arguments.filter { argument in leaves.allSatisfy { $0.arguments.contains(argument) } }
    }
}
