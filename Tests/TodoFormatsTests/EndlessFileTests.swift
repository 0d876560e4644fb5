import Basics
import Testing
import TodoDomain
import TodoFormats

/// Files that are larger than any memory: each format reads record by record, or refuses what it has to read as a whole.
@Suite("Files without an end")
struct EndlessFileTests {
    /// A source that never ends, and how many bytes it has delivered.
    private func endless(_ beginning: String, _ piece: String) -> (source: ByteSource, delivered: Locked<Int>) {
        let delivered = Locked(0)
        let (first, rest) = (Array(beginning.utf8), Array(piece.utf8))
        // Whole pieces, so that a call copies many bytes at once.
        let many = Array(repeatElement(rest, count: max(65_536 / rest.count, 1)).joined())
        let source = ByteSource { target in
            let before = delivered.withLock { $0 }
            let text = before < first.count ? first[before...] : many[((before - first.count) % many.count)...]
            let count = min(target.count, text.count)
            target.copyBytes(from: text.prefix(count))
            delivered.withLock { $0 += count }
            return count
        }
        return (source, delivered)
    }

    @Test("a record that never ends is refused, before it fills the memory", arguments: TodoFormats.all.map(\.name))
    func record(name: String) throws {
        let format = try #require(TodoFormats.named(name))
        let beginnings = [
            "json": #"[{"title":""#, "ndjson": #"{"title":""#, "taskwarrior": #"[{"description":""#, "todotxt": "Call ",
            "ics": "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:", "csv": "title\n\"", "zip": "PK\u{3}\u{4}",
        ]
        let (source, delivered) = endless(beginnings[name] ?? #"{"title":""#, "abcdefgh")
        var reader = format.makeReader(source, context: context)
        #expect(throws: TodoError.self) { while try reader.next() != nil {} }
        // A zip may have 64 MB, other files that are read as a whole 32 MB, and a record 4 MB.
        #expect(delivered.withLock { $0 } < 66 * 1024 * 1024)
    }

    @Test(
        "records come one by one, however many follow",
        arguments: [
            ("json", "[", #"{"title":"Call","createdAt":"2026-03-01T00:00:00Z"},"#),
            ("ndjson", "", "{\"title\":\"Call\"}\n"), ("todotxt", "", "Call Bob\n"), ("csv", "title\n", "Call\n"),
            ("ics", "BEGIN:VCALENDAR\r\n", "BEGIN:VTODO\r\nSUMMARY:Call\r\nEND:VTODO\r\n"),
        ])
    func records(name: String, beginning: String, piece: String) throws {
        let format = try #require(TodoFormats.named(name))
        let (source, delivered) = endless(beginning, piece)
        var reader = format.makeReader(source, context: context)
        for _ in 0..<1000 { _ = try #require(try reader.next()) }
        #expect(delivered.withLock { $0 } < 1024 * 1024)
    }
}
