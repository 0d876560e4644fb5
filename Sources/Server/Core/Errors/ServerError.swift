import Basics

/// Why the server, its database, an account or a space cannot be used.
package struct ServerError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The kind of error.
    package enum Code: String, Sendable {
        /// The folder or the file of the database cannot be created or opened.
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
        case backup
        /// The certificate or its key cannot be used.
        case certificate
        /// The server cannot listen on the address.
        case cannotListen = "cannot-listen"
        /// The name of an account is not valid.
        case invalidName = "invalid-name"
        /// An account of this name exists.
        case userExists = "user-exists"
        /// No account of this name exists.
        case unknownUser = "unknown-user"
        /// There is no such space.
        case missingSpace = "missing-space"
        /// The file is not a complete export of a space.
        case incompleteExport = "incomplete-export"
        /// The destination already has a space.
        case occupiedSpace = "occupied-space"
        /// The space became another one while it was read or written.
        case changedSpace = "changed-space"
    }

    /// The kind of error; stable for scripts.
    package let code: Code
    /// A sentence that says what to do. For ``Code/cannotListen`` it has only the system's words, without a period, such as
    /// "Address already in use".
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Why the database's file or folder cannot be created or opened.
    init(file error: any Error) {
        self = error as? ServerError ?? ServerError(.cannotOpen, (error as? FileError)?.description ?? "\(error)")
    }
}
