import Foundation
import TodoDomain
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

    /// The text that was typed, or for `-` that of the standard input.
    /// - Throws: as ``text(from:for:)``.
    static func text(typed: String, for field: Field) throws -> String {
        typed == "-" ? try text(from: "-", for: field) : typed
    }

    /// Refuses a command of which several texts would be those of the standard input.
    /// - Parameter texts: what was typed for each.
    /// - Throws: `usage`.
    static func checkOne(of texts: [String?]) throws {
        guard texts.count(where: { $0 == "-" }) < 2 else {
            throw TodoError(.usage, "Only one text can be that of the standard input: give - once.")
        }
    }

    /// The purpose of a text.
    enum Field {
        case title
        case notes
        case comment
        /// Several to-dos, a line for each.
        case outline

        /// How many bytes it may have.
        fileprivate var limit: Int {
            switch self {
            case .title: Limits.title
            case .notes: Limits.notes
            case .comment: Limits.comment
            case .outline: 4 << 20
            }
        }

        /// The refusal of a text that is too long.
        fileprivate var tooLong: TodoError {
            switch self {
            case .title: Validation.titleTooLong
            case .notes: Validation.notesTooLong
            case .comment: Validation.badComment
            case .outline:
                TodoError(.tooMany, "The standard input has more than 4 MB of lines; import a longer text.")
            }
        }
    }

    /// The text of a file, or of the standard input for `-`, without the line breaks at its end. A text that is far
    /// longer than its field is refused and never cut. The caller checks the exact length.
    /// - Throws: `usage` for the standard input if that is a terminal; what the field throws if it is too long; `bad-input`
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
