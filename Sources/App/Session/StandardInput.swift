import Foundation
import TodoKit

/// What is given on the standard input without being data: a secret.
enum StandardInput {
    /// The first line. Nobody is asked for it: a person who sits at the terminal is told how to give it.
    /// - Throws: `usage` if the standard input is a terminal, `bad-input` if it holds no line of text.
    static func line(_ hint: String) throws -> String {
        guard isatty(STDIN_FILENO) == 0 else { throw TodoError(.usage, hint) }
        guard let line = readLine(), !line.isEmpty else {
            throw TodoError(.badInput, "The standard input is empty. \(hint)")
        }
        guard line.utf8.count <= 16 << 10 else { throw TodoError(.badInput, "The standard input is too long.") }
        return line
    }
}
