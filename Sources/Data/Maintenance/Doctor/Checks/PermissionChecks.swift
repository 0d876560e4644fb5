import Foundation
import SQLite
import TodoLocal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Check<ExaminedFile> {
    /// Whether only the owner can access and replace the files.
    static var permissions: Check {
        Check("permissions") { subject in
            var findings = subject.files.filter { mode(of: $0) & 0o077 != 0 }.map { path in
                Finding(
                    "readable-by-others", "\(path) can be read or written by other users; only you should have access.")
            }
            // In a folder with the sticky bit, only the owner of a file can replace it.
            let access = mode(of: subject.folder)
            if access & 0o022 != 0, access & 0o1000 == 0 {
                var finding = Finding(
                    "writable-folder",
                    "Other users can replace the database: they can write in \(subject.folder). `chmod go-w` prevents that."
                )
                finding.isRepairable = false
                findings.append(finding)
            }
            return findings
        } repair: { subject in
            for path in subject.files where mode(of: path) & 0o077 != 0 { chmod(path, mode(of: path) & 0o700) }
        }
    }

    /// Whether the files belong to the current user. Runs as another user leave behind files that do not.
    static var owner: Check {
        Check("owner") { subject in
            subject.files.compactMap { path in
                var status = stat()
                guard stat(path, &status) == 0, status.st_uid != geteuid() else { return nil }
                return Finding(
                    "foreign-owner", "\(path) belongs to another user; `sudo chown \(geteuid())` makes it yours.")
            }
        }
    }
}

extension ExaminedFile {
    var folder: String { (file.path as NSString).deletingLastPathComponent }

    /// The existing files: the database, the files that SQLite keeps beside it, and its backups.
    var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: backups.folder)) ?? []
        let all = ["", "-wal", "-shm"].map { file.path + $0 } + names.sorted().map { "\(backups.folder)/\($0)" }
        return all.filter { FileManager.default.fileExists(atPath: $0) }
    }
}

private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}
