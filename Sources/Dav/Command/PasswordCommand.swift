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
            commandName: "list", abstract: "Show the devices with a password, their last use, and their edits.",
            discussion: """
                Each line has the name, when the password was made, when the device was last seen and with which app, how often it \
                has changed a to-do, and how many values it overwrote unseen or could not set. `todo sync conflicts` shows these.
                """)

        @OptionGroup var database: DatabaseOption

        func run() async throws {
            try await Failure.handling(DavCommand.statuses) {
                let uses = try DeviceUse.all(in: database.state)
                for entry in try database.passwords.entries {
                    let use = uses[entry.id]
                    let seen =
                        use.map {
                            "last seen \($0.at.rfc3339) \($0.agent)\tedits \($0.edits)\tconflicts \($0.conflicts)"
                        } ?? "never seen"
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
