import Foundation

/// One run of another program, with a text on its standard input.
enum Subprogram {
    /// How long it may run.
    static let patience = Duration.seconds(60)

    /// Runs a program, which is looked up in `PATH` if its name has no slash.
    /// - Returns: whether it could be started and ended by itself with the status 0.
    static func run(_ words: [String], input: String = "") async -> Bool {
        guard let name = words.first, let program = find(name) else { return false }
        // A file, not a pipe: a program that does not read it must not end this one by a broken pipe.
        let path = FileManager.default.temporaryDirectory.path + "/todo-remind-\(UUID().uuidString)"
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data(input.utf8), attributes: [.posixPermissions: 0o600])
        let file = isMade ? FileHandle(forReadingAtPath: path) : nil
        unlink(path)
        guard let file else { return false }
        let process = Process()
        process.executableURL = program
        process.arguments = Array(words.dropFirst())
        process.standardInput = file
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Set before the start: a program may end before `run` returns.
        let end = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.continuation.finish() }
        guard (try? process.run()) != nil else { return false }
        let pid = process.processIdentifier
        let timer = Task {
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            kill(pid, SIGKILL)
        }
        for await _ in end.stream {}
        timer.cancel()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    /// Whether there is such a program.
    static func exists(_ name: String) -> Bool { find(name) != nil }

    private static func find(_ name: String) -> URL? {
        if name.contains("/") {
            return FileManager.default.isExecutableFile(atPath: name) ? URL(fileURLWithPath: name) : nil
        }
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(fileURLWithPath: $0) }
    }
}
