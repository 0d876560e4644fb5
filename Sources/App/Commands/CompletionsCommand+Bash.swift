import ArgumentParser

extension CompletionsCommand {
    /// The script for bash: the parser's, and around it what that lacks. It knows neither aliases nor views in place of a command
    /// nor a command that may be left out, and sees values in pieces, since bash takes words apart at : and @.
    static var bashScript: String {
        // What is a path, only the parser's script knows.
        RootCommand.completionScript(for: .bash).replacing(
            "        __todo_add_completions -f\n",
            with: "        takes_path=true\n        __todo_add_completions -f\n") + "\n" + wholeWords
    }

    private static var wholeWords: String {
        let commands = RootCommand.children
        let names = (commands.map { $0._commandName } + ["help"]).joined(separator: "|")
        let aliases = commands.flatMap { command in
            command.configuration.aliases.map { "        \($0)) words[at]=\(command._commandName) ;;" }
        }.joined(separator: "\n")
        let implied = commands.compactMap { command -> String? in
            guard let usual = command.configuration.defaultSubcommand, usual is any WordsCommand.Type else {
                return nil
            }
            let known = command.children.map { $0._commandName }.joined(separator: " ")
            return "    \(command._commandName)) implied=\(usual._commandName) known=' \(known) ' ;;"
        }.joined(separator: "\n")
        return ##"""
            # Completes the last of the words of a command line.
            __todo_complete_last() {
                local -a COMP_WORDS=("${@}")
                local -i COMP_CWORD="$((${#} - 1))"
                local COMP_LINE="${*}"
                local -i COMP_POINT="${#COMP_LINE}"
                _todo "${1}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            }

            # Completes what people type. Words are only compared and handed on, never run.
            __todo_complete() {
                # The words up to the cursor, each in one piece.
                local -a words=()
                local rest="${COMP_LINE}" gap word previous=''
                local -i index length
                for ((index = 0; index <= COMP_CWORD; index++)); do
                    word="${COMP_WORDS[index]}"
                    gap="${rest%%[![:space:]]*}"
                    rest="${rest#"${gap}"}"
                    if ((index == COMP_CWORD)); then
                        length="$((COMP_POINT - ${#COMP_LINE} + ${#rest}))"
                        # The cursor is in the space before the word.
                        ((length < 0)) && gap=' ' && length=0
                        word="${word:0:length}"
                    fi
                    rest="${rest#"${COMP_WORDS[index]}"}"
                    if [[ -z "${gap}" && "${previous}" = --* && "${word}" = '=' ]]; then
                        # --tag=home is --tag home.
                        ((index == COMP_CWORD)) && words+=('')
                    elif [[ -z "${gap}" && -n "${previous}" && ("${previous}" != *[!:@]* || "${word}" != *[!:@]*) ]]; then
                        words[${#words[@]} - 1]+="${word}"
                    else
                        words+=("${word}")
                    fi
                    previous="${COMP_WORDS[index]}"
                done
                local -ir last="$((${#words[@]} - 1))"
                local -r typed="${words[last]}"

                COMPREPLY=()
                local takes_path=false implied='' known=''
                local -i at=1
                while ((at < last)) && [[ "${words[at]}" = -* ]]; do ((at++)); done
                if ((at < last)); then
                    case "${words[at]}" in
            \##(aliases)
                    \##(names)) ;;
                    *)
                        # A view in place of a command is a list.
                        __todo_complete_last "${words[0]}" view delete "${words[at]}"
                        for word in "${COMPREPLY[@]}"; do
                            [[ "${word}" = "${words[at]}" ]] && words[at]=list && break
                        done
                        COMPREPLY=()
                        ;;
                    esac
                fi
                __todo_complete_last "${words[@]}"
                if ((at == last)) && [[ "${typed}" != -* ]]; then
                    __todo_complete_last "${words[0]}" view delete "${typed}"
                fi
                case "${words[at]}" in
            \##(implied)
                esac
                if [[ -n "${implied}" ]] && ((at < last)) && [[ "${known}" != *" ${words[at + 1]} "* ]]; then
                    # The first word may still become the name of a subcommand.
                    ((at + 1 < last)) && COMPREPLY=()
                    __todo_complete_last "${words[@]:0:at + 1}" "${implied}" "${words[@]:at + 1}"
                fi

                # Of the word, bash replaces only the last piece.
                local cut="${typed%"${2}"}"
                cut="${cut//[\"\'\\]/}"
                for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]="${COMPREPLY[index]#"${cut}"}"; done
                # Quoted here: as file names they would have a backslash before each : and @, and a slash wherever there is a folder
                # of that name. What stands in quotation marks already is left to bash.
                if ! "${takes_path}" && [[ "${typed}" != *[\"\']* ]] && compopt +o filenames 2> /dev/null; then
                    for index in "${!COMPREPLY[@]}"; do
                        [[ "${COMPREPLY[index]}" = *[[:space:]\!\"\#\$\&\'\(\)\*\;\<\>\?\[\\\]\^\`\{\|\}\~]* ]] || continue
                        printf -v "COMPREPLY[index]" %q "${COMPREPLY[index]}"
                    done
                fi
            }

            complete -o filenames -F __todo_complete todo
            """##
    }
}
