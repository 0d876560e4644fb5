import Foundation

/// A terminal for the program, by way of `script` (util-linux).
package enum Pty {
    /// Whether there is one here.
    package static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// What the program shows on a terminal with so many columns.
    package static func run(_ todo: TodoProcess, _ arguments: String, columns: Int) throws -> String {
        var todo = todo
        todo.environment["TERM"] = "xterm-256color"
        return try todo.shell("script -qec 'stty cols \(columns); todo \(arguments)' /dev/null").output
    }
}
