import Basics
import FirestoreWire
import Foundation
import GRDB
import SQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why nothing can be stored.
enum StorageTrouble: Equatable, Sendable {
    /// The disk is full.
    case full
    /// The file, or its log, is no longer at the path where it was opened.
    case removed
    /// The file is shorter than it was.
    case truncated
    /// Writing fails with this SQLite result code.
    case failing(ResultCode)

    /// The trouble that `error` indicates; nil if only this commit failed.
    init?(_ error: DatabaseError) {
        switch error.resultCode {
        case _ where error.isWithoutRoom: self = .full
        case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            self = .failing(error.extendedResultCode)
        default: return nil
        }
    }

    /// One sentence, without names or contents.
    var description: String {
        switch self {
        case .full: "The server's disk is full."
        case .removed: "The server's database file was removed or replaced; put it back and restart the server."
        case .truncated: "The server's database file was cut off; stop the server and restore a backup."
        case .failing(let code): "The server cannot write to its database (\(code)); check its disk."
        }
    }

    /// The status for requests that need the storage.
    var status: Status {
        let status = Status(.unavailable, description, retryDelay: .seconds(30))
        return self == .full ? status.with(reason: Status.noSpace) : status
    }
}

/// Whether commits can be stored, judged by the last ones.
final class StorageWatch: Sendable {
    /// The free space below which a disk counts as full, in bytes: a batch of commits is several times larger.
    private static let leastRoom: UInt64 = 1 << 20

    private let file: StoreFile
    private let folder: String
    private let lastCommit = Locked<StorageTrouble?>(nil)
    private let lastCopy = Locked<String?>(nil)

    init(_ file: StoreFile, folder: String) {
        self.file = file
        self.folder = folder
    }

    /// The present trouble; nil if commits can be stored.
    var trouble: StorageTrouble? { file.trouble ?? failure ?? (hasRoom ? nil : .full) }

    /// Why the last commit could not be stored; nil if it could.
    var failure: StorageTrouble? { lastCommit.withLock { $0 } }

    /// Throws unless present commits reach a file that can be found again.
    /// - Throws: UNAVAILABLE.
    func requireFile() throws(Status) {
        if let trouble = file.trouble { throw trouble.status }
    }

    /// Notes that commits were stored, which no copy has.
    func note() {
        lastCommit.withLock { $0 = nil }
        lastCopy.withLock { $0 = nil }
    }

    /// The copy of a replaced file, if it has everything that was stored.
    var copy: String? { lastCopy.withLock { $0 } }

    /// Notes such a copy.
    func noteCopy(_ path: String) { lastCopy.withLock { $0 = path } }

    /// Notes that a commit was not stored.
    func note(_ error: DatabaseError) {
        guard let trouble = StorageTrouble(error) else { return }
        lastCommit.withLock { $0 = trouble }
    }

    private var hasRoom: Bool {
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return true }
        let (room, overflows) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        return overflows || room >= Self.leastRoom
    }
}
