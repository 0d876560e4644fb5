#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The first 100 bytes of a database file (https://sqlite.org/fileformat2.html, section 1.3), as many as there are.
package struct DatabaseHeader: Sendable {
    package let bytes: [UInt8]

    /// A header out of these bytes.
    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.size)) }

    /// That of an open file.
    package init(of descriptor: Int32) {
        self.init(
            [UInt8](unsafeUninitializedCapacity: Self.size) {
                $1 = max(0, pread(descriptor, $0.baseAddress, Self.size, 0))
            })
    }

    private static let size = 100

    /// Whether it is one, of a format that SQLite can write.
    package var isReadable: Bool {
        // 1 without a write-ahead log, 2 with one; SQLite only reads what is of a later format, or nothing at all.
        bytes.count == Self.size && bytes.starts(with: "SQLite format 3\u{0}".utf8) && bytes[18] <= 2 && bytes[19] <= 2
    }

    /// Whether it says that there is a write-ahead log.
    package var hasLog: Bool { number(at: 18, bytes: 1) != 1 }

    /// The size of a page in bytes; nil if it says none that can be.
    package var pageSize: Int? {
        let stated = number(at: 16, bytes: 2)
        if stated == 1 { return 65536 }
        return stated >= 512 && stated & (stated - 1) == 0 ? stated : nil
    }

    /// How many bytes at the end of each page are another's.
    package var reserved: Int { number(at: 20, bytes: 1) }
    /// How many pages there are.
    package var pageCount: Int { number(at: 28, bytes: 4) }
    /// The first page of the list of those that hold nothing.
    package var firstFreePage: Int { number(at: 32, bytes: 4) }
    /// `PRAGMA user_version`.
    package var version: Int32 { Int32(truncatingIfNeeded: number(at: 60, bytes: 4)) }
    /// `PRAGMA application_id`.
    package var application: Int32 { Int32(truncatingIfNeeded: number(at: 68, bytes: 4)) }

    /// Whether nothing was ever made in the database: it has no pages or no schema, and no mark.
    package var isOfNothing: Bool { number(at: 40, bytes: 4) == 0 && version == 0 && application == 0 }

    private func number(at offset: Int, bytes count: Int) -> Int { Int(bytes.integer(at: offset, bytes: count)) }
}

extension Collection<UInt8> where Index == Int {
    /// A big-endian number without a sign; bytes that are not there are 0.
    package func integer(at offset: Int, bytes: Int) -> UInt64 {
        (offset..<offset + bytes).reduce(0) { $0 << 8 | UInt64(indices.contains($1) ? self[$1] : 0) }
    }
}
