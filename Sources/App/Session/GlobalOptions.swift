import ArgumentParser

/// The options that every command accepts, before or after its name.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file (or TODO_DB).", valueName: "path"), completion: .file())
    var db: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print only the requested output.")
    var quiet = false

    @Flag(name: .customLong("no-color"), help: "Do not colour (or NO_COLOR).")
    var noColor = false

    /// The option that replaces `--color=WHEN`, because `tag add` and `lists add` have their own `--color`. A text, because
    /// the parser reflects each type of option that a command has (docs/performance.md).
    @Option(name: .customLong("color-when"), help: .hidden)
    var colorWhen: String?

    /// When the output is coloured.
    var color: ColorChoice { colorWhen.flatMap(ColorChoice.init) ?? .auto }

    func validate() throws {
        guard let colorWhen, ColorChoice(rawValue: colorWhen) == nil else { return }
        throw ValidationError("The value '\(colorWhen)' is invalid for '--color-when'")
    }

    /// When the output is coloured.
    enum ColorChoice: String {
        /// Also in a pipe, which then gets what a terminal does.
        case always
        /// On a terminal that can.
        case auto
        /// Never.
        case never
    }

    /// The arguments with the global `--color=always`, `auto` or `never` renamed.
    static func rewritingColor(_ arguments: [String]) -> [String] {
        let command = arguments.first { !$0.hasPrefix("-") }
        return arguments.enumerated().map { index, word in
            guard let value = word.hasPrefix("--color=") ? ColorChoice(rawValue: String(word.dropFirst(8))) : nil,
                !arguments[..<index].contains("--"),
                !["tag", "lists"].contains(command) || !arguments[..<index].contains(where: { $0 == command })
            else { return word }
            return "--color-when=\(value.rawValue)"
        }
    }

    /// The arguments with the global options moved from before a command to after it, where the parser accepts them.
    static func hoisted(_ arguments: [String], in root: any ParsableCommand.Type) -> [String] {
        var (globals, rest) = leading(in: arguments)
        guard !globals.isEmpty else { return arguments }
        var path: [String] = []
        var command = root
        while let name = rest.first, let next = command.child(named: name) {
            path.append(rest.removeFirst())
            command = next
        }
        // Without a command they are options of the agenda. If the command does not exist, they stay, because the error
        // should be about the command.
        let isAgenda = rest.first.map { $0.hasPrefix("-") } ?? true
        return path.isEmpty && !isAgenda ? Array(rest) : path + globals + rest
    }

    /// The global options before the first other argument, and the rest.
    static func leading(in arguments: [String]) -> (globals: [String], rest: ArraySlice<String>) {
        var rest = arguments[...]
        var globals: [String] = []
        while let first = rest.first {
            if ["--json", "--quiet", "-q", "--no-color"].contains(first) || first.hasPrefix("--db=")
                || first.hasPrefix("--color-when=")
            {
                globals.append(rest.removeFirst())
            } else if first == "--db", rest.count > 1 {
                globals += [rest.removeFirst(), rest.removeFirst()]
            } else {
                break
            }
        }
        return (globals, rest)
    }
}

extension ParsableCommand {
    static var children: [any ParsableCommand.Type] {
        configuration.ungroupedSubcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    static func child(named name: String) -> (any ParsableCommand.Type)? {
        children.first { $0._commandName == name || $0.configuration.aliases.contains(name) }
    }
}
