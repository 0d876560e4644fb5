import ArgumentParser
import Foundation
import TodoDav
import TodoKit

/// What the command prints.
enum Output {
    /// A line for scripts.
    static func line(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }
    /// A line for people.
    static func note(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
}

/// Ends the command with one sentence and its exit status.
enum Failure {
    /// The same as those of `todo`: 64 for what was typed wrong, 69 for a port, 74 for files, 78 for a server that would not be safe,
    /// 1 for the rest.
    static func handling(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as TodoError {
            Output.note("Error: " + error.message)
            throw ExitCode(status(of: error))
        }
    }

    private static func status(of error: TodoError) -> Int32 {
        switch error.code {
        case .usage, .badInput: 64
        case .badConfiguration: 78
        case .unreachable: 69
        case .cannotOpen, .storage, .diskFull, .readOnly, .locked: 74
        default: 1
        }
    }
}
