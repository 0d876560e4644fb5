import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command of `todo`, which ``Invocation`` parses by itself.
    ///
    /// The parser takes a command that names another one above it for no program of its own. It then looks for no
    /// `--generate-completion-script` among the words, for which it would reflect two more commands: a sixth of the
    /// instructions of a short command (docs/performance.md). The name is shown nowhere, since the parser of `todo`
    /// itself makes the help and the complaints.
    static func ofTodo(
        commandName: String? = nil, abstract: String = "", usage: String? = nil, discussion: String = "",
        shouldDisplay: Bool = true, subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: commandName, _superCommandName: "todo", abstract: abstract, usage: usage,
            discussion: discussion, shouldDisplay: shouldDisplay, subcommands: subcommands,
            defaultSubcommand: defaultSubcommand, aliases: aliases)
    }
}
