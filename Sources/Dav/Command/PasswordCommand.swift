import ArgumentParser
import Foundation
import ServiceOptions
import TodoDav
import TodoKit

/// `todo-dav password`.
struct PasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Make, list and revoke the passwords of devices.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a password for a device, and print it once.",
            discussion: "Type it on the device, with any user name. Only its hash is kept.")

        @Argument(help: "A name for the device, such as phone.")
        var name: String
        @OptionGroup var database: DatabaseOption

        func run() async throws {
            try await Failure.handling(DavCommand.statuses) {
                Output.line(try database.passwords.add(name, now: database.environment.now()))
                if isatty(STDERR_FILENO) == 1 { Output.note("This is shown once. The user name is any.") }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show the devices that have a password, and when each was last seen.")

        @OptionGroup var database: DatabaseOption

        func run() async throws {
            try await Failure.handling(DavCommand.statuses) {
                let uses = try DeviceUse.all(in: database.state)
                for entry in try database.passwords.entries {
                    let use = uses[entry.id]
                    let seen = use.map { "last seen \($0.at.rfc3339) \($0.agent)" } ?? "never seen"
                    Output.line("\(entry.name)\tmade \(entry.createdAt.rfc3339)\t\(seen)")
                }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Shut a device out, from its next request on.")

        @Argument(help: "The name of the device.")
        var name: String
        @OptionGroup var database: DatabaseOption

        func run() async throws {
            try await Failure.handling(DavCommand.statuses) {
                try database.passwords.revoke(name)
                Output.note("“\(name)” is shut out.")
            }
        }
    }
}
