import Basics
import Foundation
import TodoKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The person's editor, with a text in a file that other users cannot read.
final class Editor {
    private let folder: String
    private let path: String
    /// The text as it was before the person saw it.
    private var original: Data?
    private var isKept = false

    /// - Throws: `cannot-open` if there is no room for the file.
    init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/todo-edit-XXXXXX").utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap(mkdtemp) }) != nil else {
            throw TodoError(.cannotOpen, "There is no place for a temporary file.", effect: .nothingChanged)
        }
        folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        path = folder + "/edit.todo"
    }

    deinit { if !isKept { try? FileManager.default.removeItem(atPath: folder) } }

    /// The error for which a text was not written. The person's text is kept, and the error says where.
    func keepingText(after error: any Error) -> any Error {
        guard let error = error as? TodoError, let original, let text = FileManager.default.contents(atPath: path),
            text != original
        else { return error }
        isKept = true
        return error.with(adding: [.init("text-kept", "The text is in \(path).", subject: path)])
    }

    /// How often a text with mistakes is opened: more than anybody needs, so that a script that stays wrong ends.
    private static let mostOpenings = 10

    /// The beginning of a line that says what is wrong with the next one.
    private static let mark = "# ! "

    /// Lets the person edit a text until it has no mistakes or they give up: they leave it as it is, or none of its mistakes is
    /// mended.
    /// - Parameter read: what a text means, and what is wrong with it.
    /// - Throws: `bad-input` for a text that is left with a mistake; as ``edit(_:)``.
    func edit<Value>(
        _ text: String, reading read: (String) async throws -> (value: Value, problems: [TodoForm.Problem])
    ) async throws -> Value {
        var (text, marked, mistakes, openings) = (text, text, [String: Int](), 0)
        while true {
            openings += 1
            let edited = Self.unmarked(try edit(marked))
            let (value, problems) = try await read(edited)
            guard let first = problems.min(by: { $0.line < $1.line }) else { return value }
            let lines = Self.lines(of: edited)
            let found = problems.reduce(into: [String: Int]()) { found, problem in
                let line = lines.indices.contains(problem.line - 1) ? lines[problem.line - 1] : ""
                found["\(problem.reason)\n\(line)", default: 0] += 1
            }
            let isStuck = !mistakes.isEmpty && mistakes.allSatisfy { found[$0.key, default: 0] >= $0.value }
            guard edited != text, !isStuck, openings < Self.mostOpenings else {
                throw TodoError(.badInput, "Line \(first.line): \(first.reason)", effect: .nothingChanged)
            }
            text = edited
            marked = Self.marked(lines, problems)
            mistakes = found
        }
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The text with what is wrong above the lines that are meant.
    private static func marked(_ lines: [String], _ problems: [TodoForm.Problem]) -> String {
        lines.enumerated().flatMap { index, line in
            problems.filter { $0.line == index + 1 }.map { mark + $0.reason.replacing("\n", with: " ") } + [line]
        }.joined(separator: "\n")
    }

    /// The text without what was said before.
    private static func unmarked(_ text: String) -> String {
        lines(of: text).filter { !$0.hasPrefix(mark) }.joined(separator: "\n")
    }

    /// Lets the person edit a text.
    /// - Returns: the text as they left it.
    /// - Throws: `usage` if there is no editor, or if it reports a failure; then nothing is to be changed.
    func edit(_ text: String) throws -> String {
        let data = Data(text.utf8)
        if original == nil { original = data }
        try data.write(to: URL(filePath: path))
        chmod(path, 0o600)
        let editor = Self.command(of: "VISUAL") ?? Self.command(of: "EDITOR") ?? "vi"
        let status = try run(["/bin/sh", "-c", editor + " \"$1\"", "todo-editor", path])
        guard status == 0 else {
            throw TodoError(
                .usage, "The editor “\(Sanitized.line(editor))” ended with status \(status).", effect: .nothingChanged)
        }
        guard InputFile.isFile(path), let data = FileManager.default.contents(atPath: path) else {
            throw TodoError(.badInput, "The editor left no file to read.", effect: .nothingChanged)
        }
        guard let edited = String(bytes: data, encoding: .utf8) else {
            throw TodoError(.badInput, "The editor did not write a text in UTF-8.", effect: .nothingChanged)
        }
        return edited
    }

    /// The content of a variable of the environment; nil if it is empty.
    private static func command(of variable: String) -> String? {
        guard let value = getenv(variable) else { return nil }
        let text = String(cString: value).trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : text
    }

    /// Runs a program in this process's own group, so that it has the terminal, and waits for its end.
    private func run(_ words: [String]) throws -> Int32 {
        let process = Spawn.start(
            words[0], Array(words.dropFirst()), input: STDIN_FILENO, output: STDOUT_FILENO, errors: STDERR_FILENO,
            sharesTerminal: true)
        guard let process else { throw TodoError(.usage, "The editor cannot be started.", effect: .nothingChanged) }
        return Spawn.status(of: process, waits: true) ?? 1
    }
}
