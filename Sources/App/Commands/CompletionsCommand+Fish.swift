import ArgumentParser

extension CompletionsCommand {
    /// The script for fish: the parser's, which is told what a line means that does not begin with a command, and
    /// what there is in place of one (``CompletedLine``).
    static var fishScript: String {
        let script = RootCommand.completionScript(for: .fish).replacing(
            "set -l unparsed_tokens (__todo_tokens -pc)", with: "set -l unparsed_tokens (__todo_meant_tokens)")
        // Without a command, options are those of the agenda.
        let agenda = "\"todo \(AgendaCommand._commandName)\""
        let globals = script.split(separator: "\n").filter { line in
            line.contains("_flags_or_options \(agenda)") && !line.contains(" -l 'version'")
                && !line.contains(" -l 'help'")
        }.map { $0.replacing(agenda, with: "\"todo\"") }
        return script + "\n" + meantTokens + globals.joined(separator: "\n") + "\n"
    }

    /// Words are only compared and handed on, never run.
    private static var meantTokens: String {
        let names = commandNames.joined(separator: " ")
        return ##"""
            # The words before the one that is completed, as the program reads them. fish wants to know for each
            # completion, and the program is asked once.
            function __todo_meant_tokens
                set -l tokens (__todo_tokens -pc)
                if test (count $tokens) -lt 2; or contains -- $tokens[2] \##(names)
                    printf '%s\n' $tokens
                    return
                end
                if not set -q __todo_typed; or test "$tokens" != "$__todo_typed"
                    set -g __todo_typed $tokens
                    set -g __todo_meant $tokens[1] (command $tokens[1] ---line $tokens[2..] 2> /dev/null)
                end
                printf '%s\n' $__todo_meant
            end

            function __todo_forget --on-event fish_prompt
                set -e __todo_typed
            end

            # Aliases and views, in place of a command.
            function __todo_names
                set -l tokens (__todo_tokens -pc)
                command $tokens[1] ---names $tokens[2..] "$(__todo_tokens -t)" 2> /dev/null
            end

            complete -c 'todo' -n '__todo_should_offer_completions_for_positional "todo" -eq 1' -fa '(__todo_names)'

            """##
    }
}
