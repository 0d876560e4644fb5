import Foundation
import Testing
import TodoDomain
import TodoFormats

@Suite("Files in a zip archive")
struct ZipTests {
    private func archive() throws -> [UInt8] { try fixture("zip.zip") }

    @Test("each is read as if it were imported alone, and those of no known format are said")
    func files() throws {
        let items = try items(of: archive(), as: TodoFormats.archiveFormat())
        #expect(items.todos.count == 44)
        #expect(items.todos[0].list?.path == "Work/Letters" && items.todos[40].title == "Buy milk")
        #expect(items.todos[40].list == nil && items.todos[41].title == "Plan trip")
        #expect(
            items.skipped == [
                "task 3 of the list \"My Tasks\" of \"Tasks.json\": A deleted task was left out.",
                "the file \"photo.jpg\": A file of a format that is not known was left out.",
            ])
        let alone = try Fixture.todos(named: "googletasks.json", as: "googletasks")
        #expect(items.todos[41...].map(\.id) == alone.map(\.id))
    }

    @Test("TickTick's backup, which is its table in an archive, is read as the table")
    func tickTick() throws {
        let table = try fixture("ticktick.csv")
        let archive = Self.stored(table, as: "TickTick-backup-2026-03-05.csv")
        let zip = try items(of: archive, as: TodoFormats.archiveFormat())
        let alone = try items(of: table, as: CSVFormat())
        #expect(zip == alone && zip.todos.count == 3)
    }

    /// An archive with one file that is not compressed.
    private static func stored(_ bytes: [UInt8], as name: String) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        let sizes = number(Int(~sum), 4) + number(bytes.count, 4) + number(bytes.count, 4) + number(name.utf8.count, 2)
        let common = number(20, 2) + number(0x800, 2) + number(0, 2) + number(0, 4) + sizes + number(0, 2)
        let file = number(0x0403_4B50, 4) + common + Array(name.utf8) + bytes
        let entry = number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 14) + Array(name.utf8)
        return file + entry + number(0x0605_4B50, 4) + number(0, 4) + number(1, 2) + number(1, 2)
            + number(entry.count, 4) + number(file.count, 4) + number(0, 2)
    }

    @Test("one that is cut short, or whose places lead elsewhere, is refused and does no harm")
    func damaged() throws {
        let bytes = try archive()
        for count in [0, 4, 21, bytes.count / 2, bytes.count - 1] {
            #expect(try refusal(of: bytes.prefix(count), as: TodoFormats.archiveFormat()) != nil)
        }
        for place in bytes.indices.suffix(400) {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var other = bytes
                other[place] = value
                _ = try refusal(of: other, as: TodoFormats.archiveFormat())
            }
        }
    }

    @Test("files that would expand to more than there is room for are refused")
    func bomb() throws {
        let refused = try refusal(of: archive(), as: TodoFormats.archiveFormat(maximum: 2000))
        #expect(refused == "The file \"Tasks.json\": it expands to more than is read of an archive.")
    }

    @Test("a size that is not there is not believed")
    func forged() throws {
        // A stored file that says that it has four gigabytes.
        var bytes = try archive()
        let end = bytes.count - 22
        let directory = (0..<4).reduce(0) { $0 | Int(bytes[end + 16 + $1]) << (8 * $1) }
        for place in directory + 20..<directory + 24 { bytes[place] = 0xFE }
        let message = try #require(try refusal(of: bytes, as: TodoFormats.archiveFormat()))
        #expect(message == "The file \"Work [2203306141].csv\": the zip archive is damaged.")
    }

    @Test("an archive without to-dos is refused")
    func empty() throws {
        let nothing: [UInt8] = [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18)
        #expect(
            try refusal(of: nothing, as: TodoFormats.archiveFormat())
                == "The file: the zip archive holds no file of a format that is known.")
    }
}

/// What a fixture holds.
private enum Fixture {
    static func todos(named file: String, as name: String) throws -> [Todo] {
        try items(of: fixture(file), as: #require(TodoFormats.named(name))).todos
    }
}
