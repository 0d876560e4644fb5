import ArgumentParser

extension CompletionsCommand {
    /// The script for zsh: the parser's, which is told what a line means that does not begin with a command, and
    /// what there is in place of one (``CompletedLine``).
    static var zshScript: String {
        let start = "    local -r command_name="
        let commands = "        _describe -V subcommand subcommands && ret=0\n"
        // The function for the program itself is the first in the script.
        let custom = "__todo_custom_complete() {\n"
        return RootCommand.completionScript(for: .zsh)
            .replacing(custom, with: byTitle + "\n" + custom, maxReplacements: 1)
            .replacing(
                "        __todo_complete \"${completions[@]:0:-1}\"\n",
                with: "        __todo_offer \"${completions[@]:0:-1}\"\n"
            )
            .replacing(start, with: meantWords + start, maxReplacements: 1)
            .replacing(commands, with: commands + otherNames, maxReplacements: 1)
    }

    /// Offers ids that take the place of a word of their titles: those lines begin with a tab.
    private static var byTitle: String {
        ##"""
        __todo_offer() {
            local -a by_title=("${(@M)@:#$'\t'*}") others=("${(@)@:#$'\t'*}")
            ((${#others})) && __todo_complete "${others[@]}"
            ((${#by_title})) || return 0
            by_title=("${(@)by_title#$'\t'}")
            # -U: they need not begin with what was typed.
            _describe -V 'to-do' by_title -U
            # The beginning that several ids share is no reason to put that in place of the word.
            if ((${#by_title} > 1)); then compstate[insert]='' compstate[list]='list force'; fi
        }

        """##
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
