import ArgumentParser
import Foundation
import TodoDav
import TodoKit

/// Which to-dos are served.
struct DatabaseOption: ParsableArguments {
    @Option(help: ArgumentHelp("The database file (or TODO_DB).", valueName: "path"), completion: .file())
    var db: String?

    var path: String { db ?? StackConfiguration.defaultPath() }

    /// Lists are read at the same time.
    var configuration: StackConfiguration { .init(storage: .onDisk(path: path)) }

    /// What is kept beside the database.
    var state: String { path + ".dav" }

    /// The passwords of devices.
    var passwords: DevicePasswords { DevicePasswords(beside: path) }

    /// The moment that it is: scripts and tests set the clock with `TODO_NOW` (RFC 3339).
    var environment: TodoEnvironment {
        get throws {
            guard let text = ProcessInfo.processInfo.environment["TODO_NOW"], !text.isEmpty else { return .live }
            guard let now = Date(rfc3339: text) else {
                throw TodoError(.usage, "TODO_NOW is a time such as 2026-11-21T10:00:00Z, not “\(text)”.")
            }
            return TodoEnvironment(now: { now })
        }
    }
}
