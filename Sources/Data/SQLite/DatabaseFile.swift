import Foundation
import GRDB
import TodoDomain

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A database file before SQLite has touched it.
struct DatabaseFile {
    let path: String

    /// What the first bytes of the file say (https://sqlite.org/fileformat2.html, section 1.3).
    enum Content: Equatable { case empty, ours(version: Int), foreign, notADatabase }

    /// Marks our files among SQLite databases: "Todo" in ASCII.
    static let applicationID: Int32 = 0x546F_646F

    /// Makes the folder (0700) and the file (0600) where they are missing, so that nobody else ever could read it.
    func create() throws {
        try Self.createFolder((path as NSString).deletingLastPathComponent)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw TodoError(.cannotOpen, "\(path) is not a file.")
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        let (code, reason) = (errno, reason())
        guard [EACCES, EROFS, EPERM].contains(code) else {
            throw TodoError(.cannotOpen, "The file \(path) cannot be opened: \(reason).")
        }
        guard access(path, R_OK) == 0 else {
            throw TodoError(.readOnly, "The file \(path) cannot be written: \(reason).")
        }
    }

    /// Makes a folder that is its owner's alone, where it is missing.
    static func createFolder(_ folder: String) throws {
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch CocoaError.fileWriteNoPermission, CocoaError.fileWriteVolumeReadOnly {
            throw TodoError(.readOnly, "The folder \(folder) cannot be made: what holds it is read-only.")
        } catch {
            let reason = String(cString: strerror(errno))
            throw TodoError(.cannotOpen, "The folder \(folder) cannot be made: \(reason).", underlying: error)
        }
    }

    /// Looks at the header without SQLite, which would create side files even for a file it then refuses.
    func inspect() throws -> Content {
        let header = try header()
        guard !header.isEmpty else { return .empty }
        guard header.count == 100, header.starts(with: Array("SQLite format 3\u{0}".utf8)) else { return .notADatabase }
        // 1 without a write-ahead log, 2 with one; SQLite only reads what is of a later format, or nothing at all.
        guard header[18] <= 2, header[19] <= 2 else { return .notADatabase }
        func integer(at offset: Int) -> Int32 {
            Int32(bitPattern: header[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        }
        let (version, application) = (integer(at: 60), integer(at: 68))
        if application == Self.applicationID { return .ours(version: Int(version)) }
        // A page count of zero or a schema cookie of zero: a database in which nothing was ever made.
        return integer(at: 40) == 0 && version == 0 && application == 0 ? .empty : .foreign
    }

    /// Whether nothing would be lost with it but an older backup: one of our databases without a write-ahead log, in
    /// which nobody works, or one that was only looked at since, or nothing at all.
    var isReplaceable: Bool {
        switch try? inspect() {
        case .ours: (try? header())?[18] == 1 || isUnusedCopy
        case .empty: !hasLog
        default: false
        }
    }

    /// Whether a damaged header may be all that keeps it from being one of our databases.
    var isPerhapsOurs: Bool {
        get throws {
            switch try inspect() {
            case .notADatabase, .foreign: true
            case .ours(let version): version < 1
            case .empty: false
            }
        }
    }

    /// Whether it holds what another file held, and nobody has written to it or is about to.
    private var isUnusedCopy: Bool {
        guard access(path + "-wal", F_OK) != 0 else { return false }
        var options = LocalStack.databaseConfiguration()
        options.readonly = true
        let database = try? DatabaseQueue(path: immutableURI, configuration: options)
        let writer = try? database?.read { try String.fetchOne($0, sql: "SELECT fileIdentity FROM replica") }
        // A colon is in the names of files alone: what was restored into this file has none.
        return writer.map { $0.contains(":") && $0 != identity } ?? false
    }

    private func header() throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TodoError(.cannotOpen, "The file \(path) cannot be read: \(reason()).")
        }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 100)
        let count = read(descriptor, &header, header.count)
        return Array(header.prefix(max(0, count)))
    }

    /// Whether a write-ahead log lies beside it that may hold more than the file.
    var hasLog: Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Whether only reading is possible: the file, or the folder in which SQLite would put its log, is read-only.
    var isReadOnly: Bool { access(path, W_OK) != 0 || !isFolderWritable }

    /// Its name for SQLite (https://sqlite.org/uri.html) where nobody can be writing to it: no log, no locks.
    var immutableURI: String {
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file:\(name)?immutable=1"
    }

    /// Whether the folder can take the files that SQLite keeps beside the database.
    var isFolderWritable: Bool { access((path as NSString).deletingLastPathComponent, W_OK) == 0 }

    /// The namespace of the names of machines, made for that alone.
    private static let identities = UUID(
        uuid: (0x6B, 0x1E, 0x52, 0xD7, 0x0F, 0x5C, 0x4E, 0x83, 0x9A, 0x27, 0xC4, 0x35, 0x8D, 0x60, 0xF9, 0x12))

    /// Names the file on this machine: another for each copy, the same after a restart.
    var identity: String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        let machine =
            (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8))?.trimmed
            ?? ProcessInfo.processInfo.hostName
        // Not the machine's own id, which is nobody else's business, and a database may be given away (machine-id(5)).
        return "\(UUID(namespace: Self.identities, name: machine).uuidString):\(status.st_ino)"
    }

    /// Whether it is there, and a file of the disk.
    var isFile: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether this is the same file as another, under whatever name.
    func isSameFile(as other: String) -> Bool {
        var (mine, theirs) = (stat(), stat())
        guard stat(path, &mine) == 0, stat(other, &theirs) == 0 else { return false }
        return (mine.st_dev, mine.st_ino) == (theirs.st_dev, theirs.st_ino)
    }

    private func reason() -> String { String(cString: strerror(errno)) }
}
