import Basics
import Foundation
import SQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    // The compiler finds `stat` in this module.
    import CDispatch
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Watches the database file in the file system: whether it is still the one that was opened, and not truncated.
///
/// SQLite does not check this. Data written to an unlinked file disappears with the process (``OpenedFile``), and
/// accessing a mapped page that no longer exists ends the process.
///
/// The file is kept open as long as the store, because closing it would release SQLite's locks in this process. It is
/// opened before SQLite opens it, and closed after SQLite has closed it.
final class StoreFile: Sendable {
    private struct State {
        /// The greatest size seen, in bytes.
        var size: Int64 = 0
        var isTruncated = false
    }

    /// The path of the file.
    let path: String
    private let descriptor: Int32
    /// The file as the store's connections have it open.
    let opened: OpenedFile
    private let state = Locked(State())

    /// Opens the file at `path`, or creates it and its folder, accessible to their owner only.
    init(path: String) throws(ServerError) {
        self.path = path
        do { try DatabaseFile(path: path).create() } catch { throw ServerError(file: error) }
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ServerError(.cannotOpen, "The file \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        opened = OpenedFile(DatabaseFile(path: path))
    }

    deinit { close(descriptor) }

    /// The present trouble of the file; nil if it is the one that was opened, and not truncated.
    var trouble: StorageTrouble? {
        do { try opened.check { DatabaseHeader(of: descriptor) } } catch { return .removed }
        return isTruncated ? .truncated : nil
    }

    /// Whether the file was truncated. Mapped pages must not be read then.
    var isTruncated: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return true }
        let size = Int64(status.st_size)
        return state.withLock { state in
            if size < state.size, !state.isTruncated {
                // SQLite writes the new size into the header before it truncates the file.
                state.isTruncated = (sizeByHead ?? .max) > size
            }
            state.size = state.isTruncated ? max(size, state.size) : size
            return state.isTruncated
        }
    }

    /// Notes that the whole file was rewritten.
    func becomeRestored() { state.withLock { $0 = State() } }

    /// The size of the file according to its header; nil if that cannot be read.
    private var sizeByHead: Int64? {
        let header = DatabaseHeader(of: descriptor)
        return header.bytes.count < 32 ? nil : header.pageSize.map { Int64($0) * Int64(header.pageCount) }
    }
}
