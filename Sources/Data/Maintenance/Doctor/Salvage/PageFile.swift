import Basics
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

/// Reads the pages of a database file and its log (https://sqlite.org/fileformat2.html) without SQLite, which refuses
/// to read if the header or the schema is damaged.
final class PageFile {
    /// The number of pages; the first page has number 1.
    let count: Int
    let pageSize: Int
    /// The number of usable bytes in each page.
    var usableSize: Int
    private let file: Int32
    private var log: WriteAheadLog?

    /// Opens a file that no other process is writing to.
    init(_ path: String) throws {
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(.cannotOpen, "The file \(path) cannot be read.") }
        // If the header does not say, this program's own page size.
        pageSize = DatabaseHeader(of: file).pageSize ?? 4096
        usableSize = pageSize
        log = WriteAheadLog(path + "-wal", pageSize: pageSize)
        var status = stat()
        let inFile = fstat(file, &status) == 0 ? Int(status.st_size) / pageSize : 0
        // A log cannot add more pages than it contains.
        count = max(inFile, min(log?.pageCount ?? 0, inFile + (log?.frameCount ?? 0)))
        usableSize = pageSize - reserved
    }

    deinit { close(file) }

    /// The number of reserved bytes at the end of each page, which this program never uses; 0 if the value is
    /// impossible.
    var reserved: Int {
        pageSize - header.reserved >= 480 ? header.reserved : 0
    }

    /// The version of the schema, from the header.
    var version: Int { Int(header.version) }

    private var header: DatabaseHeader { DatabaseHeader(page(1)) }

    /// The bytes of a page, always a full page; zeros if it does not exist.
    func page(_ number: Int) -> [UInt8] {
        guard 1...max(count, 1) ~= number else { return [UInt8](repeating: 0, count: pageSize) }
        let bytes = log?.page(number) ?? Self.read(pageSize, at: (number - 1) * pageSize, from: file)
        return bytes + [UInt8](repeating: 0, count: pageSize - bytes.count)
    }

    /// The unused pages.
    var freePages: Set<Int> {
        var free: Set<Int> = []
        var trunk = header.firstFreePage
        while 2...max(count, 2) ~= trunk, free.insert(trunk).inserted {
            let page = page(trunk)
            let leaves = min(Int(page.integer(at: 4, bytes: 4)), usableSize / 4 - 2)
            for index in 0..<max(0, leaves) { free.insert(Int(page.integer(at: 8 + 4 * index, bytes: 4))) }
            trunk = Int(page.integer(at: 0, bytes: 4))
        }
        return free
    }

    static func read(_ count: Int, at offset: Int, from file: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
        }
    }
}

/// The write-ahead log: pages that are not in the file yet (https://sqlite.org/fileformat2.html, section 4).
private final class WriteAheadLog {
    /// The size of the database after the last commit.
    private(set) var pageCount = 0
    /// The number of pages in the log.
    var frameCount: Int { offsets.count }
    private let file: Int32
    private let pageSize: Int
    /// The offset of the newest version of each page.
    private var offsets: [Int: Int] = [:]

    /// Returns nil if there is no log with this page size.
    init?(_ path: String, pageSize: Int) {
        file = open(path, O_RDONLY | O_CLOEXEC)
        self.pageSize = pageSize
        guard file >= 0 else { return nil }
        let header = PageFile.read(32, at: 0, from: file)
        guard header.count == 32, header.integer(at: 0, bytes: 4) & ~1 == 0x377F_0682,
            header.integer(at: 8, bytes: 4) == UInt64(pageSize)
        else { return nil }
        var sum = Checksum(isBigEndian: header[3] & 1 == 1)
        sum.add(header.prefix(24))
        guard sum.isStated(in: header, at: 24) else { return nil }
        var pending: [Int: Int] = [:]
        var offset = 32
        while true {
            let frame = PageFile.read(24 + pageSize, at: offset, from: file)
            guard frame.count == 24 + pageSize, frame[8..<16] == header[16..<24] else { break }
            sum.add(frame.prefix(8))
            sum.add(frame.dropFirst(24))
            guard sum.isStated(in: frame, at: 16) else { break }
            pending[Int(frame.integer(at: 0, bytes: 4))] = offset + 24
            // Only the last frame of a transaction contains the size of the database.
            let size = Int(frame.integer(at: 4, bytes: 4))
            if size > 0 {
                offsets.merge(pending) { $1 }
                pending = [:]
                pageCount = size
            }
            offset += frame.count
        }
    }

    deinit { if file >= 0 { close(file) } }

    func page(_ number: Int) -> [UInt8]? {
        offsets[number].map { PageFile.read(pageSize, at: $0, from: file) }
    }

    /// The cumulative checksum of all frames.
    private struct Checksum {
        let isBigEndian: Bool
        private var (first, second): (UInt32, UInt32) = (0, 0)

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                    first = first &+ word(bytes, offset) &+ second
                    second = second &+ word(bytes, offset + 4) &+ first
                }
            }
        }

        private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }

        func isStated(in bytes: [UInt8], at offset: Int) -> Bool {
            bytes.integer(at: offset, bytes: 4) == UInt64(first)
                && bytes.integer(at: offset + 4, bytes: 4) == UInt64(second)
        }
    }
}
