import ArgumentParser
import Basics
import Foundation
package import TodoKit

/// The output of a program that serves to-dos.
package enum Output {
    /// A line for scripts.
    package static func line(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    }

    /// A line for people.
    package static func note(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}

/// Ends the program with one sentence and its exit status.
package enum Failure {
    /// The statuses are those of `todo`: 64 for what was typed wrong, 69 for a port, 74 for files, 1 for the rest.
    /// - Parameter others: the statuses of further codes.
    package static func handling(
        _ others: [TodoError.Code: Int32] = [:], _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as TodoError {
            Output.note("Error: " + error.message)
            throw ExitCode(others[error.code] ?? status(of: error))
        }
    }

    /// Ends the process if its surroundings lack what every program needs, with the status for files.
    package static func checkSurroundings() {
        guard let complaint = Surroundings.complaint else { return }
        Output.note("Error: " + complaint)
        Foundation.exit(74)
    }

    private static func status(of error: TodoError) -> Int32 {
        switch error.code {
        case .usage, .badInput: 64
        case .unreachable: 69
        case .cannotOpen, .storage, .diskFull, .readOnly, .locked: 74
        default: 1
        }
    }
}
