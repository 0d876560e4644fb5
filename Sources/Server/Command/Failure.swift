import ArgumentParser
import Foundation
import TodoServer

/// The failure of a command: a sentence on the standard error, and an exit status that scripts can rely on.
struct Failure: Error {
    /// The exit statuses, the same as those of `todo`.
    enum Status: Int32 {
        case missing = 1
        case usage = 64
        case badInput = 65
        case unreachable = 69
        case storage = 74
        case locked = 75
        case configuration = 78
    }

    let status: Status
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as StoreError: self.init(error.code == .inUse ? .locked : .storage, "\(error)")
        case let error as AccountError:
            switch error {
            case .invalidName: self.init(.usage, "\(error)")
            case .exists: self.init(.badInput, "\(error)")
            case .unknown: self.init(.missing, "\(error)")
            }
        case let error as CertificateError: self.init(.configuration, "\(error)")
        // Only the type: SQLite's messages quote statements.
        default: self.init(.storage, "The database does not answer (\(type(of: error))); try 'todo-server check'.")
        }
    }

    /// Runs `body`, and turns its errors into a sentence and an exit status.
    static func handling(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            let failure = Failure(error)
            try? FileHandle.standardError.write(contentsOf: Data("\(failure.message)\n".utf8))
            throw ExitCode(failure.status.rawValue)
        }
    }
}
