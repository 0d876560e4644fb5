import GRDB

/// A program that writes to the same file, with a transaction that lasts as long as a test wants.
struct OtherProgram {
    private let connection: DatabaseQueue

    /// Opens the file.
    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Takes the lock that only one writer has.
    func beginWriting() throws {
        try connection.unsafeReentrantWrite { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    /// Gives it back.
    func endWriting() throws {
        try connection.unsafeReentrantWrite { try $0.execute(sql: "COMMIT") }
    }
}
