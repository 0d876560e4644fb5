import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command of `todo`, which ``Invocation`` parses by itself. It names a parent command, so the
    /// parser does not look for `--generate-completion-script` among the words. That would reflect two more commands, which is
    /// a sixth of the instructions of a short command (docs/performance.md). The name is never shown, because the parser of
    /// `todo` itself writes the help and the errors.
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
