import Foundation
import Testing
import TodoDomain
import TodoFormats

@Suite struct TodoFormatsTests {
    @Test("each format has the name that the command line knows, and is found by it")
    func names() {
        #expect(
            TodoFormats.writable.map(\.name) == ["json", "ndjson", "taskwarrior", "todotxt", "ics", "csv", "markdown"])
        #expect(Set(TodoFormats.all.map(\.name)).count == TodoFormats.all.count)
        #expect(TodoFormats.all.allSatisfy { TodoFormats.named($0.name)?.name == $0.name })
        #expect(TodoFormats.named("xml") == nil)
    }

    @Test(
        "a file's format is told by its name and its beginning",
        arguments: [
            ("a.json", "[{\"title\":\"a\"}]", "json"),
            ("a.json", "[\n{\"id\":1,\"description\":\"a\"}]", "taskwarrior"),
            ("A.JSON", "", "json"), ("a.ndjson", "{}", "ndjson"), ("todo.txt", "x", "todotxt"), ("a.ics", "", "ics"),
            ("a.csv", "{", "csv"), ("a.tsv", "", "csv"), (nil, "{\"kind\":\"todo\"}", "ndjson"),
            (nil, "\u{FEFF}{\"title\":\"a\"}", "json"),
            ("x", "BEGIN:VCALENDAR", "ics"), ("tasks.ics.txt", "BEGIN:VCALENDAR\nBEGIN:VTODO", "ics"),
            ("a.csv", "begin:vcalendar", "ics"), ("a.txt", "[{\"title\":\"a\"}]", "json"),
            ("a.txt", "{\"kind\":\"todo\"}", "ndjson"), ("a.txt", "title,due,tags\na,,", "csv"),
            ("a.txt", "Task, due, x", "todotxt"), ("a.txt", "[ ] Call", "todotxt"),
            ("a.txt", "# A\n- [ ] b", "markdown"), ("a.md", "", "markdown"),
            ("a.json", "{\"format\":\"todo\",\"idBoard\":1,\"idList\":2}", "json"), (nil, "Buy milk", nil),
            ("a.pdf", "", nil),
        ] as [(String?, String, String?)])
    func guess(fileName: String?, text: String, name: String?) throws {
        var source = ByteSource(text.utf8)
        let format = try TodoFormats.guess(fileName: fileName, source: &source)
        #expect(format?.name == name)
    }

    @Test("UTF-16 with a mark is read as UTF-8 is, in chunks of any size", arguments: [1, 2, 3, 4096])
    func utf16(size: Int) throws {
        let text = "title,due\r\nKäse 🌱,2026-03-05\r\n"
        for isBig in [true, false] {
            let units = [0xFEFF] + Array(text.utf16)
            let bytes = units.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBig ? [high, low] : [low, high]
            }
            let read = try items(of: bytes, as: CSVFormat(), chunkSize: size)
            #expect(read == (try items(of: text.utf8, as: CSVFormat())))
            #expect(read.todos.map(\.title) == ["Käse 🌱"])
        }
    }

    @Test(
        "Windows-1252 is refused with the line that makes it UTF-8",
        arguments: [
            ("csv", "title\nK?se\n"), ("json", "[{\"title\":\"K?se\"}]"), ("ndjson", "{\"title\":\"K?se\"}"),
            ("todotxt", "K?se"), ("taskwarrior", "[{\"description\":\"K?se\"}]"),
            ("ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:K?se\nEND:VTODO\nEND:VCALENDAR\n"),
        ])
    func windows1252(name: String, text: String) throws {
        let bytes = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xE4 : $0 }
        let message = try refusal(of: bytes, as: #require(TodoFormats.named(name)))
        #expect(message?.contains("iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW") == true, "\(message ?? "")")
    }

    @Test("each format that only reads is not offered for writing")
    func writable() {
        for format in TodoFormats.all {
            #expect((TodoFormats.writable(named: format.name) != nil) == (format is any WritableTodoFormat))
        }
        #expect(
            TodoFormats.writable(forFile: "a.json")?.name == "json" && TodoFormats.writable(forFile: "a.pdf") == nil)
    }

    @Test("a file of tabs is written with tabs, and read again")
    func tabs() throws {
        let format = try #require(TodoFormats.writable(forFile: "todos.tsv"))
        let todo = Todo(id: .init(stored: "a"), title: "One, two\tthree", createdAt: context.now)
        let bytes = export([todo], as: format)
        #expect(text(bytes).hasPrefix("id\ttitle\tnotes\t"))
        #expect(text(bytes).contains("\r\na\t"))
        #expect(try items(of: bytes, as: CSVFormat()).todos.map(\.id) == [todo.id])
    }

    @Test(
        "guessing takes nothing from the source, and reading works in chunks of any size",
        arguments: [1, 2, 7, 64, 4096])
    func chunks(size: Int) throws {
        for name in ["taskwarrior-2.6.2.json", "todo.txt", "todoman-4.1.0.ics"] {
            let bytes = [0xEF, 0xBB, 0xBF] + (try fixture(name))
            var source = ByteSource(bytes, chunkSize: size)
            let format = try #require(try TodoFormats.guess(fileName: name, source: &source))
            var reader = format.makeReader(source, context: context)
            var read: [ImportItem] = []
            while let item = try reader.next() { read.append(item) }
            #expect(read == (try items(of: bytes, as: format)))
            #expect(reader.bytesRead == bytes.count)
        }
    }

    @Test(
        "a file is read to its last byte, also where that ends no line and where there is nothing but its mark",
        arguments: [1, 3, 4096])
    func shortest(size: Int) throws {
        let cases = [("", []), ("\u{FEFF}", []), ("a", ["a"]), ("\u{FEFF}a", ["a"]), ("ab\nc", ["ab", "c"])]
        for (text, titles) in cases {
            for isLookedAt in [false, true] {
                var source = ByteSource(text.utf8, chunkSize: size)
                if isLookedAt { _ = try TodoFormats.guess(fileName: nil, source: &source) }
                var reader = TodoTxtFormat().makeReader(source, context: context)
                var read: [ImportItem] = []
                while let item = try reader.next() { read.append(item) }
                #expect(read.todos.map(\.title) == titles && reader.bytesRead == text.utf8.count)
            }
        }
    }

    @Test("a source that has ended is not asked again, as a terminal would ask its user")
    func ended() throws {
        var asked = 0
        let source = ByteSource(chunkSize: 4) { target in
            asked += 1
            guard asked == 1 else { return 0 }
            target.copyBytes(from: "a\n".utf8)
            return 2
        }
        var reader = TodoTxtFormat().makeReader(source, context: context)
        #expect(try reader.next() != nil && reader.next() == nil)
        let before = asked
        #expect(try reader.next() == nil && asked == before)
    }

    @Test("a file is read from its descriptor, and one that cannot be read is an error")
    func descriptor() throws {
        let url = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        let handle = try FileHandle(forReadingFrom: url.appendingPathComponent("todo.txt"))
        var reader = TodoTxtFormat().makeReader(ByteSource(handle), context: context)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 6)
        var broken = TodoTxtFormat().makeReader(ByteSource(fileDescriptor: -1), context: context)
        #expect(throws: TodoError.self) { try broken.next() }
    }
}
