import Foundation
import GRDBSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// SQLite's own file system layer, which counts all file operations and ends the process at a given one.
///
/// Only what changes something counts: what is written, cut, synchronised, made or removed, and each barrier between
/// writes to the memory that processes share. Between two of these the disk is as it was; locks die with their process.
package enum MortalFiles {
    /// How the process dies: before the operation, or with half of it written.
    package enum Death: String, Sendable { case before, within }

    // Set before the first database is opened. Later on only one connection at a time counts.
    nonisolated(unsafe) private static var system = sqlite3_vfs()
    nonisolated(unsafe) private static var methods = sqlite3_io_methods()
    nonisolated(unsafe) private static var last = 0
    nonisolated(unsafe) private static var death = Death.before
    /// A letter for each operation: Open, Delete, Write, Truncate, Sync, Map, Barrier.
    nonisolated(unsafe) package private(set) static var trace = ""

    /// Makes every database opened from now on end the process at the operation of this number; 0 for never.
    package static func install(dyingAt step: Int, _ death: Death) {
        guard let found = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no files") }
        system = found.pointee
        last = step
        Self.death = death
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: system)
        vfs.pointee.zName = UnsafePointer(strdup("mortal"))
        vfs.pointee.xDelete = { vfs, name, isSynchronised in
            MortalFiles.step("D")
            return MortalFiles.system.xDelete(vfs, name, isSynchronised)
        }
        vfs.pointee.xOpen = { vfs, name, file, flags, outFlags in
            MortalFiles.step("O")
            let code = MortalFiles.system.xOpen(vfs, name, file, flags, outFlags)
            if code == SQLITE_OK { MortalFiles.adopt(file) }
            return code
        }
        guard sqlite3_vfs_register(vfs, 1) == SQLITE_OK else { preconditionFailure("SQLite takes no other files") }
    }

    private static func step(_ name: Character, dying: () -> Void = {}) {
        trace.append(name)
        guard trace.utf8.count == last else { return }
        if death == .within { dying() }
        kill(getpid(), SIGKILL)
        while true { pause() }
    }

    /// Replaces the system's functions with ours, which call them. Those that write are the same for all files; the
    /// log's do not share memory.
    private static func adopt(_ file: UnsafeMutablePointer<sqlite3_file>?) {
        guard let file, let known = file.pointee.pMethods else { return }
        let isShared = known.pointee.xShmMap != nil
        if isShared || methods.xWrite == nil { methods = known.pointee }
        let mortal = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        mortal.initialize(to: known.pointee)
        mortal.pointee.xWrite = { file, data, count, offset in
            MortalFiles.step("W") { _ = MortalFiles.methods.xWrite(file, data, count / 2, offset) }
            return MortalFiles.methods.xWrite(file, data, count, offset)
        }
        mortal.pointee.xTruncate = { file, size in
            MortalFiles.step("T")
            return MortalFiles.methods.xTruncate(file, size)
        }
        mortal.pointee.xSync = { file, flags in
            MortalFiles.step("S")
            return MortalFiles.methods.xSync(file, flags)
        }
        file.pointee.pMethods = UnsafePointer(mortal)
        guard isShared else { return }
        mortal.pointee.xShmMap = { file, page, size, extends, memory in
            MortalFiles.step("M")
            return MortalFiles.methods.xShmMap(file, page, size, extends, memory)
        }
        mortal.pointee.xShmBarrier = { file in
            MortalFiles.step("B")
            MortalFiles.methods.xShmBarrier(file)
        }
    }
}
