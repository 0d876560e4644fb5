import ArgumentParser

extension CompletionsCommand {
    /// The script for bash: the parser's, and around it what that lacks. It knows neither aliases nor views in place of
    /// a command nor options before it (``CompletedLine``) nor a command that may be left out, and sees values in
    /// pieces, since bash takes words apart at : and @.
    static var bashScript: String {
        // Only the parser's script knows which arguments are paths.
        RootCommand.completionScript(for: .bash).replacing(
            "        __todo_add_completions -f\n",
            with: "        takes_path=true\n        __todo_add_completions -f\n") + "\n" + wholeWords
    }

    private static var wholeWords: String {
        let commands = RootCommand.children
        let names = commandNames.joined(separator: "|")
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
                    if [[ -z "${gap}" && -n "${previous}" && ("${previous}" != *[!:@]* || "${word}" != *[!:@]* ||
                        ("${previous}" = --* && "${word}" = '=') ||
                        ("${previous}" = '=' && "${words[${#words[@]} - 1]}" = --*=)) ]]; then
                        words[${#words[@]} - 1]+="${word}"
                    else
                        words+=("${word}")
                    fi
                    previous="${COMP_WORDS[index]}"
                done
                local -i last="$((${#words[@]} - 1))"
                local typed="${words[last]}"
                local -ar before=("${words[@]:1:last - 1}")

                COMPREPLY=()
                local takes_path=false implied='' known=''
                if ((last > 1)); then
                    case "${words[1]}" in
                    \##(names)) ;;
                    *)
                        # What the line stands for: the command first, and after it the options before it.
                        words=("${words[0]}")
                        while IFS='' read -r word; do
                            words+=("${word}")
                        done < <("${words[0]}" ---line "${before[@]}" 2> /dev/null)
                        words+=("${typed}")
                        ;;
                    esac
                fi
                local -ar whole=("${words[@]}")
                words=()
                for word in "${whole[@]}"; do
                    # --tag=home is --tag home.
                    if [[ "${word}" = --*=* ]]; then words+=("${word%%=*}" "${word#*=}"); else words+=("${word}"); fi
                done
                last="$((${#words[@]} - 1))"
                typed="${words[last]}"
                if ((last == 1)) && [[ "${typed}" != -* ]]; then
                    __todo_complete_last "${words[@]}"
                    while IFS='' read -r word; do
                        COMPREPLY+=("${word%%$'\t'*}")
                    done < <("${words[0]}" ---names "${before[@]}" "${typed}" 2> /dev/null)
                elif [[ "${whole[${#whole[@]} - 1]}" = --color=* && " tag lists " != *" ${words[1]} "* ]]; then
                    COMPREPLY=($(compgen -W 'always auto never' -- "${typed}"))
                elif [[ "${words[1]}" = -* ]]; then
                    # Without a command, options are those of the agenda.
                    __todo_complete_last "${words[0]}" agenda "${words[@]:1}"
                else
                    __todo_complete_last "${words[@]}"
                fi
                case "${words[1]}" in
            \##(implied)
                esac
                if [[ -n "${implied}" ]] && ((last == 2)); then
                    # The word may become the name of a subcommand, or be the first of the implied one.
                    words=("${words[0]}")
                    while IFS='' read -r word; do
                        words+=("${word}")
                    done < <("${words[0]}" ---line "${before[@]}" "${implied}" 2> /dev/null)
                    __todo_complete_last "${words[@]}" "${typed}"
                elif [[ -n "${implied}" ]] && ((last > 2)) && [[ "${known}" != *" ${words[2]} "* ]]; then
                    COMPREPLY=()
                    __todo_complete_last "${words[@]:0:2}" "${implied}" "${words[@]:2}"
                fi

                # Of the word, bash replaces only the last piece.
                local cut="${typed%"${2}"}"
                cut="${cut//[\"\'\\]/}"
                # Beside several, what each is called is shown; one by itself is put in place alone.
                local -i several="$((${#COMPREPLY[@]} > 1 && ${COMP_TYPE:-9} != 37))" replaced=0
                for index in "${!COMPREPLY[@]}"; do
                    word="${COMPREPLY[index]#"${cut}"}"
                    if [[ "${word}" = *$'\t'*$'\t'* ]]; then
                        # A to-do with the word in its title: its id takes the place of the word.
                        replaced=1
                        word="${word#*$'\t'}"
                    fi
                    ((several)) || word="${word%%$'\t'*}"
                    COMPREPLY[index]="${word}"
                done
                # Quoted here: as file names they would have a backslash before each : and @, and a slash wherever there is a folder
                # of that name. What stands in quotation marks already is left to bash.
                if ! "${takes_path}" && [[ "${typed}" != *[\"\']* ]] && compopt +o filenames 2> /dev/null; then
                    for index in "${!COMPREPLY[@]}"; do
                        [[ "${COMPREPLY[index]}" != *$'\t'* ]] || continue
                        [[ "${COMPREPLY[index]}" = *[[:space:]\!\"\#\$\&\'\(\)\*\;\<\>\?\[\\\]\^\`\{\|\}\~]* ]] || continue
                        printf -v "COMPREPLY[index]" %q "${COMPREPLY[index]}"
                    done
                fi
                for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]="${COMPREPLY[index]/$'\t'/  }"; done
                # Their ids may begin alike, which is no reason to put that in place of the word.
                if ((several && replaced)); then COMPREPLY+=(' '); fi
            }

            complete -o filenames -F __todo_complete todo
            """##
    }
}
