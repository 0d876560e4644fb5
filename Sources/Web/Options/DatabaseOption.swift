import ArgumentParser
import Foundation
package import TodoKit

/// The option that names the to-dos that are served.
package struct DatabaseOption: ParsableArguments {
    @Option(help: ArgumentHelp("The database file (or TODO_DB).", valueName: "path"), completion: .file())
    var db: String?

    package init() {}

    /// The path of the database.
    package var path: String { db ?? StackConfiguration.defaultPath() }

    /// The stack of the database. Requests read at the same time.
    package var configuration: StackConfiguration { .init(storage: .onDisk(path: path)) }

    /// The real world, except that scripts and tests set the clock with `TODO_NOW` (RFC 3339).
    package var environment: TodoEnvironment {
        get throws {
            guard let text = ProcessInfo.processInfo.environment["TODO_NOW"], !text.isEmpty else { return .live }
            guard let now = Date(rfc3339: text) else {
                throw TodoError(.usage, "TODO_NOW is a time such as 2026-11-21T10:00:00Z, not “\(text)”.")
            }
            return TodoEnvironment(now: { now })
        }
    }
}
