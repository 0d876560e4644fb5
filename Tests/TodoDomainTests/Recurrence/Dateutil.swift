import Foundation

/// python-dateutil, if it is installed or can be: `TODO_PYTHON` names a Python that has it.
///
/// If no Python has it, it is installed once, in a folder among the caches.
enum Dateutil {
    /// The Python that has it; nil if there is none.
    static let python: String? = {
        if let path = ProcessInfo.processInfo.environment["TODO_PYTHON"] { return path }
        let script = """
            cache="${XDG_CACHE_HOME:-$HOME/.cache}/todo-tests/dateutil-2.9.0"
            for python in python3 "$cache/bin/python3"; do
                "$python" -c 'import dateutil.rrule, zoneinfo' 2>/dev/null && echo "$python" && exit
            done
            [ -e "$cache" ] && exit
            python3 -m venv "$cache" && timeout 60 "$cache/bin/pip" install -q python-dateutil==2.9.0.post0 >&2 &&
            echo "$cache/bin/python3"
            """
        let path = try? run("/bin/sh", ["-c", script], input: FileHandle.nullDevice)
        return path.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
    }()

    /// What Tests/Recurrences/dates.py answers, line by line.
    static func answers(to questions: [String]) throws -> [Substring] {
        let file = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(questions.map { $0 + "\n" }.joined().utf8).write(to: file)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Recurrences/dates.py")
        let input = try FileHandle(forReadingFrom: file)
        return try run("/usr/bin/env", [python ?? "python3", script.path], input: input).split(separator: "\n")
    }

    private static func run(_ path: String, _ arguments: [String], input: FileHandle) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
