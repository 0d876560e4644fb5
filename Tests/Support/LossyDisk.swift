import Basics
import Foundation
import GRDBSQLite
import TodoKitTesting

/// A folder on a disk that loses power: what SQLite wrote there and did not bring to the disk is kept apart, and what a power
/// failure would leave can be looked at, at any moment, while the databases go on.
///
/// Of all that was not brought to the disk, a failure may take anything, in pieces of 512 bytes: SQLite counts on no more than
/// that a piece is written as a whole (https://sqlite.org/atomiccommit.html, "powersafe overwrite"). It may also take away the
/// names of new files, and bring back those that were removed. What is not written by SQLite is taken as it lies there.
package final class LossyDisk: Sendable {
    /// The state of the disk at one moment.
    package struct Moment: Sendable {
        /// How many changes were acknowledged until then.
        package let acknowledged: Int
        /// How many writes were kept apart.
        package var pending: Int { contents.values.reduce(0) { $0 + $1.pending.count } }
        fileprivate let contents: [Int: Content]
        fileprivate let names, durableNames: [String: Int]
    }

    /// What a file holds, whatever its name.
    fileprivate struct Content: Sendable {
        var durable: [UInt8]
        var pending: [Write] = []
        /// The file underneath, to see that another one took its place.
        let inode: UInt64?

        mutating func sync() {
            for write in pending { write.apply(to: &durable) }
            pending = []
        }
    }

    fileprivate enum Write: Sendable {
        case bytes([UInt8], at: Int)
        case cut(to: Int)

        func apply(to content: inout [UInt8], keeping: (Int) -> Bool = { _ in true }) {
            switch self {
            case .cut(let size):
                guard keeping(size) else { return }
                content.resize(to: size)
            case .bytes(let bytes, let start):
                var offset = 0
                while offset < bytes.count {
                    let piece = min(512 - (start + offset) % 512, bytes.count - offset)
                    if keeping(start + offset) {
                        if content.count < start + offset + piece { content.resize(to: start + offset + piece) }
                        content.replaceSubrange(
                            (start + offset)..<(start + offset + piece), with: bytes[offset..<offset + piece])
                    }
                    offset += piece
                }
            }
        }
    }

    private struct State {
        var contents: [Int: Content] = [:]
        var names: [String: Int] = [:]
        var durableNames: [String: Int] = [:]
        var acknowledged = 0
        var moments: [Moment] = []
        var isRecording = false
        /// Of so many steps one is noted: all of them would take gigabytes.
        private var stride = 1
        private var steps = 0

        mutating func begin() { (isRecording, moments, stride, steps) = (true, [], 1, 0) }

        mutating func note() {
            guard isRecording else { return }
            steps += 1
            guard steps % stride == 0 else { return }
            moments.append(moment)
            guard moments.count > (Dose.isWhole ? 400 : 100) else { return }
            moments = moments.indices.filter { $0 % 2 == 1 }.map { moments[$0] }
            stride *= 2
        }

        var moment: Moment {
            Moment(acknowledged: acknowledged, contents: contents, names: names, durableNames: durableNames)
        }
    }

    /// Where it is.
    package let folder: TemporaryFolder
    private let path: String
    private let state = Locked(State())

    /// An empty folder, for databases that are opened from now on.
    package init() throws {
        LossyFiles.install()
        folder = try TemporaryFolder()
        path = URL(filePath: folder.path).resolvingSymlinksInPath().standardizedFileURL.path + "/"
        LossyFiles.add(self, at: path)
    }

    deinit { LossyFiles.remove(path) }

    /// Notes that a change was acknowledged to the one who asked for it.
    package func acknowledge() { state.withLock { $0.acknowledged += 1 } }

    /// Runs `body`, and returns what the disk was like before steps that change it: all of few, some of many, and the end.
    package func moments(during body: () async throws -> Void) async throws -> [Moment] {
        state.withLock { $0.begin() }
        try await body()
        return state.withLock { state in
            defer { (state.isRecording, state.moments) = (false, []) }
            return state.moments + [state.moment]
        }
    }

    /// What it is like now.
    package var now: Moment { state.withLock { $0.moment } }

    /// The folder as a power failure at a moment may leave it.
    /// - Parameter seed: chooses what of the rest is kept; nil for nothing of it.
    package func afterFailure(at moment: Moment, seed: UInt64?) throws -> TemporaryFolder {
        let left = try TemporaryFolder()
        var random = SeededGenerator(seed: seed ?? 0)
        func isKept() -> Bool { seed != nil && random.next() & 1 == 0 }
        let known = state.withLock { Set($0.names.keys).union($0.durableNames.keys) }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
            let source = path + name
            // The memory that processes share does not outlive the power.
            guard !known.contains(source), !name.hasSuffix("-shm") else { continue }
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                try FileManager.default.createDirectory(
                    atPath: left.file(name), withIntermediateDirectories: true)
            } else {
                try FileManager.default.copyItem(atPath: source, toPath: left.file(name))
            }
        }
        for name in Set(moment.names.keys).union(moment.durableNames.keys).sorted() where !name.hasSuffix("-shm") {
            let (former, later) = (moment.durableNames[name], moment.names[name])
            guard let file = former != later && isKept() ? later : former, var content = moment.contents[file] else {
                continue
            }
            for write in content.pending { write.apply(to: &content.durable) { _ in isKept() } }
            try Data(content.durable).write(to: URL(filePath: left.file(String(name.dropFirst(path.count)))))
        }
        return left
    }
}

