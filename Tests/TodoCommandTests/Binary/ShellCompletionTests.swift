import Foundation
import TestSupport
import Testing

/// The scripts of zsh and fish, in these shells.
@Suite("The command: completion in zsh and fish")
struct ShellCompletionTests {
    private let todo: TodoProcess
    /// The ids of “Milk: two” and of “Oat milk”.
    private let ids: [String]

    init() throws {
        let todo = try TodoProcess()
        self.todo = todo
        ids = try ["Milk: two", "Oat milk $(touch pwned)"].map {
            String(try #require(try todo("add", $0).output.split(separator: "\t").first))
        }
        try todo("tag", "add", "home")
        try todo("lists", "add", "Work/Reports")
        try todo("location", "add", "Migros", "--latitude", "47", "--longitude", "8")
    }

    private static func isInstalled(_ shell: String) -> Bool {
        ["/bin", "/usr/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
        }
    }

    private func isUntouched() -> Bool {
        !FileManager.default.fileExists(atPath: todo.folder.appending(path: "pwned").path)
    }

    @Test(
        "fish takes what the program answers: an id in place of a word of a title, and the names of quick add",
        .enabled(if: isInstalled("fish"), "fish is not installed"))
    func fish() throws {
        // The script itself reads the line of a terminal, which fish has only where somebody types.
        func offered(_ command: String, _ words: String...) throws -> Set<String> {
            let word = words.last ?? ""
            let line = (["todo", command] + words).joined(separator: " ")
            let ask = "todo ---completion \(command) -- positional@0 \(words.count + 1) \(word.count) \(line)"
            let result = try todo.shell(
                """
                SAP_SHELL=fish SAP_SHELL_VERSION=3.6 \(ask) > lines.txt &&
                HOME="$PWD" fish --no-config -c 'complete -c ask -fa "(cat lines.txt)"; complete -C "ask \(word)"'
                """)
            #expect(result.error.isEmpty, "\(line): \(result.error)")
            return Set(result.lines)
        }
        let milk = "\(ids[0])\tMilk: two"
        #expect(try offered("done", "two") == [milk])
        #expect(try offered("done", "mil") == [milk, "\(ids[1])\tOat milk $(touch pwned)"])
        #expect(try offered("done", ids[0]) == [milk])
        #expect(try offered("done", "zzz").isEmpty)
        #expect(try offered("quick", "Call", "+h") == ["+home"])
        #expect(try offered("quick", "Call", "@M") == ["@Migros"])
        #expect(isUntouched())
    }

    @Test(
        "zsh puts an id in place of a word of a title, and completes the names of quick add",
        .enabled(if: isInstalled("zsh"), "zsh is not installed"))
    func zsh() throws {
        let script = todo.folder.appending(path: "_todo")
        try todo("completions", "zsh").output.write(to: script, atomically: true, encoding: .utf8)
        // The line after the key, and the text below it.
        let ask = #"""
            zmodload zsh/zpty
            typeset shown
            until_there() {
                local part
                local -i tries
                for ((tries = 0; tries < 400; tries++)); do
                    while zpty -r -t z part; do shown+=$part; done
                    [[ $shown = *$1* ]] && return 0
                    sleep 0.05
                done
                return 1
            }
            zpty z zsh -f -i
            zpty -w z "PS1='> '; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -u -D; setopt nobeep; LISTMAX=500"
            zpty -w z "tell() { print -r -- \"<<\$BUFFER>>\"; BUFFER=''; zle accept-line }; zle -N tell; bindkey '^T' tell"
            zpty -w z "print -r ready:\$((6 * 7))"
            until_there 'ready:42' || { print -r "not ready: $shown"; exit 1 }
            shown=''
            zpty -w -n z "$1"$'\t'
            sleep 1
            zpty -w -n z $'\x14'
            until_there '>>'
            print -r -- "$shown"
            zpty -d z
            """#
        try ask.write(to: todo.folder.appending(path: "ask.zsh"), atomically: true, encoding: .utf8)
        func completed(_ line: String) throws -> (line: String, shown: String) {
            let shown = try todo.shell("zsh -f ask.zsh '\(line)'").output
            let after = shown.components(separatedBy: "<<").last?.components(separatedBy: ">>").first ?? ""
            return (after, shown)
        }
        #expect(try completed("todo done two").line == "todo done \(ids[0]) ")
        let several = try completed("todo done mil")
        #expect(several.line == "todo done mil", "\(several.shown)")
        #expect(ids.allSatisfy { several.shown.contains($0) } && several.shown.contains("Milk: two"))
        #expect(try completed("todo done \(ids[1])").line == "todo done \(ids[1]) ")
        #expect(try completed("todo q Call +h").line == "todo q Call +home ")
        #expect(try completed("todo q Call @M").line == "todo q Call @Migros ")
        #expect(isUntouched())
    }
}
