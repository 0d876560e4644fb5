import ArgumentParser
import Foundation
import TodoServer

/// `todo-server backup`.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database to a new file, also while it is served.")
    @OptionGroup var database: DatabaseOptions
    @Argument(help: "The file to write; it must not be there yet.") var file: String

    func run() async throws {
        try await Failure.handling {
            try database.open { try $0.backup(to: file) }
        }
    }
}

/// `todo-server restore`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the database by a backup, also while it is served.",
        discussion: """
            Writes since the backup are gone from the server; clients notice, and send them again. Existing users and \
            tokens stay as they are.
            """)
    @OptionGroup var database: DatabaseOptions
    @Argument(help: "A file that 'todo-server backup' wrote.") var file: String

    func run() async throws {
        try await Failure.handling {
            try database.open(orMake: true) { try $0.restore(from: file) }
        }
    }
}

/// `todo-server check`.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check every page and document of the database, also while it is served.")
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await Failure.handling {
            let report = try database.open { try $0.check() }
            print("\(report.documents) documents, \(report.accounts) users, \(report.problems.count) problems")
            guard report.problems.isEmpty else {
                throw Failure(
                    .storage,
                    (report.problems + ["Restore a backup with 'todo-server restore'."]).joined(separator: "\n"))
            }
        }
    }
}