// MARK: - What SQLite does

extension LossyDisk {
    /// A file was opened under a name, perhaps made.
    fileprivate func open(_ name: String) -> Int {
        let inode = try? FileManager.default.attributesOfItem(atPath: name)[.systemFileNumber] as? UInt64
        return state.withLock { state in
            if let known = state.names[name], state.contents[known]?.inode == inode { return known }
            // This call or another program has made the file. Its content so far is on the disk.
            let number = state.contents.count
            let bytes = FileManager.default.contents(atPath: name) ?? Data()
            state.contents[number] = Content(durable: Array(bytes), inode: inode)
            state.names[name] = number
            if !bytes.isEmpty { state.durableNames[name] = number }
            return number
        }
    }

    fileprivate func write(_ file: Int, _ write: Write) {
        state.withLock { state in
            state.note()
            state.contents[file]?.pending.append(write)
        }
    }

    /// A file was brought to the disk, and its folder too if it was made just now.
    fileprivate func sync(_ file: Int, folderOf name: String?) {
        state.withLock { state in
            state.note()
            state.contents[file]?.sync()
            if let name { Self.syncNames(beside: name, &state) }
        }
    }

    fileprivate func delete(_ name: String, syncsFolder: Bool) {
        state.withLock { state in
            state.names[name] = nil
            if syncsFolder { Self.syncNames(beside: name, &state) }
        }
    }

    private static func syncNames(beside name: String, _ state: inout State) {
        let folder = (name as NSString).deletingLastPathComponent
        func isInside(_ other: String) -> Bool { (other as NSString).deletingLastPathComponent == folder }
        state.durableNames = state.durableNames.filter { !isInside($0.key) }
        for (other, file) in state.names where isInside(other) { state.durableNames[other] = file }
    }
}

extension [UInt8] {
    fileprivate mutating func resize(to size: Int) {
        if count > size { removeLast(count - size) } else { append(contentsOf: repeatElement(0, count: size - count)) }
    }
}

// MARK: - Between SQLite and the system

/// SQLite's own file system layer, which tells ``LossyDisk`` what it does in its folder. All else passes through.
private enum LossyFiles {
    /// An open file.
    private struct OpenFile: @unchecked Sendable {
        // Unchecked: SQLite's tables of functions never change.
        let methods: UnsafePointer<sqlite3_io_methods>
        let own: UnsafeMutablePointer<sqlite3_io_methods>
        weak var disk: LossyDisk?
        let number: Int
        let name: String
        /// SQLite brings the folder to the disk with the first sync of a journal or a log that it may have made.
        var syncsFolder: Bool
    }

