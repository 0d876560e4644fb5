import GRDB
import SQLite
import TodoLocal

/// A page of a table or an index (https://sqlite.org/fileformat2.html, sections 1.6 and 2.1).
struct TreePage {
    /// The kind of a tree: a table with numbered rows, or an index. Tables without row numbers are stored as indexes
    /// too.
    enum Kind { case table, index }

    struct Row {
        let number: Int64
        let values: [DatabaseValue]
    }

    let kind: Kind
    /// The child pages, in the order of their rows.
    let children: [Int]
    private let bytes: [UInt8]
    private let file: PageFile
    /// The offsets of the cells; in an index, inner pages have rows too.
    private let cells: [Int]
    private let isLeaf: Bool

    /// Nil if the page does not belong to a tree.
    init?(_ number: Int, of file: PageFile) {
        let bytes = file.page(number)
        let start = number == 1 ? 100 : 0
        switch bytes[start] {
        case 0x02: (kind, isLeaf) = (.index, false)
        case 0x05: (kind, isLeaf) = (.table, false)
        case 0x0A: (kind, isLeaf) = (.index, true)
        case 0x0D: (kind, isLeaf) = (.table, true)
        default: return nil
        }
        self.bytes = bytes
        self.file = file
        let first = start + (isLeaf ? 8 : 12)
        let most = (file.usableSize - first) / 2
        cells = (0..<min(most, Int(bytes.integer(at: start + 3, bytes: 2)))).compactMap { index in
            let offset = Int(bytes.integer(at: first + 2 * index, bytes: 2))
            return first..<file.usableSize - 3 ~= offset ? offset : nil
        }
        guard !isLeaf else {
            children = []
            return
        }
        let pages = cells.map { Int(bytes.integer(at: $0, bytes: 4)) } + [Int(bytes.integer(at: start + 8, bytes: 4))]
        children = pages.filter { 2...max(file.count, 2) ~= $0 }
    }

    /// Whether the page itself contains rows.
    private var holdsRows: Bool { isLeaf || kind == .index }

    /// The rows that can be read.
    var rows: [Row] {
        guard holdsRows else { return [] }
        return cells.compactMap { cell in
            guard let payload = payload(at: cell), let bytes = content(of: payload),
                let values = StoredRecord.values(of: bytes)
            else { return nil }
            return Row(number: payload.number, values: values)
        }
    }

    /// The types of the values in its first rows; empty for a row that cannot be read.
    func types(ofFirst count: Int) -> [[StoredRecord.ValueType]] {
        guard holdsRows else { return [] }
        return cells.prefix(count).map { cell in
            guard let payload = payload(at: cell) else { return [] }
            return StoredRecord.types(of: bytes[payload.local]) ?? []
        }
    }

    /// A row before its overflow pages are read.
    private struct Payload {
        let number: Int64
        let size: Int
        let local: Range<Int>
    }

    private func payload(at cell: Int) -> Payload? {
        var offset = isLeaf ? cell : cell + 4
        guard let size = bytes.varint(at: &offset), size <= Int64(file.count) * Int64(file.pageSize), size > 0 else {
            return nil
        }
        var number: Int64 = 0
        if kind == .table {
            guard let read = bytes.varint(at: &offset) else { return nil }
            number = read
        }
        let local = localSize(of: Int(size))
        guard offset + local + (local < size ? 4 : 0) <= file.usableSize else { return nil }
        return Payload(number: number, size: Int(size), local: offset..<offset + local)
    }

    /// How much of a row is in the page itself.
    private func localSize(of size: Int) -> Int {
        let usable = file.usableSize
        let most = kind == .table ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard size > most else { return size }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (size - least) % (usable - 4)
        return fitting <= most ? fitting : least
    }

    private func content(of payload: Payload) -> [UInt8]? {
        var content = Array(bytes[payload.local])
        var next = Int(bytes.integer(at: payload.local.upperBound, bytes: 4))
        while content.count < payload.size {
            guard 2...max(file.count, 2) ~= next else { return nil }
            let page = file.page(next)
            content += page[4..<4 + min(file.usableSize - 4, payload.size - content.count)]
            next = Int(page.integer(at: 0, bytes: 4))
        }
        return content
    }
}
