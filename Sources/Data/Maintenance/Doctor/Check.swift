import GRDB
import SQLite
import TodoLocal

/// A check and its repair. A new check is a file with a value of this type, and a line in ``Doctor``'s lists.
struct Check<Subject>: Sendable {
    /// The name of the check, for programs.
    let name: String
    /// The findings; nil if they cannot be determined.
    let examine: @Sendable (Subject) throws -> [Finding]?
    /// Repairs what was found; nil if it cannot be repaired.
    let repair: (@Sendable (Subject) throws -> Void)?

    init(
        _ name: String, examine: @escaping @Sendable (Subject) throws -> [Finding]?,
        repair: (@Sendable (Subject) throws -> Void)? = nil
    ) {
        self.name = name
        self.examine = examine
        self.repair = repair
    }

    /// Runs the check.
    /// - Parameter prepare: called before anything is repaired; nil to repair nothing.
    func run(on subject: Subject, repairingAfter prepare: (() throws -> Void)?) throws -> CheckResult {
        guard let findings = try findings(in: subject) else { return CheckResult(name: name, status: .skipped) }
        guard let prepare, let repair, findings.contains(where: \.isRepairable) else {
            return CheckResult(name: name, status: findings.holdFault ? .found : .ok, findings: findings)
        }
        try prepare()
        try repair(subject)
        let rest = try self.findings(in: subject) ?? []
        guard !rest.holdFault else { return CheckResult(name: name, status: .found, findings: rest) }
        return CheckResult(name: name, status: .repaired, findings: findings)
    }

    private func findings(in subject: Subject) throws -> [Finding]? {
        try examine(subject)?.map { finding in
            var finding = finding
            finding.isRepairable = finding.isRepairable && repair != nil
            return finding
        }
    }
}

extension [Finding] {
    fileprivate var holdFault: Bool { contains { $0.severity == .fault } }
}

/// A database file in its folder.
struct ExaminedFile {
    let file: DatabaseFile
    let schema: Schema
    let backups: AutomaticBackups
}

/// The content of a database, examined on its own connection.
struct ExaminedDatabase {
    let connection: Database
    /// Milliseconds since 1970.
    let now: Int64
    let isWritable: Bool
    /// The correct schema; nil if this program does not know the version.
    let schema: Schema?

    /// Reads in one transaction.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        try connection.beginTransaction(.deferred)
        // Damage ends a transaction by itself.
        defer { try? connection.rollback() }
        return try body(connection)
    }

    /// Writes in one transaction.
    func write(_ body: (Database) throws -> Void) throws {
        try connection.inTransaction(.immediate) {
            try body(connection)
            return .commit
        }
    }

    /// How many rows a query returns.
    static func count(_ sql: String, in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM (\(sql))") ?? 0
    }
}
