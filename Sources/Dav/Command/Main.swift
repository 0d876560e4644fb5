import ArgumentParser
import Basics
import ServiceOptions
import TodoKit

@main
struct DavCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo-dav", abstract: "Serve your to-dos to phones and desktops that speak CalDAV.",
        discussion: """
            Each device gets a password of its own, which `todo-dav password add` makes. Only this machine can reach the server, \
            unless --host says otherwise, which takes a certificate. `todo dav` starts this program.

            EXAMPLES:
              todo-dav password add phone
              todo-dav
              todo-dav --host 0.0.0.0 --name todo.example.org --tls-certificate cert.pem --tls-key key.pem
            """,
        version: Version.described, subcommands: [ServeCalendarsCommand.self, PasswordCommand.self],
        defaultSubcommand: ServeCalendarsCommand.self)

    /// The status for a server that would not be safe.
    static let statuses: [TodoError.Code: Int32] = [.badConfiguration: 78]

    static func main() async {
        Failure.checkSurroundings()
        await main(ProgramArguments.words)
    }
}
