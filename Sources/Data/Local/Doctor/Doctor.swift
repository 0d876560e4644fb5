import Foundation
import GRDB
public import TodoDomain

/// Looks at a database file, says what is wrong, and mends what can be mended; also where the file cannot be opened.
public struct Doctor: Sendable {
    private let path: String
    private let environment: TodoEnvironment
    private let schema: Schema

    /// A doctor for the database in a file.
    public init(path: String, environment: TodoEnvironment = .live) {
        self.init(path: path, environment: environment, schema: .current)
    }

    package init(path: String, environment: TodoEnvironment, schema: Schema) {
        self.path = LocalStack.absolute(path)
        (self.environment, self.schema) = (environment, schema)
    }

    static let fileChecks: [Check<ExaminedFile>] = [
        .format, .permissions, .owner, .freeSpace, .fileSystem,
    ]

    static let databaseChecks: [Check<ExaminedDatabase>] = [.integrity, .journalMode, .foreignKeys]

    /// In the order of what rests on what: a repair can make work for those behind it.
    static let contentChecks: [Check<ExaminedDatabase>] = [
        .replica, .stamps, .derivedColumns, .relations, .counters, .searchIndex, .history, .recents,
    ]

    /// Looks at everything.
    /// - Parameter repairing: whether to mend what can be mended. The database is backed up before, and what can be read
    ///   of one that is damaged beyond repair is put into a new one.
    /// - Throws: `not-found` where there is no file, or an error that keeps it from being looked at or backed up.
    public func examine(repairing: Bool = false) throws -> Diagnosis {
        guard FileManager.default.fileExists(atPath: path) else {
            throw TodoError(.notFound, "There is no database \(path) yet.")
        }
        var diagnosis = Diagnosis(path: path, checks: [])
        let file = ExaminedFile(
            file: DatabaseFile(path: path), schema: schema,
            backups: AutomaticBackups(of: path, now: environment.now()))
        do {
            for check in Self.fileChecks {
                // What is not ours is left as it is.
                let isOurs = diagnosis.checks.first?.status == .ok
                diagnosis.checks.append(try check.run(on: file, repairingAfter: repairing && isOurs ? {} : nil))
            }
            guard diagnosis.checks[0].status == .ok else {
                skip(Self.databaseChecks + Self.contentChecks, in: &diagnosis)
                return diagnosis
            }
            try examineContent(of: file, repairing: repairing, &diagnosis)
        } catch {
            throw TodoError(storage: error)
        }
        return diagnosis
    }

    private func examineContent(of file: ExaminedFile, repairing: Bool, _ diagnosis: inout Diagnosis) throws {
        let isWritable = !file.file.isReadOnly
        guard isWritable || !repairing else {
            throw TodoError(.readOnly, "The database cannot be repaired: the file or its folder is read-only.")
        }
        var options = Configuration()
        options.busyMode = .timeout(15)
        options.readonly = !isWritable
        // What a damaged file says of itself is not believed, and a file that was cut short is read all the same.
        options.prepareDatabase { try $0.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA writable_schema = ON") }
        let database: DatabaseQueue
        do {
            let needsNoLog = !isWritable && !file.file.hasLog
            database = try DatabaseQueue(path: needsNoLog ? file.file.immutableURI : path, configuration: options)
        } catch let error as DatabaseError where error.isDamage {
            let finding = Finding.damaged("the file cannot be opened").naming(newestBackup: file.backups.newest)
            diagnosis.checks.append(
                CheckResult(name: Check.integrity.name, status: .found, findings: [finding]))
            return skip(Self.databaseChecks.dropFirst() + Self.contentChecks, in: &diagnosis)
        }
        try database.writeWithoutTransaction { connection in
            let subject = ExaminedDatabase(
                connection: connection, now: environment.now().milliseconds, isWritable: isWritable)
            try examine(subject, file, repairing: repairing, &diagnosis)
        }
        try database.close()
    }

    private func examine(
        _ subject: ExaminedDatabase, _ file: ExaminedFile, repairing: Bool, _ diagnosis: inout Diagnosis
    ) throws {
        var backup: String?
        let prepare = {
            guard backup == nil else { return }
            backup = try subject.read { try file.backups.make(.repair, of: $0) }
        }
        defer { diagnosis.backup = backup }
        // The content of an older version is in other tables.
        let isCurrent = try Int.fetchOne(subject.connection, sql: "PRAGMA user_version") == schema.version
        let checks = Self.databaseChecks + Self.contentChecks
        for (index, check) in checks.enumerated() {
            guard isCurrent || index < Self.databaseChecks.count else {
                skip([check], in: &diagnosis)
                continue
            }
            var result = try result(of: check, on: subject, repairingAfter: repairing ? prepare : nil)
            // Nothing rests on a file that is not sound.
            guard result.status == .found, index == 0 || result.findings.contains(where: \.isDamage) else {
                diagnosis.checks.append(result)
                continue
            }
            result.findings = result.findings.map { $0.naming(newestBackup: file.backups.newest) }
            diagnosis.checks.append(result)
            skip(checks[(index + 1)...], in: &diagnosis)
            guard repairing else { return }
            try prepare()
            let salvage = Salvage(subject.connection, now: subject.now, schema: schema)
            diagnosis.salvaged = try salvage.run(into: file.backups)
            return
        }
    }

    private func result(
        of check: Check<ExaminedDatabase>, on subject: ExaminedDatabase, repairingAfter prepare: (() throws -> Void)?
    ) throws -> CheckResult {
        do {
            return try check.run(on: subject, repairingAfter: prepare)
        } catch let error as DatabaseError where error.isDamage {
            return CheckResult(name: check.name, status: .found, findings: [.damaged("reading it failed")])
        }
    }

    private func skip(_ checks: some Sequence<Check<ExaminedDatabase>>, in diagnosis: inout Diagnosis) {
        for check in checks {
            diagnosis.checks.append(CheckResult(name: check.name, status: .skipped))
        }
    }
}

extension DatabaseError {
    /// Whether it says that the file is damaged.
    var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
