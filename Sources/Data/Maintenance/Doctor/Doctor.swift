import Basics
import Foundation
import GRDB
import SQLite
public import TodoDomain
package import TodoLocal

/// Examines a database file and repairs it as far as possible, even if the file cannot be opened.
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
        self.environment = environment
        self.schema = schema
    }

    static let fileChecks: [Check<ExaminedFile>] = [
        .format, .permissions, .owner, .freeSpace, .fileSystem,
    ]

    static let databaseChecks: [Check<ExaminedDatabase>] = [
        .integrity, .schema, .journalMode, .foreignKeys,
    ]

    /// In order of dependency: a repair may make further repairs necessary in the checks after it.
    static let contentChecks: [Check<ExaminedDatabase>] = [
        .spaces, .replica, .stamps, .values, .derivedColumns, .relations, .counters, .searchIndex, .history, .recents,
    ]

    /// Runs all checks.
    /// - Parameter repairing: whether to repair. The database is backed up first. If it is damaged beyond repair, the
    ///   readable content is saved in a new database.
    /// - Throws: `not-found` if there is no file, or an error that prevents examining or backing it up.
    public func examine(repairing: Bool = false) throws -> Diagnosis {
        guard try TodoError.wrappingFileErrors({ try FileStatus.isThere(path) }) else {
            throw TodoError(.notFound, "There is no database \(path) yet.")
        }
        var diagnosis = Diagnosis(path: path, checks: [])
        let file = ExaminedFile(
            file: DatabaseFile(path: path), schema: schema,
            backups: AutomaticBackups(of: path, now: environment.now()))
        do {
            for check in Self.fileChecks {
                // Files that are not ours are left alone.
                let isOurs = diagnosis.checks.first?.status == .ok
                var result = try check.run(on: file, repairingAfter: repairing && isOurs ? {} : nil)
                for index in result.findings.indices where !isOurs { result.findings[index].isRepairable = false }
                diagnosis.checks.append(result)
            }
            guard diagnosis.checks[0].status == .ok else {
                skip(Self.databaseChecks + Self.contentChecks, in: &diagnosis)
                // The pages may be intact even if the header is damaged. A file of another program has none of our
                // pages.
                if repairing, try file.file.isPerhapsOurs {
                    diagnosis.salvaged = try salvage(path, into: file.backups)
                    file.backups.removeFolderIfEmpty()
                }
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
        let database: DatabaseQueue
        do {
            database = try connect(to: file.file, isWritable: isWritable)
        } catch let error as DatabaseError where error.isOfContent {
            var finding = Finding.damaged("it cannot be opened")
            finding.remedies = [.salvage]
            diagnosis.checks.append(
                CheckResult(
                    name: Check.integrity.name, status: .found,
                    findings: [finding.naming(newestBackup: file.backups.newest)]))
            skip(Self.databaseChecks.dropFirst() + Self.contentChecks, in: &diagnosis)
            return repairing ? try keepAndSalvage(file, &diagnosis) : ()
        }
        try database.writeWithoutTransaction { connection in
            let version = try Int.fetchOne(connection, sql: "PRAGMA user_version") ?? 0
            let subject = ExaminedDatabase(
                connection: connection, now: environment.now().milliseconds, isWritable: isWritable,
                schema: schema.version(version))
            try examine(subject, file, repairing: repairing, &diagnosis)
        }
        try database.close()
    }

    /// Opens the file as every command does.
    private func connect(to file: DatabaseFile, isWritable: Bool) throws -> DatabaseQueue {
        func connect(sharing: Bool) throws -> DatabaseQueue {
            var options = Configuration.usual(of: OpenedFile(file), sharing: sharing)
            options.readonly = !isWritable
            options.prepareDatabase { connection in
                try connection.execute(sql: "PRAGMA cell_size_check = ON")
                // Repairs are as durable as edits.
                if isWritable { try Durability.full.set(on: connection) }
            }
            let needsNoLog = try !isWritable && !file.hasLog
            return try DatabaseQueue(path: needsNoLog ? file.immutableURI : path, configuration: options)
        }
        do {
            return try connect(sharing: true)
        } catch let error as DatabaseError where error.isWithoutRoom {
            return try connect(sharing: false)
        }
    }

    private func examine(
        _ subject: ExaminedDatabase, _ file: ExaminedFile, repairing: Bool, _ diagnosis: inout Diagnosis
    ) throws {
        var backup: String?
        let prepare = {
            guard backup == nil else { return }
            backup = try subject.read { try file.backups.make(.repair, of: $0) }
        }
        let checks = Self.databaseChecks + Self.contentChecks
        for (index, check) in checks.enumerated() {
            // An older version has other tables.
            guard subject.schema?.version == schema.version || index < Self.databaseChecks.count else {
                skip([check], in: &diagnosis)
                continue
            }
            var result = try result(of: check, on: subject, repairingAfter: repairing ? prepare : nil)
            diagnosis.backup = backup
            // If the file is damaged, the other checks are meaningless.
            guard result.status == .found, index == 0 || result.findings.contains(where: \.isDamage) else {
                diagnosis.checks.append(result)
                // A version that this program does not know is left alone.
                guard subject.schema != nil || index == 0 else {
                    return skip(checks[(index + 1)...], in: &diagnosis)
                }
                continue
            }
            result.findings = result.findings.map { $0.naming(newestBackup: file.backups.newest) }
            diagnosis.checks.append(result)
            skip(checks[(index + 1)...], in: &diagnosis)
            guard repairing else { return }
            return try subject.read { database in
                // An open read prevents others from checkpointing the log.
                _ = try? Row.fetchOne(database, sql: "SELECT 1 FROM sqlite_master")
                try keepAndSalvage(file, &diagnosis)
            }
        }
    }

    /// Keeps the damaged file unchanged, and saves its readable content in a new database.
    private func keepAndSalvage(_ file: ExaminedFile, _ diagnosis: inout Diagnosis) throws {
        let kept = try file.backups.keep(path, for: BackupReason.repair.rawValue)
        diagnosis.backup = diagnosis.backup ?? kept
        diagnosis.salvaged = try salvage(kept, into: file.backups)
    }

    private func salvage(_ path: String, into backups: AutomaticBackups) throws -> String? {
        try Salvage(of: path, now: environment.now().milliseconds, schema: schema).run(into: backups)
    }

    private func result(
        of check: Check<ExaminedDatabase>, on subject: ExaminedDatabase, repairingAfter prepare: (() throws -> Void)?
    ) throws -> CheckResult {
        do {
            return try check.run(on: subject, repairingAfter: prepare)
        } catch let error as DatabaseError where error.isOfContent {
            return CheckResult(name: check.name, status: .found, findings: [.damaged("reading it failed")])
        } catch let error as DatabaseError where error.isOfRow {
            // Another check has found what cannot be read.
            return CheckResult(name: check.name, status: .skipped)
        }
    }

    private func skip(_ checks: some Sequence<Check<ExaminedDatabase>>, in diagnosis: inout Diagnosis) {
        for check in checks {
            diagnosis.checks.append(CheckResult(name: check.name, status: .skipped))
        }
    }
}
