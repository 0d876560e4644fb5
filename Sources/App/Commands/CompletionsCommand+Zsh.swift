import ArgumentParser

extension CompletionsCommand {
    /// The script for zsh: the parser's, which is told what a line stands for that does not begin with a command, and
    /// what there is in place of one (``CompletedLine``).
    static var zshScript: String {
        let start = "    local -r command_name="
        let commands = "        _describe -V subcommand subcommands && ret=0\n"
        // The function for the program itself is the first in the script.
        return RootCommand.completionScript(for: .zsh)
            .replacing(start, with: meantWords + start, maxReplacements: 1)
            .replacing(commands, with: commands + otherNames, maxReplacements: 1)
    }

    /// Words are only compared and handed on, never run.
    private static var meantWords: String {
        let names = commandNames.joined(separator: "|")
        return ##"""
                local -a typed_words=("${(@)words[2,CURRENT]}") meant_words
                if ((CURRENT > 2)) && [[ "${words[2]}" != (\##(names)) ]]; then
                    # What the line stands for: the command first, and after it the options before it.
                    meant_words=(${(f)"$("${words[1]}" ---line "${(@)words[2,CURRENT-1]}" 2> /dev/null)"})
                    words=("${words[1]}" "${(@)meant_words}" "${(@)words[CURRENT,-1]}")
                    CURRENT="$((${#meant_words} + 2))"
                fi
                if ((CURRENT == 2)) && [[ "${words[2]}" = -* ]]; then
                    # Without a command, options are those of the agenda.
                    words=("${words[1]}" agenda "${(@)words[2,-1]}")
                    CURRENT=3
                fi

            """##
    }

    /// Aliases and views, in place of a command.
    private static var otherNames: String {
        ##"""
                local -a other_names
                other_names=(${(f)"$("${command_name}" ---names "${(@)typed_words}" 2> /dev/null)"})
                other_names=("${(@)other_names/$'\t'/:}")
                _describe -V 'alias or view' other_names && ret=0

        """##
    }
}
