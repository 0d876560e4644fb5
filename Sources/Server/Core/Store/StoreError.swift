import Basics

/// Why the server's database cannot be used.
public struct StoreError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The kind of error.
    public enum Code: String, Sendable {
        /// The folder or the file cannot be created or opened.
        case cannotOpen = "cannot-open"
        /// The file is not a database of this server.
        case foreignDatabase = "foreign-database"
        /// A later version of the server wrote the file.
        case newerDatabase = "newer-database"
        /// A version of the server before 1.0.0 wrote the file.
        case olderDatabase = "older-database"
        /// Another server is serving the file.
        case inUse = "in-use"
        /// A backup cannot be made or used.
        case backup = "backup"
    }

    /// The kind of error; stable for scripts.
    public let code: Code
    /// A sentence that says what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Why the database's file or folder cannot be created or opened.
    init(file error: any Error) {
        self = error as? StoreError ?? StoreError(.cannotOpen, (error as? FileError)?.description ?? "\(error)")
    }
}
