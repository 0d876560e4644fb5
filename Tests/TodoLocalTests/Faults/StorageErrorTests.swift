import GRDB
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Each error of SQLite is a sentence for a person and a stable code for a program.
@Suite("The errors of SQLite")
struct StorageErrorTests {
    /// SQLite's primary result codes (sqlite.org/rescode.html).
    private static let primary: [Int32] = Array(0...28) + [100, 101]

    private func expectSentence(
        _ error: TodoError, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(error.message.hasSuffix("."), comment, sourceLocation: sourceLocation)
        #expect(!error.message.lowercased().contains("sqlite"), comment, sourceLocation: sourceLocation)
        #expect(!error.reason.unicodeScalars.contains { "0"..."9" ~= $0 }, comment, sourceLocation: sourceLocation)
        #expect(
            !error.code.rawValue.isEmpty && error.code.rawValue != "unexpected", comment, sourceLocation: sourceLocation
        )
    }

    @Test("every code has its sentence, with whatever SQLite adds to it", arguments: primary)
    func codes(code: Int32) {
        for extended in [0, 1, 5, 11, 13, 19, 255] as [Int32] {
            let error = DatabaseError(
                resultCode: ResultCode(rawValue: code | extended << 8), message: "constraint failed",
                sql: "SELECT secret")
            let said = TodoError(storage: error)
            expectSentence(said, "\(code), \(extended)")
            #expect(!said.message.contains("secret"))
        }
    }

    @Test(
        "codes that a program tells apart",
        arguments: [
            (ResultCode.SQLITE_BUSY, TodoError.Code.locked), (.SQLITE_LOCKED, .locked), (.SQLITE_PROTOCOL, .locked),
            (.SQLITE_FULL, .diskFull), (.SQLITE_CORRUPT, .corrupt), (.SQLITE_READONLY, .readOnly),
            (.SQLITE_PERM, .readOnly), (.SQLITE_CANTOPEN, .cannotOpen), (.SQLITE_NOMEM, .outOfMemory),
            (.SQLITE_TOOBIG, .tooLarge), (.SQLITE_NOLFS, .tooLarge), (.SQLITE_ERROR, .storage),
            (.SQLITE_CONSTRAINT, .storage), (.SQLITE_MISUSE, .storage), (.SQLITE_INTERRUPT, .storage),
        ])
    func stable(result: ResultCode, code: TodoError.Code) {
        #expect(TodoError(storage: DatabaseError(resultCode: result)).code == code)
    }

    /// Every road by which a statement runs.
    @Test("a statement that fails on any road says so in words")
    func roads() async throws {
        let stack = try TestStore().stack
        let statements = [
            "SELECT nonsense", "SELECT * FROM nowhere", "INSERT INTO tag (id) VALUES (NULL)",
            "SELECT zeroblob(-1 << 1) ||",
            "SELECT " + String(repeating: "(", count: 200) + "1" + String(repeating: ")", count: 200),
            "SELECT 1" + String(repeating: " + 1", count: 2000), "SELECT abs(-9223372036854775808)",
        ]
        for sql in statements {
            let roads: [(String, @Sendable () async throws -> Void)] = [
                ("read", { try await stack.read { _ = try $0.texts("\(sql: sql)") } }),
                ("read sparingly", { try await stack.readSparingly { _ = try $0.texts("\(sql: sql)") } }),
                ("write", { try await stack.write("test") { _ = try $0.reading.texts("\(sql: sql)") } }),
                ("blocking", { try stack.writeBlocking("test") { _ = try $0.reading.texts("\(sql: sql)") } }),
                ("roll back", { try await stack.writeAndRollBack("test") { _ = try $0.reading.texts("\(sql: sql)") } }),
                (
                    "without waiting",
                    { try await stack.writeWithoutWaiting { _ = try $0.reading.texts("\(sql: sql)") } }
                ),
            ]
            for (name, road) in roads {
                let error = await #expect(throws: TodoError.self, "\(name)") { try await road() }
                if let error { expectSentence(error, "\(name): \(sql.prefix(40))") }
            }
        }
    }

    @Test("a statement beyond SQLite's limits is a query that asks for too much")
    func limits() async throws {
        let stack = try TestStore().stack
        let parentheses = String(repeating: "(", count: 200) + "1" + String(repeating: ")", count: 200)
        for sql in [parentheses, "1" + String(repeating: " + 1", count: 2000)] {
            let error = await #expect(throws: TodoError.self) {
                try await stack.read { _ = try $0.texts("SELECT \(sql: sql)") }
            }
            #expect(error?.code == .badQuery)
        }
    }
}
