import ArgumentParser
import Foundation
import ServiceOptions
import TodoKit
import TodoWeb

/// `todo-web password`.
struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set the password for browsers on other machines.",
        discussion: """
            It is read from the standard input, up to the end of the line, and kept as its hash. All browsers are \
            signed out.
            """)

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await Failure.handling {
            if isatty(STDIN_FILENO) == 1 { Output.note("Type the password; it is shown.") }
            let password = (readLine(strippingNewline: true) ?? "")
            try PasswordFile(path: database.files.password).set(password)
            Output.note("The password is set. A server that runs uses it from now on; all browsers are signed out.")
        }
    }
}
