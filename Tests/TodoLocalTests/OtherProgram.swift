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

    /// Takes the write lock.
    func beginWriting() throws { try execute("BEGIN IMMEDIATE") }

    /// Releases it.
    func endWriting() throws { try execute("COMMIT") }

    /// Runs statements; a transaction that they open stays open.
    func execute(_ sql: String) throws { try connection.unsafeReentrantWrite { try $0.execute(sql: sql) } }

    /// The first integer of a statement.
    func integer(_ sql: String) throws -> Int {
        try connection.unsafeReentrantWrite { try Int.fetchOne($0, sql: sql) ?? 0 }
    }
}
