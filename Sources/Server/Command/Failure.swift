import ArgumentParser
import FirestoreWire
import Foundation
import TodoNetwork
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
        case let error as ServerError: self.init(Status(error.code), "\(error)")
        case FirestoreDatabase.Invalid.clearText:
            let reason = FirestoreDatabase.Invalid.clearText
            self.init(.usage, "\(reason) With --allow-http everything is sent unencrypted.")
        case let error as FirestoreDatabase.Invalid: self.init(.usage, "\(error)")
        case let error as CredentialError: self.init(.configuration, "\(error)")
        case let error as FirestoreError: self.init(Status(error), "\(error)")
        // Not its message, which may quote a document.
        case let error as FirestoreWire.Status:
            self.init(.badInput, "A document of the file cannot be stored here (\(error.code.name)).")
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
            StandardError.say(failure.message)
            throw ExitCode(failure.status.rawValue)
        }
    }
}

extension Failure.Status {
    fileprivate init(_ code: ServerError.Code) {
        switch code {
        case .unknownUser, .missingSpace: self = .missing
        case .invalidName: self = .usage
        case .userExists, .incompleteExport, .occupiedSpace: self = .badInput
        case .cannotListen: self = .unreachable
        case .cannotOpen, .foreignDatabase, .newerDatabase, .olderDatabase, .backup: self = .storage
        case .inUse, .changedSpace: self = .locked
        case .certificate: self = .configuration
        }
    }

    /// The meaning of another server's refusal for a script.
    fileprivate init(_ error: FirestoreError) {
        switch error {
        case .credentials: self = .configuration
        case .status(let status) where [.permissionDenied, .unauthenticated].contains(status.code):
            self = .configuration
        default: self = .unreachable
        }
    }
}
