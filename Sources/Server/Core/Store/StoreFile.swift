import Basics
import Foundation
import NIOConcurrencyHelpers
import SQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    // Where the compiler finds `stat` in this module.
    import CDispatch
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The database file as the system has it: whether it is still the one that was opened, and as long as it was.
///
/// SQLite does not look: what is written to a file without a name is gone with the process, and a mapped page that is
/// no longer there ends it.
///
/// The file is held open for as long as the store is. (Closing it takes away the locks that SQLite holds in this process:
/// it is opened before SQLite opens it, and closed after SQLite has closed it.)
final class StoreFile: Sendable {
    /// Which file it is, whatever it is called.
    private struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    private struct State {
        /// The greatest size seen, in bytes.
        var size: Int64 = 0
        /// The log, once it was seen.
        var log: Identity?
        var isTruncated = false
    }

    /// Where the file lies.
    let path: String
    private let descriptor: Int32
    private let identity: Identity?
    private let state = NIOLockedValueBox(State())

    /// Opens the file at `path`, or makes it and its folder, readable by their owner alone.
    init(path: String) throws(StoreError) {
        self.path = path
        do { try DatabaseFile(path: path).create() } catch { throw StoreError(file: error) }
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreError(.cannotOpen, "The file \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        identity = Self.identity(at: path)
    }

    deinit { close(descriptor) }

    /// What is wrong with the file now; nil if it is the one that was opened, and whole.
    var trouble: StorageTrouble? {
        guard let now = Self.identity(at: path), now == identity else { return .removed }
        let log = Self.identity(at: path + "-wal")
        let isSameLog = state.withLockedValue { state in
            // There is none before the first read.
            state.log = state.log ?? log
            return state.log == log
        }
        guard isSameLog else { return .removed }
        return isTruncated ? .truncated : nil
    }

    /// Whether something has cut the file off: nothing of it may be read where it is mapped.
    var isTruncated: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return true }
        let size = Int64(status.st_size)
        return state.withLockedValue { state in
            if size < state.size, !state.isTruncated {
                // SQLite makes the file shorter after it has written into its head that it is.
                state.isTruncated = (sizeByHead ?? .max) > size
            }
            state.size = state.isTruncated ? max(size, state.size) : size
            return state.isTruncated
        }
    }

    /// Says that the whole file was written anew.
    func becomeRestored() { state.withLockedValue { $0 = State(log: $0.log) } }

    /// How long the file is by its own account; nil if its head cannot be read.
    private var sizeByHead: Int64? {
        let header = DatabaseHeader(of: descriptor)
        return header.bytes.count < 32 ? nil : header.pageSize.map { Int64($0) * Int64(header.pageCount) }
    }

    private static func identity(at path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
