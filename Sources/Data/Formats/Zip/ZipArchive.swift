import Foundation
import GzipCoding

/// The files in a zip archive (PKWARE, APPNOTE.TXT), stored or deflated. The archive is not trusted: each offset is checked,
/// and the size of an expanded file is limited.
struct ZipArchive {
    /// A file in the archive.
    struct Entry {
        let name: String
        fileprivate let method: UInt16
        fileprivate let isEncrypted: Bool
        fileprivate let packed: Int
        fileprivate let header: Int
    }

    /// More files than this are refused.
    static let mostEntries = 10_000

    private let bytes: [UInt8]
    let entries: [Entry]

    /// Reads the central directory, which is at the end.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        // The last record has at most 65,535 bytes of a comment after it.
        let last = bytes.count - 22
        guard last >= 0,
            let end = (max(0, last - 65_535)...last).last(where: { Self.number(bytes, $0, 4) == 0x0605_4B50 })
        else { throw InputError("it is not a whole zip archive") }
        let count = Self.number(bytes, end + 10, 2) ?? 0
        var place = Self.number(bytes, end + 16, 4) ?? 0
        guard count <= Self.mostEntries, place != 0xFFFF_FFFF else {
            throw InputError("the zip archive has more than \(Self.mostEntries) files, or is too large")
        }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard Self.number(bytes, place, 4) == 0x0201_4B50, let flags = Self.number(bytes, place + 8, 2),
                let method = Self.number(bytes, place + 10, 2), let packed = Self.number(bytes, place + 20, 4),
                let length = Self.number(bytes, place + 28, 2), let extra = Self.number(bytes, place + 30, 2),
                let comment = Self.number(bytes, place + 32, 2), let header = Self.number(bytes, place + 42, 4),
                place + 46 + length <= bytes.count
            else { throw InputError("the zip archive is damaged") }
            entries.append(
                Entry(
                    name: String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self),
                    method: UInt16(method),
                    isEncrypted: flags & 1 == 1, packed: packed, header: header))
            place += 46 + length + extra + comment
        }
        self.entries = entries
    }

    /// The bytes of a file.
    /// - Parameter limit: the maximum number of bytes.
    func contents(of entry: Entry, limit: Int) throws -> [UInt8] {
        guard !entry.isEncrypted else { throw InputError("it is encrypted") }
        guard Self.number(bytes, entry.header, 4) == 0x0403_4B50, let name = Self.number(bytes, entry.header + 26, 2),
            let extra = Self.number(bytes, entry.header + 28, 2)
        else { throw InputError("the zip archive is damaged") }
        let start = entry.header + 30 + name + extra
        guard start <= bytes.count, entry.packed <= bytes.count - start else {
            throw InputError("the zip archive is damaged")
        }
        let packed = Array(bytes[start..<start + entry.packed])
        switch entry.method {
        case 0:
            guard packed.count <= limit else { throw Self.tooLarge }
            return packed
        case 8:
            do {
                return try Gzip.inflate(packed, limit: limit)
            } catch .tooLarge { throw Self.tooLarge } catch { throw InputError("the zip archive is damaged") }
        default: throw InputError("it is packed in a way that is not known")
        }
    }

    private static let tooLarge = InputError("it expands to more than is read of an archive")

    /// The number in some bytes, lowest byte first; nil beyond the end.
    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
