import Basics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    // The compiler finds `stat` in this module.
    import CDispatch
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Identifies a file regardless of its name, as long as it is open or has a name.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// No file.
    static let none = FileIdentity(device: 0, inode: 0)

    private init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The file that a path leads to now; nil if there is none.
    /// - Throws: ``FileError``: `cannotOpen`, if that cannot be told.
    package init?(at path: String) throws {
        guard let state = try FileState(at: path) else { return nil }
        self = state.identity
    }

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// An identity from its ``text``.
    init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
        guard numbers.count == 2, let device = numbers[0], let inode = numbers[1] else { return nil }
        self.device = device
        self.inode = inode
    }

    /// The identity in words for a file.
    var text: String { "\(device):\(inode)" }
}

/// A file, and when something was written to it last.
struct FileState: Equatable {
    let identity: FileIdentity
    /// In bytes.
    let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// The file that a path leads to now; nil if there is none.
    /// - Throws: ``FileError``: `cannotOpen`, if that cannot be told. Such a file must not count as removed.
    init?(at path: String) throws {
        guard let status = try FileStatus.of(path) else { return nil }
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        seconds = Int64(time.tv_sec)
        nanoseconds = Int64(time.tv_nsec)
    }
}
