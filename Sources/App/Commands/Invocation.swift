import ArgumentParser
import JSON
import TodoDomain
import TodoKit

/// Finds the command that the words of a command line call.
enum Invocation {
    /// Parses the command and its options.
    /// - Parameter words: the words after the name of the program.
    /// - Throws: ``TodoError``, or an error of the parser: help, or a complaint for ``complaint(_:about:)``.
    static func command(_ words: [String]) async throws -> any ParsableCommand {
        let typed = RootCommand.expandingAlias(GlobalOptions.rewritingColor(words))
        var arguments = GlobalOptions.hoisted(await RootCommand.expandingView(typed), in: RootCommand.self)
        if let words = HelpTopicCommand.words(of: arguments) { return try HelpTopicCommand.parse(words) }
        let (type, depth) = try checkCommand(arguments)
        // One cast answers every question about the command, because the first cast of each type to each protocol is slow.
        let own = type as? any SessionCommand.Type
        if own?.takesFilter == true { try checkConditions(arguments) }
        arguments = try DashedWords.marked(arguments, of: type, depth: depth)
        if own?.takesIDs == true { arguments = PackedWords.pack(arguments) }
        return try alone(type, arguments, depth) ?? RootCommand.parseAsRoot(arguments)
    }

    /// Parses the command with its own parser; nil if that does not understand the words after the command's name. The root's
    /// parser would reflect the root, its default command and each command on the way (docs/performance.md). It is used only
    /// for words that this one refuses, because its help and errors name the whole path.
    private static func alone(
        _ type: any ParsableCommand.Type, _ arguments: [String], _ depth: Int
    ) -> (any ParsableCommand)? {
        guard !arguments.contains(where: ["help", "--help", "-h", "--version"].contains) else { return nil }
        var type = type
        while let usual = type.configuration.defaultSubcommand { type = usual }
        // If the words ask for help, the parser returns another command.
        let command = try? type.parseAsRoot(Array(arguments.dropFirst(depth)))
        return command.flatMap { Swift.type(of: $0) == type ? $0 : nil }
    }

    /// The command if it runs in a session. The parameter names its type: asking a value of the type `any ParsableCommand`
    /// would first search whether that type itself can be cast.
    static func inSession(_ command: some ParsableCommand) -> (any SessionCommand)? { command as? any SessionCommand }

    /// Looks up the command. The parser would complain about the options of an unknown command, or print help for the part of
    /// its path that it knows.
    /// - Returns: the command, and the number of words in its name.
    private static func checkCommand(
        _ arguments: [String]
    ) throws -> (type: any ParsableCommand.Type, depth: Int) {
        let isHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = RootCommand.self
        var path: [String] = []
        for name in arguments.dropFirst(isHelp ? 1 : 0).prefix(while: { !$0.hasPrefix("-") && $0 != "help" }) {
            guard !command.children.isEmpty else { break }
            path.append(name)
            guard let child = command.child(named: name) else {
                if let usual = command.configuration.defaultSubcommand, usual is any WordsCommand.Type {
                    return (usual, path.count - 1)
                }
                if command == RootCommand.self, let ours = Self.elsewhere[name.lowercased()] {
                    throw TodoError(
                        .usage, "There is no command \(Sanitized.quoted(name)) here; `todo \(ours)` does that.")
                }
                if path.count == 1, !isHelp, let verb = arguments.dropFirst().first,
                    let ours = RootCommand.child(named: verb)?._commandName ?? Self.elsewhere[verb.lowercased()]
                {
                    let shown = Sanitized.quoted(name)
                    throw TodoError(
                        .usage, "There is no command \(shown); the command comes first: `todo \(ours) …`.")
                }
                let topics = isHelp && path.count == 1 ? HelpTopic.allCases.map(\.rawValue) : []
                let known = command.children.flatMap { [$0._commandName] + $0.configuration.aliases } + topics
                let meant = NearestWord.to(name, among: known).map { "; did you mean “\($0)”?" } ?? ";"
                let list = (["todo", "help"] + path.dropLast()).joined(separator: " ")
                throw TodoError(
                    .usage,
                    "There is no command \(Sanitized.quoted(path.joined(separator: " ")))\(meant) `\(list)` lists them."
                )
            }
            // Other default subcommands take no words, so a word must be the name of a subcommand.
            command = child
        }
        return (command, path.count)
    }

    /// Commands of other programs, which people type on their first day, and the command to use instead.
    private static let elsewhere = [
        "rm": "delete", "del": "delete", "remove": "delete", "modify": "edit", "mod": "edit", "append": "edit --append",
        "annotate": "comment", "info": "show", "information": "show", "projects": "lists", "tags": "tag",
        "contexts": "location", "complete": "done", "do": "done", "finish": "done", "new": "add",
        "today": "list due:..today", "overdue": "list is:overdue", "waiting": "list --waiting",
        "ready": "list --ready", "completed": "done", "summary": "stats",
        "inbox": "list --list inbox", "upcoming": "calendar", "postpone": "defer", "reschedule": "edit --due",
        "labels": "tag", "label": "tag", "activity": "history",
    ]

    /// Refuses a condition such as `-tag:shop`. The parser would read it as many short options, and `-h` may be among them.
    private static func checkConditions(_ arguments: [String]) throws {
        let words = arguments.prefix { $0 != "--" }
        for (previous, word) in zip(words, words.dropFirst())
        where !previous.hasPrefix("--") && isNegated(word) {
            let argument = ShellWord.quoted(Sanitized.bounded(word, to: 60))
            throw TodoError(
                .usage, "A condition that begins with a minus goes into --where, such as: --where \(argument)")
        }
    }

