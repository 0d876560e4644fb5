package import Foundation
import GRDB
import SQLite

/// An account on the server.
package struct Account: Equatable, Sendable {
    /// Its name. For a user it is also the id of the space, which follows `users/`.
    package let name: String
    /// Whether it may read and write everything.
    package let isAdmin: Bool
    /// When the account was created.
    package let createdAt: Date
    /// When its token was created.
    package let tokenCreatedAt: Date
    let tokenHash: Data
}

extension ServerError {
    fileprivate static let invalidName = ServerError(
        .invalidName,
        "A name has 1 to 128 ASCII letters, digits and . _ - @, and begins with a letter or digit; choose another.")

    fileprivate static func userExists(_ name: String) -> ServerError {
        ServerError(.userExists, "There is a user \(name) already; 'user rotate \(name)' makes a new token.")
    }

    fileprivate static func unknownUser(_ name: String) -> ServerError {
        ServerError(.unknownUser, "There is no user \(name); 'user list' names all.")
    }
}

/// The accounts in the server's database. Any process that opens it may change them; a running server notices within a
/// second.
package struct Accounts: Sendable {
    let pool: DatabasePool
    /// Looks up a token without waiting for queries.
    private let quickly: @Sendable ((Database) throws -> Account?) throws -> Account?

    init(_ store: DocumentStore) {
        pool = store.pool
        quickly = { try store.quickly($0) }
    }

    private static let columns = "name, isAdmin, createdAt, tokenCreatedAt, tokenHash"

    /// Creates an account and returns its token, which cannot be shown again.
    /// - Throws: ``ServerError``.
    package func add(_ name: String, isAdmin: Bool = false) throws -> AccessToken {
        guard Self.isValid(name) else { throw ServerError.invalidName }
        let (token, now) = (AccessToken(), DocumentStore.machineTime())
        try pool.write { db in
            guard try Self.find(name, db) == nil else { throw ServerError.userExists(name) }
            try db.execute(
                sql: """
                    INSERT INTO account (name, isAdmin, tokenID, tokenHash, createdAt, tokenCreatedAt)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """, arguments: [name, isAdmin, token.id, token.hash, now, now])
        }
        return token
    }

    /// All accounts, sorted by name.
    package func list() throws -> [Account] {
        try pool.read { db in
            try Row.fetchAll(db, sql: "SELECT \(Self.columns) FROM account ORDER BY name").map(Account.init)
        }
    }

    /// Removes an account; the content of its space stays.
    /// - Throws: ``ServerError``.
    package func remove(_ name: String) throws {
        try pool.write { db in
            try db.execute(sql: "DELETE FROM account WHERE name = ?", arguments: [name])
            guard db.changesCount > 0 else { throw ServerError.unknownUser(name) }
        }
    }

    /// Gives an account a new token and returns it; the old one is no longer valid.
    /// - Throws: ``ServerError``.
    package func rotate(_ name: String) throws -> AccessToken {
        let token = AccessToken()
        try pool.write { db in
            try db.execute(
                sql: "UPDATE account SET tokenID = ?, tokenHash = ?, tokenCreatedAt = ? WHERE name = ?",
                arguments: [token.id, token.hash, DocumentStore.machineTime(), name])
            guard db.changesCount > 0 else { throw ServerError.unknownUser(name) }
        }
        return token
    }

    /// The account whose token has the id `tokenID`.
    /// - Throws: ``Status`` only.
    func find(tokenID: String) throws -> Account? {
        try quickly { db in
            let statement = try db.cachedStatement(sql: "SELECT \(Self.columns) FROM account WHERE tokenID = ?")
            return try Row.fetchOne(statement, arguments: [tokenID]).map(Account.init)
        }
    }

    /// The ids of all tokens.
    func tokenIDs() throws -> Set<String> {
        try pool.read { try Set(String.fetchAll($0.cachedStatement(sql: "SELECT tokenID FROM account"))) }
    }

    private static func find(_ name: String, _ db: Database) throws -> Account? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM account WHERE name = ?", arguments: [name]).map(Account.init)
    }

    /// Whether `name` is valid: it must be a document id, and safe in a shell and in a log.
    private static func isValid(_ name: String) -> Bool {
        guard 1...128 ~= name.utf8.count else { return false }
        return name.utf8.enumerated().allSatisfy { index, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"): index > 0
            default: false
            }
        }
    }
}

extension DocumentStore {
    package var accounts: Accounts { Accounts(self) }
}

extension Account {
    fileprivate init(_ row: Row) throws {
        name = try row.value(at: 0)
        isAdmin = try row.value(at: 1)
        createdAt = Date(timeIntervalSince1970: Double(try row.value(at: 2) as Int64) / 1_000_000)
        tokenCreatedAt = Date(timeIntervalSince1970: Double(try row.value(at: 3) as Int64) / 1_000_000)
        tokenHash = try row.value(at: 4)
    }
}
