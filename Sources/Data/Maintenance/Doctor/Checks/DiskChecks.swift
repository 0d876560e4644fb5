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
    /// Whether there is enough space for a backup and for writes meanwhile.
    static var freeSpace: Check {
        Check("free-space") { subject in
            var disk = statvfs()
            guard statvfs(subject.folder, &disk) == 0 else { return nil }
            let free = Int64(clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).0)
            let size = bytes(of: subject.file.path) + bytes(of: subject.file.path + "-wal")
            guard free < size + spare else { return [] }
            return [
                Finding(
                    "low-space",
                    "The disk has \(free / 1_000_000) MB left, too little for a backup of the database; free some space."
                )
            ]
        }
    }

    /// Whether the file is on a local disk: on a network file system, programs on two machines would damage it.
    static var fileSystem: Check {
        Check("file-system") { subject in
            guard isNetworked(subject.file.path) else { return [] }
            return [
                Finding(
                    "network-file-system",
                    "The database is on a network file system, where two machines must not use it at once; sync instead.",
                    severity: .note)
            ]
        }
    }

    /// The space that should be free in addition to that for a backup.
    private static var spare: Int64 { 10_000_000 }

    private static func bytes(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    private static func isNetworked(_ path: String) -> Bool {
        #if canImport(Darwin)
            var system = statfs()
            return statfs(path, &system) == 0 && system.f_flags & UInt32(MNT_LOCAL) == 0
        #elseif os(Linux) && !PORTABLE
            let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
            return MountTable(table ?? "").isNetworked(URL(filePath: path).resolvingSymlinksInPath().path)
        #else
            false
        #endif
    }
}

/// The mounted file systems on Linux (proc(5), `/proc/pid/mountinfo`).
package struct MountTable {
    private var mounts: [(folder: String, type: String)] = []

    /// Parses the table.
    package init(_ text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let dash = fields.firstIndex(of: "-"), fields.count > dash + 1, fields.count > 4 else { continue }
            let folder = fields[4].replacingOccurrences(of: "\\040", with: " ")
            mounts.append((folder, String(fields[dash + 1])))
        }
    }

    /// Whether a file is on another machine.
    package func isNetworked(_ path: String) -> Bool {
        let holding = mounts.filter { path.hasPrefix($0.folder == "/" ? "/" : $0.folder + "/") }
        // The innermost mount that contains the file. If several are at the same path, it is the last one.
        let depth = holding.map(\.folder.count).max()
        guard let type = holding.last(where: { $0.folder.count == depth })?.type else { return false }
        return Self.networked.contains(type)
    }

    private static let networked: Set = [
        "9p", "afs", "ceph", "cifs", "fuse.glusterfs", "fuse.rclone", "fuse.sshfs", "nfs", "nfs4", "smb3", "smbfs",
    ]
}
