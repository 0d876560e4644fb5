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

    /// The purpose of a text.
    enum Field {
        case notes
        case comment

        /// How many bytes it may have.
        fileprivate var limit: Int {
            switch self {
            case .notes: Limits.notes
            case .comment: Limits.comment
            }
        }

        /// The refusal of a text that is too long.
        fileprivate var tooLong: TodoError {
            switch self {
            case .notes: Validation.notesTooLong
            case .comment: Validation.badComment
            }
        }
    }

    /// The text of a file, or of the standard input for `-`, without the line breaks at its end. A text that is far
    /// longer than its field is refused and never cut. The caller checks the exact length.
    /// - Throws: `usage` for the standard input if that is a terminal; `notes-too-long` or `bad-comment`; `bad-input`
    ///   if the file cannot be read or is not text.
    static func text(from path: String, for field: Field) throws -> String {
        guard path != "-" || isatty(STDIN_FILENO) == 0 else {
            throw TodoError(.usage, "The standard input is a terminal; pipe the text into the command.")
        }
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        // Line breaks at the end are removed before counting, so there may be some more than are allowed.
        let most = field.limit + (4 << 10)
        guard let handle, let data = try? handle.read(upToCount: most + 1) ?? Data() else {
            throw TodoError(.badInput, "\(Sanitized.line(path)) cannot be read.")
        }
        // The unread part could be text, so this is too long in any case.
        guard data.count <= most else { throw field.tooLong }
        guard var text = String(bytes: data, encoding: .utf8) else {
            throw TodoError(.badInput, "\(Sanitized.line(path)) is not text in UTF-8.")
        }
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