    /// Whether a word looks like `-tag:shop`, `-(…` or `-@view`.
    private static func isNegated(_ word: String) -> Bool {
        guard word.first == "-" else { return false }
        let rest = word.dropFirst()
        let field = rest.prefix { $0.isLetter }
        return rest.first == "(" || rest.first == "@" || (!field.isEmpty && rest[field.endIndex...].first == ":")
    }

    /// The parser's complaint, shortened, because it repeats whole arguments.
    static func complaint(_ error: any Error, about words: [String]) -> String {
        let message = near(Sanitized.cut(RootCommand.message(for: error), to: 300))
        let words = Array(words.prefix { $0 != "--" })
        let (command, path, stranger) = called(GlobalOptions.leading(in: words).rest)
        if let value = valueWithMinus(message, in: words) { return value }
        if message.hasPrefix("Unknown option '--color'"), let color = words.first(where: { $0.hasPrefix("--color") }),
            case let value = color.dropFirst("--color=".count),
            GlobalOptions.ColorChoice(rawValue: String(value)) == nil
        {
            return "--color=WHEN is always, auto or never" + (value.isEmpty ? "." : ", not \(Sanitized.quoted(value)).")
        }
        // The parser takes a text that begins with a dash for an unknown option. If an argument is missing, it does not mention
        // that text.
        let known = everywhere.union(options(of: command))
        let isText = { (word: String) in word.hasPrefix("-") && !known.contains(String(word.prefix { $0 != "=" })) }
        let isMissing = message.hasPrefix("Missing expected argument")
        let isStrange = message.hasPrefix("Unknown option ") && !message.contains("Did you mean")
        if isMissing || isStrange, let text = words.first(where: isText) {
            let command = (path.isEmpty ? ["add"] : path).joined(separator: " ")
            return message
                + "\nText that begins with a dash and is not an option, such as \(Sanitized.quoted(text)), goes after two: todo \(command) -- …"
        }
        guard isMissing, let stranger else { return message }
        let group = path.joined(separator: " ")
        return message
            + "\n\(Sanitized.quoted(stranger)) is not a command of `todo \(group)`; `todo help \(group)` lists them."
    }

    /// The command that was typed, its names, and the next word if it is neither a subcommand nor an id. Only a default command
    /// that takes words has such a word.
    private static func called(
        _ words: ArraySlice<String>
    ) -> (command: any ParsableCommand.Type, path: [String], stranger: String?) {
        var command: any ParsableCommand.Type = RootCommand.self
        var path: [String] = []
        for word in words {
            guard let child = command.child(named: word) else {
                let takesWords = command.configuration.defaultSubcommand is any WordsCommand.Type
                let isPerhapsID = word.allSatisfy { $0.isHexDigit || $0 == "-" }
                return (command, path, takesWords && !isPerhapsID ? word : nil)
            }
            path.append(word)
            command = child
        }
        return (command, path, nil)
    }

    /// The parser's complaint. Its suggested option is kept only if it is similar to the typed one, because the parser always
    /// suggests something.
    private static func near(_ message: String) -> String {
        guard let match = message.firstMatch(of: /'-+(.*)'(\. Did you mean '-+([^']*)'\?)/),
            NearestWord.to(String(match.1), among: [String(match.3)]) == nil
        else { return message }
        return message.replacing(match.2, with: "", maxReplacements: 1)
    }

    /// The advice for a value that begins with a minus. The parser takes it for an option and does not mention it.
    private static func valueWithMinus(_ message: String, in words: [String]) -> String? {
        guard message.hasPrefix("Missing value for '"),
            let option = message.dropFirst("Missing value for '".count).firstMatch(of: /^-[^ ']*/)?.output,
            let value = zip(words, words.dropFirst()).first(where: { word, next in
                word == option && next.hasPrefix("-") && !next.hasPrefix("--") && next.count > 2
            })?.1
        else { return nil }
        guard namingOptions.contains(String(option)) else {
            return "A value of \(option) does not begin with a minus, as \(Sanitized.quoted(value)) does."
        }
        let joined = ShellWord.quoted("\(option)=\(Sanitized.bounded(value, to: 60))")
        return "The value of \(option) begins with a minus, \(Sanitized.quoted(value)): give it as \(joined)"
    }

    /// The options whose values are names, which may begin with a minus. Dates, lengths of time and numbers do not.
    private static let namingOptions: Set = [
        "--title", "-T", "--tag", "-t", "--untag", "--list", "-l", "--name", "--into", "--color", "--user", "--as",
        "--with", "--output", "-o", "--notes-from", "--svg",
    ]

    /// The options of a command, or of its default subcommand. The parser lists them only in the dump of its help.
    private static func options(of command: any ParsableCommand.Type) -> [String] {
        let dump = try? JSONValue(parsing: (command.configuration.defaultSubcommand ?? command)._dumpHelp())
        let names = dump?["command"]?["arguments"]?.elements?.flatMap { $0["names"]?.elements ?? [] } ?? []
        return names.compactMap { name in
            name["name"]?.string.map { (name["kind"] == "long" ? "--" : "-") + $0 }
        }
    }

    /// The options that may stand anywhere in a line.
    private static let everywhere: Set = [
        "--json", "--quiet", "-q", "--no-color", "--db", "--help", "-h", "--version", "--color", "--color-when",
    ]
}
