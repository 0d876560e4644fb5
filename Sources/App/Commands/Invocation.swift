import ArgumentParser
import TodoKit

/// From the words of a command line to the command that they call.
enum Invocation {
    /// The command, with its options.
    /// - Parameter words: the words after the name of the program.
    /// - Throws: ``TodoError``, or what the parser throws: help, or a complaint for ``complaint(_:about:)``.
    static func command(_ words: [String]) async throws -> any ParsableCommand {
        let typed = RootCommand.expandingAlias(GlobalOptions.rewritingColor(words))
        var arguments = GlobalOptions.hoisted(await RootCommand.expandingView(typed), in: RootCommand.self)
        let type = try checkCommand(arguments)
        if type is any FilteredCommand.Type { try checkConditions(arguments) }
        if type is any IDsCommand.Type { arguments = PackedWords.pack(arguments) }
        return try RootCommand.parseAsRoot(arguments)
    }

    /// Looks up the command. For an unknown one, the parser would complain about its options instead, or print help for
    /// the part of its path that it knows.
    /// - Returns: the command.
    private static func checkCommand(_ arguments: [String]) throws -> any ParsableCommand.Type {
        let isHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = RootCommand.self
        var path: [String] = []
        for name in arguments.dropFirst(isHelp ? 1 : 0).prefix(while: { !$0.hasPrefix("-") && $0 != "help" }) {
            guard !command.children.isEmpty else { break }
            path.append(name)
            guard let child = command.child(named: name) else {
                if let usual = command.configuration.defaultSubcommand, usual is any WordsCommand.Type { return usual }
                let known = command.children.flatMap { [$0._commandName] + $0.configuration.aliases }
                let meant = NearestWord.to(name, among: known).map { "; did you mean “\($0)”?" } ?? ";"
                let list = (["todo", "help"] + path.dropLast()).joined(separator: " ")
                throw TodoError(
                    .usage,
                    "There is no command \(Sanitized.quoted(path.joined(separator: " ")))\(meant) `\(list)` lists them."
                )
            }
            // Other default subcommands take no words, so a word is the name of a subcommand.
            command = child
        }
        return command
    }

    /// Refuses a condition such as `-tag:shop`, which the parser would take for many short options, `-h` among them.
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

    /// The parser's complaint, shortened, since it repeats arguments whatever their length.
    static func complaint(_ error: any Error, about words: [String]) -> String {
        let message = Sanitized.cut(RootCommand.message(for: error), to: 300)
        // A text that begins with a dash is taken for an unknown option; if an argument is missing, the parser does not
        // mention it.
        let isText = { (word: String) in word.hasPrefix("-") && !knownOptions.contains(word) && !word.hasPrefix("--db=")
        }
        guard ["Unknown option ", "Missing expected argument"].contains(where: message.hasPrefix),
            let text = words.prefix(while: { $0 != "--" }).first(where: isText)
        else { return message }
        return message
            + "\nWhat begins with a dash and is no option, such as \(Sanitized.quoted(text)), goes after two: todo add -- …"
    }

    /// The options that may appear anywhere.
    private static let knownOptions = [
        "--json", "--quiet", "-q", "--no-color", "--db", "--help", "-h", "--version", "--color-when",
    ]
}
