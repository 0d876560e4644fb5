import ArgumentParser
import TodoKit

struct CompletionsCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "completions", abstract: "Print a completion script for a shell.",
        discussion: """
            EXAMPLES:
              todo completions bash > ~/.local/share/bash-completion/completions/todo
              todo completions zsh > ~/.zfunc/_todo
              todo completions fish > ~/.config/fish/completions/todo.fish
            """)

    @Argument(help: "bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"]))
    var shell: String

    @OptionGroup var global: GlobalOptions

    var isAlone: Bool { true }

    func run(in session: Session) throws {
        guard ["bash", "zsh", "fish"].contains(shell) else {
            throw TodoError(.usage, "There are completions for bash, zsh and fish, not for \(Sanitized.quoted(shell)).")
        }
        try session.print([shell == "bash" ? Self.bashScript : shell == "zsh" ? Self.zshScript : Self.fishScript])
    }

    /// The names with which a line begins that the parser's scripts understand.
    static var commandNames: [String] { RootCommand.children.map { $0._commandName } + ["help"] }
}
