import ArgumentParser
import Basics
import Foundation
import JSON
import TodoServer

/// `todo-server user`.
struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage who may use the server; a running server notices within a second.",
        subcommands: [Add.self, List.self, Remove.self, Rotate.self])

    /// The name of a user.
    struct User: ParsableArguments {
        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The name: the user's documents are under users/NAME.") var name: String
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a user and print the token, once: only its hash is stored.")
        @OptionGroup var user: User
        @Flag(help: "May read and write everything: rules and quotas do not apply.") var admin = false

        func run() async throws {
            try await user.database.accounts(orMake: true) { try $0.add(user.name, isAdmin: admin).show() }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new token for a user and print it, once; the old one no longer works.")
        @OptionGroup var user: User

        func run() async throws { try await user.database.accounts { try $0.rotate(user.name).show() } }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a user. The documents stay; an administrator can delete them.")
        @OptionGroup var user: User

        func run() async throws {
            try await user.database.accounts { try $0.remove(user.name) }
            StandardError.say("Removed \(user.name).")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the users.")
        @OptionGroup var database: DatabaseOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await database.accounts { accounts in
                let accounts = try accounts.list()
                if json { return print(JSONValue.array(accounts.map(\.json)).canonicalJSON) }
                for account in accounts {
                    let role = account.isAdmin ? "admin" : "user"
                    print("\(account.name)\t\(role)\ttoken of \(account.tokenCreatedAt.text)")
                }
            }
        }
    }
}

extension DatabaseOptions {
    /// Runs `body` with the accounts, and reports failures.
    fileprivate func accounts(orMake isNew: Bool = false, _ body: (Accounts) throws -> Void) async throws {
        try await Failure.handling { try open(orMake: isNew) { try body($0.accounts) } }
    }
}

extension AccessToken {
    /// Prints the token on the standard output, and a note on the standard error.
    fileprivate func show() {
        print(text)
        StandardError.say("Keep this token: it cannot be shown again.")
    }
}

extension Account {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "admin": .bool(isAdmin), "createdAt": .string(createdAt.text),
            "tokenCreatedAt": .string(tokenCreatedAt.text),
        ]
    }
}

extension Date {
    /// RFC 3339 in UTC, truncated to the second.
    fileprivate var text: String { DateTimeText.text(secondsSince1970: Int(timeIntervalSince1970), digits: 0) }
}