    /// A disk that its test may have let go.
    private struct Entry: Sendable { weak var disk: LossyDisk? }

    private static let disks = Locked<[String: Entry]>([:])
    private static let files = Locked<[UnsafeMutableRawPointer: OpenFile]>([:])
    // Set once, before the first disk.
    nonisolated(unsafe) private static var system = sqlite3_vfs()

    static func add(_ disk: LossyDisk, at path: String) { disks.withLock { $0[path] = Entry(disk: disk) } }
    static func remove(_ path: String) { disks.withLock { $0[path] = nil } }

    static func install() { _ = installed }

    private static let installed: Bool = {
        guard let found = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no files") }
        system = found.pointee
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: system)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(strdup("lossy"))
        vfs.pointee.xOpen = { vfs, name, file, flags, outFlags in
            let code = LossyFiles.system.xOpen(vfs, name, file, flags, outFlags)
            if code == SQLITE_OK { LossyFiles.adopt(file, name, flags) }
            return code
        }
        vfs.pointee.xDelete = { vfs, name, syncsFolder in
            let code = LossyFiles.system.xDelete(vfs, name, syncsFolder)
            if code == SQLITE_OK, let name = name.map({ String(cString: $0) }), let disk = LossyFiles.disk(of: name) {
                disk.delete(name, syncsFolder: syncsFolder & 1 != 0)
            }
            return code
        }
        guard sqlite3_vfs_register(vfs, 1) == SQLITE_OK else { preconditionFailure("SQLite takes no other files") }
        return true
    }()

    private static func disk(of name: String) -> LossyDisk? {
        disks.withLock { disks in disks.first { name.hasPrefix($0.key) }?.value.disk }
    }

    private static let kept =
        SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL

    /// Puts our functions before the system's for a file of a disk that loses power.
    private static func adopt(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ name: UnsafePointer<CChar>?, _ flags: Int32
    ) {
        guard let file, let name = name.map({ String(cString: $0) }), flags & kept != 0,
            flags & SQLITE_OPEN_DELETEONCLOSE == 0, let disk = disk(of: name), let methods = file.pointee.pMethods
        else { return }
        let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        own.initialize(to: methods.pointee)
        own.pointee.xClose = { file in
            guard let file, let open = LossyFiles.files.withLock({ $0.removeValue(forKey: file) }) else {
                return SQLITE_IOERR
            }
            let code = open.methods.pointee.xClose(file)
            open.own.deallocate()
            return code
        }
        own.pointee.xWrite = { file, data, count, offset in
            guard let open = LossyFiles.open(file), let data else { return SQLITE_IOERR }
            let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
            open.disk?.write(open.number, .bytes(bytes, at: Int(offset)))
            return open.methods.pointee.xWrite(file, data, count, offset)
        }
        own.pointee.xTruncate = { file, size in
            guard let open = LossyFiles.open(file) else { return SQLITE_IOERR }
            open.disk?.write(open.number, .cut(to: Int(size)))
            return open.methods.pointee.xTruncate(file, size)
        }
        own.pointee.xSync = { file, flags in
            guard let open = LossyFiles.open(file) else { return SQLITE_IOERR }
            open.disk?.sync(open.number, folderOf: open.syncsFolder ? open.name : nil)
            if let file { LossyFiles.files.withLock { $0[file]?.syncsFolder = false } }
            return open.methods.pointee.xSync(file, flags)
        }
        let isMade = flags & SQLITE_OPEN_CREATE != 0 && flags & SQLITE_OPEN_MAIN_DB == 0
        let open = OpenFile(
            methods: methods, own: own, disk: disk, number: disk.open(name), name: name, syncsFolder: isMade)
        files.withLock { $0[file] = open }
        file.pointee.pMethods = UnsafePointer(own)
    }

    private static func open(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile? {
        file.flatMap { file in files.withLock { $0[file] } }
    }
}
