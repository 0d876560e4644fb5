import Foundation
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

#if canImport(Glibc)
    import Glibc

    /// A process that closes a file loses all its POSIX locks on it. Without SQLite's lock of an open database another process
    /// takes itself for the last one, and removes the log under this one: then each loses what the other writes.
    @Suite("The lock of an open database stays")
    struct FileLockTests {
        private let folder: TemporaryFolder
        private var path: String { folder.file() }
        private var configuration: StackConfiguration { StackConfiguration(storage: .onDisk(path: path)) }

        init() throws { folder = try TemporaryFolder() }

        @Test("while the same process looks at its header, examines it, or opens and closes another store on it")
        func stays() async throws {
            let stack = try LocalStack(configuration)
            try await TodoDAO(stack).createOne(.sample("a"))
            // Open until the end: closing it would end the locks, too.
            let probe = open(path, O_RDWR | O_CLOEXEC)
            #expect(Self.isLocked(probe))

            let file = DatabaseFile(path: path)
            try file.create()
            #expect(Self.isLocked(probe), "after it was prepared")
            #expect(try file.inspect() == .ours(version: Schema.current.version))
            #expect(Self.isLocked(probe), "after its header was read")
            _ = try Doctor(path: path, environment: .testing()).examine()
            #expect(Self.isLocked(probe), "after it was examined")
            let second = try LocalStack(configuration)
            try await TodoDAO(second).createOne(.sample("b"))
            try second.close()
            #expect(Self.isLocked(probe), "after another store was closed")

            try stack.close()
            #expect(!Self.isLocked(probe))
            close(probe)
        }

        @Test("while a backup is made and the database is refused as its own backup")
        func backups() async throws {
            let stack = try LocalStack(configuration)
            try await TodoDAO(stack).createOne(.sample("a"))
            let probe = open(path, O_RDWR | O_CLOEXEC)
            let backup = folder.file("backup.db")
            try await stack.backUp(to: backup)
            #expect(Self.isLocked(probe), "after a backup")
            await #expect(throws: TodoError.self) { try await stack.restore(from: path) }
            #expect(Self.isLocked(probe), "after a refused restore")
            try await stack.restore(from: backup)
            #expect(Self.isLocked(probe), "after a restore")
            try await LocalStack.restore(configuration, environment: .testing(), from: backup)
            #expect(Self.isLocked(probe), "after a restore by another store")
            try stack.close()
            close(probe)
        }

        /// Whether a process, this one included, has SQLite's shared lock (https://sqlite.org/fileformat2.html, section 1.3.1):
        /// asked on behalf of an open file, to which the process is another owner.
        private static func isLocked(_ descriptor: Int32) -> Bool {
            let getOpenFileLock: Int32 = 36
            var range = flock()
            range.l_type = Int16(F_WRLCK)
            range.l_whence = Int16(SEEK_SET)
            range.l_start = 0x4000_0002
            range.l_len = 510
            return fcntl(descriptor, getOpenFileLock, &range) == 0 && range.l_type != Int16(F_UNLCK)
        }
    }
#endif
