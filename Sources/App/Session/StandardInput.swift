import Foundation
import TodoKit

/// Reads text from the standard input.
enum StandardInput {
    /// The first line, for a secret. There is no prompt: a person at a terminal is told how to pass it.
    /// - Throws: `usage` if the standard input is a terminal, `bad-input` if it holds no line of text.
    static func line(_ hint: String) throws -> String {
        guard isatty(STDIN_FILENO) == 0 else { throw TodoError(.usage, hint) }
        guard let line = readLine(), !line.isEmpty else {
            throw TodoError(.badInput, "The standard input is empty. \(hint)")
        }
        guard line.utf8.count <= 16 << 10 else { throw TodoError(.badInput, "The standard input is too long.") }
        return line
    }

    /// The text of a file, or of the standard input for `-`, without the line breaks at its end.
    /// - Throws: `usage` for the standard input if that is a terminal; `bad-input` if the file cannot be read or is no text.
    static func text(from path: String) throws -> String {
        guard path != "-" || isatty(STDIN_FILENO) == 0 else {
            throw TodoError(.usage, "The standard input is a terminal; pipe the text into the command.")
        }
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        // One byte more than notes may have, to refuse longer ones rather than cut them.
        guard let handle, let data = try? handle.read(upToCount: Limits.notes + 3) ?? Data() else {
            throw TodoError(.badInput, "\(Sanitized.line(path)) cannot be read.")
        }
        guard var text = String(bytes: data, encoding: .utf8) else {
            throw TodoError(.badInput, "\(Sanitized.line(path)) is not text in UTF-8.")
        }
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
