import Foundation
import TodoKit

/// Reads a secret from the standard input.
enum StandardInput {
    /// The first line. There is no prompt: a person at a terminal is told how to pass it.
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
