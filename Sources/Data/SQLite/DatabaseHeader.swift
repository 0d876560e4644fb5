#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The first 100 bytes of a database file (https://sqlite.org/fileformat2.html, section 1.3), or all bytes of a shorter
/// file.
package struct DatabaseHeader: Sendable {
    package let bytes: [UInt8]

    /// A header from its bytes.
    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.size)) }

    /// The header of an open file.
    package init(of descriptor: Int32) {
        self.init { max(0, pread(descriptor, $0.baseAddress, $0.count, 0)) }
    }

    /// A header that a function reads: it returns the number of bytes.
    init(_ read: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        self.init(
            [UInt8](unsafeUninitializedCapacity: Self.size) {
                $1 = read(UnsafeMutableBufferPointer(rebasing: $0[..<Self.size]))
            })
    }

    private static let size = 100

    /// Whether it is a header, of a format that SQLite can write.
    package var isReadable: Bool {
        // 1 without a write-ahead log, 2 with one. SQLite cannot write later formats.
        bytes.count == Self.size && bytes.starts(with: "SQLite format 3\u{0}".utf8) && bytes[18] <= 2 && bytes[19] <= 2
    }

    /// How often the header was written: it grows with each checkpoint that copies a new header into the file.
    package var changes: Int { number(at: 24, bytes: 4) }

    /// Whether it announces a write-ahead log.
    package var hasLog: Bool { number(at: 18, bytes: 1) != 1 }

    /// The page size in bytes; nil if the value is impossible.
    package var pageSize: Int? {
        let stated = number(at: 16, bytes: 2)
        if stated == 1 { return 65536 }
        return stated >= 512 && stated & (stated - 1) == 0 ? stated : nil
    }

    /// The number of reserved bytes at the end of each page.
    package var reserved: Int { number(at: 20, bytes: 1) }
    /// The number of pages.
    package var pageCount: Int { number(at: 28, bytes: 4) }
    /// The first trunk page of the free list.
    package var firstFreePage: Int { number(at: 32, bytes: 4) }
    /// `PRAGMA user_version`.
    package var version: Int32 { Int32(truncatingIfNeeded: number(at: 60, bytes: 4)) }
    /// `PRAGMA application_id`.
    package var application: Int32 { Int32(truncatingIfNeeded: number(at: 68, bytes: 4)) }

    /// Whether nothing was ever created in the database: it has no schema, no version and no application id.
    package var isOfNothing: Bool { number(at: 40, bytes: 4) == 0 && version == 0 && application == 0 }

    private func number(at offset: Int, bytes count: Int) -> Int { Int(bytes.integer(at: offset, bytes: count)) }
}

extension Collection<UInt8> where Index == Int {
    /// An unsigned big-endian number; missing bytes count as 0.
    package func integer(at offset: Int, bytes: Int) -> UInt64 {
        (offset..<offset + bytes).reduce(0) { $0 << 8 | UInt64(indices.contains($1) ? self[$1] : 0) }
    }
}
