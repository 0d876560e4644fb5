import ArgumentParser
import Basics
import ServiceOptions

@main
struct WebCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo-web", abstract: "Serve your to-dos as pages for a browser.",
        discussion: """
            Prints a link that signs one browser in, once, within 15 minutes, and opens it. Only this machine can reach the \
            pages, unless --host says otherwise. `todo web` starts this program.

            EXAMPLES:
              todo-web
              todo-web --port 0 --no-open
              todo-web password < password.txt
              todo-web --host 0.0.0.0 --name todo.example.org --tls-certificate cert.pem --tls-key key.pem
            """,
        version: Version.described, subcommands: [ServePagesCommand.self, PasswordCommand.self],
        defaultSubcommand: ServePagesCommand.self)

    static func main() async {
        Failure.checkSurroundings()
        await main(ProgramArguments.words)
    }
}
