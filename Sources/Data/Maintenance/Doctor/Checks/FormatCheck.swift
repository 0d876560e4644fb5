import SQLite
public import TodoDomain
import TodoLocal

extension Check<ExaminedFile> {
    /// Whether the file is one of our databases, with a version that this program knows.
    static var format: Check {
        Check("format") { subject in
            let path = subject.file.path
            switch try subject.file.inspect() {
            // Until the first checkpoint, a new database exists only in its log.
            case .empty where try subject.file.hasLog: return []
            case .empty: return [Finding("empty-file", "\(path) is empty: nothing was ever in it, or it was lost.")]
            case .foreign: return [Finding("foreign-database", "\(path) is the database of another program.")]
            case .notADatabase:
                let finding = Finding("not-a-database", "\(path) is not a database, or its beginning is damaged.")
                return [finding.naming(newestBackup: subject.backups.newest)]
            case .ours(let version) where version > subject.schema.version:
                return [Finding("newer-version", "\(path) was written by a newer version of this program; update it.")]
            case .ours(let version) where version < 1:
                return [Finding.damaged("its version is \(version)").naming(newestBackup: subject.backups.newest)]
            case .ours(let version) where version < Schema.first:
                return [Finding("older-version", Schema.olderVersion(path).reason)]
            case .ours(let version) where version < subject.schema.version:
                return [
                    Finding(
                        "older-version",
                        "\(path) is of an older version; the next command updates it. The other checks need that first.",
                        severity: .note)
                ]
            case .ours: return []
            }
        }
    }
}

extension Finding {
    /// Damaged pages, whose content is lost.
    static func damaged(_ reason: String) -> Finding {
        var finding = Finding(damage, "The file is damaged: \(reason).")
        finding.isRepairable = false
        return finding
    }

    /// Whether the finding is damage that cannot be repaired, so that only a new file helps.
    var isDamage: Bool { [Self.damage, "changed-schema"].contains(code) }

    private static let damage = "damaged"

    /// The finding, with the newest backup as a remedy.
    func naming(newestBackup: String?) -> Finding {
        guard let newestBackup else { return self }
        var finding = self
        finding.remedies.append(.restoreNewest(newestBackup))
        return finding
    }
}

extension TodoError.Remedy {
    /// Restore the newest automatic backup.
    /// - Parameter backup: its path.
    public static func restoreNewest(_ backup: String) -> Self {
        Self("restore-newest", "The newest automatic backup is \(backup).", subject: backup)
    }
}
