import FirestoreWire
import Foundation
import GRDB
import SQLite

/// The result of checking all pages and documents of a database.
package struct CheckReport: Equatable, Sendable {
    /// The number of documents.
    package var documents = 0
    /// The number of accounts.
    package var accounts = 0
    /// The problems, in one sentence each, without names of documents.
    package var problems: [String] = []
}

extension DocumentStore {
    /// Checks all pages and documents in one snapshot, while the database may be served.
    package func check() throws -> CheckReport {
        do {
            return try pool.read(Self.check)
        } catch let error as DatabaseError {
            return CheckReport(problems: ["The database cannot be read: \(error.words)."])
        }
    }

    private static func check(_ db: Database) throws -> CheckReport {
        var report = CheckReport()
        let pages = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
        report.problems += pages.map { "SQLite: \($0)." }
        let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
        if orphans > 0 { report.problems.append("\(orphans) documents are in no collection.") }
        let damaged = try countDamaged(db, &report)
        if damaged > 0 { report.problems.append("\(damaged) documents cannot be read.") }
        for (space, size) in try Usage.counted(db) where try Usage.known(space, db) != size {
            report.problems.append("The counts of a space are wrong, so quotas are not exact.")
            break
        }
        report.accounts = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM account") ?? 0
        return report
    }

    /// Counts documents whose fields cannot be read or do not match the column that indexes them.
    private static func countDamaged(_ db: Database, _ report: inout CheckReport) throws -> Int {
        var damaged = 0
        let rows = try Row.fetchCursor(db, sql: "SELECT fields, seq FROM document")
        while let row = try rows.next() {
            report.documents += 1
            let sequence: Int64? = try row.optionalValue(at: 1)
            let fields = try row.withUnsafeData(atIndex: 0) { data in
                (data ?? Data()).withUnsafeBytes { bytes in
                    try? Fields(stored: bytes.bindMemory(to: UInt8.self))
                }
            }
            let expected: Int64? = if case .integer(let value)? = fields?["seq"] { value } else { nil }
            if fields == nil || expected != sequence { damaged += 1 }
        }
        return damaged
    }
}
