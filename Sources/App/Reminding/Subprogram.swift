import Basics
import Foundation

/// One run of another program, with a text on its standard input.
enum Subprogram {
    /// How long it may run.
    static let patience = Duration.seconds(60)

    /// Runs a program, which is looked up in `PATH` if its name has no slash.
    /// - Returns: whether it could be started and exited with status 0 in time.
    static func run(_ words: [String], input: String = "") async -> Bool {
        guard let name = words.first, let program = Program(named: name) else { return false }
        // A file, not a pipe: a program that does not read a pipe would end this one with a signal.
        let path = FileManager.default.temporaryDirectory.path + "/todo-remind-\(Randomness.uuid().uuidString)"
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data(input.utf8), attributes: [.posixPermissions: 0o600])
        let file = isMade ? open(path, O_RDONLY | O_CLOEXEC) : -1
        unlink(path)
        guard file >= 0 else { return false }
        defer { close(file) }
        return await program.run(Array(words.dropFirst()), input: file, within: patience)?.status == 0
    }

    /// Whether there is such a program.
    static func exists(_ name: String) -> Bool { Program(named: name) != nil }
}
