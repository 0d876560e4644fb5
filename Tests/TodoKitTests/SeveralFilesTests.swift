import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("Records without an id in the files of one import")
struct SeveralFilesTests {
    private typealias File = (name: String, text: String)

    private let test: TestStore

    init() throws { test = try TestStore(.serial) }

    private func take(_ files: File...) async throws -> [ImportReport] {
        let now = test.clock.now
        let readers: [@Sendable () throws -> any ItemReader] = try files.map { file in
            var nothing = ByteSource([])
            let format = try #require(try TodoFormats.guess(fileName: file.name, source: &nothing))
            var context = ImportContext(now: now, timeZone: .gmt, fileModifiedAt: now)
            context.fileName = file.name
            return { @Sendable [context, text = file.text] in
                format.makeReader(ByteSource(text.utf8), context: context)
            }
        }
        return try await test.store.importItems(backingUp: false, fromEach: readers)
    }

    private func todos() async throws -> [Todo] { try await test.store.todos.fetch(.all, source: .local).items }

    @Test("an open line of todo.txt is none of the equal ones in done.txt, and completes by moving there")
    func archive() async throws {
        let (line, done) = ("Water the plants\n", "x 2026-11-10 Water the plants\nx 2026-11-17 Water the plants\n")
        #expect(try await take(("todo.txt", line), ("done.txt", done)).map(\.added) == [1, 2])
        #expect(try await take(("done.txt", done), ("todo.txt", line)).map(\.unchanged) == [2, 1])
        let open = try await todos().filter { !$0.isDone }
        #expect(open.count == 1)

        test.clock.advance(by: 86_400)
        let archive = done + "x 2026-11-22 Water the plants\n"
        let moved = try await take(("todo.txt", ""), ("done.txt", archive))
        #expect(moved.map(\.added) == [0, 0] && moved.map(\.updated) == [0, 1])
        #expect(try await todos().allSatisfy(\.isDone))
        #expect(try await take(("todo.txt", line), ("done.txt", archive)).map(\.added) == [1, 0])
        let next = try await todos().filter { !$0.isDone }
        #expect(next.count == 1 && next.first?.id != open.first?.id)
        #expect(try await take(("todo.txt", line), ("done.txt", archive)).map(\.unchanged) == [1, 3])
    }

    private static let head = "TYPE,CONTENT,PRIORITY,INDENT\n"
    private static let rows = head + "task,Call,4,1\ntask,Ask,4,2\n"

    @Test("projects of Todoist with the same tasks are two lists, each with its own")
    func projects() async throws {
        let files: (File, File) = (("Home [12].csv", Self.rows), ("Work [34].csv", Self.rows))
        #expect(try await take(files.0, files.1).map(\.added) == [2, 2])
        #expect(try await take(files.1, files.0).map(\.unchanged) == [2, 2])
        let parents = try await todos().filter { $0.title == "Call" }
        #expect(Set(parents.map { $0.list?.path }) == ["Home", "Work"])
        #expect(try await Set(todos().compactMap(\.parent)) == Set(parents.map(\.id)))
    }

    @Test("two files of Todoist that name no project are told apart too")
    func unnamed() async throws {
        #expect(try await take(("Home.csv", Self.rows), ("Work.csv", Self.rows)).map(\.added) == [2, 2])
        #expect(try await take(("Home.csv", Self.rows), ("Work.csv", Self.rows)).map(\.unchanged) == [2, 2])
    }

    @Test("what is done here goes out to todo.txt as the line that it was, and comes in again as the same to-do")
    func ownExport() async throws {
        let file: File = (
            "todo.txt",
            "Buy milk @shop\n(A) Call Mom @phone about +Family dinner due:2026-11-30\nTwice\nTwice\n2026-11-20 Rest\n"
        )
        #expect(try await take(file).map(\.added) == [5])
        let made = try await test.store.add("Made here", tags: ["shop"])
        let imported = try await todos()
        let last = try #require(imported.filter { $0.title == "Twice" }.max { $0.createdAt < $1.createdAt })
        let done = imported.filter { ["Buy milk", "Call Mom about dinner"].contains($0.title) } + [last]
        test.clock.advance(by: 60)
        try await test.store.complete(done.map(\.id))

        let written = Written()
        try await test.store.export(as: TodoTxtFormat(), timeZone: .gmt) { written.add($0) }
        let text = String(decoding: written.bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.contains("x 2026-11-21 Buy milk @shop"))
        #expect(lines.contains("x 2026-11-21 Call Mom @phone about +Family dinner due:2026-11-30 pri:A"))
        #expect(lines.contains("2026-11-20 Rest") && lines.contains { $0.hasSuffix(" id:\(made.id)") })
        test.clock.advance(by: 60)
        #expect(try await take(("todo.txt", text)).map(\.added) == [0])
        #expect(try await take(file).map(\.added) == [0])
        let open = try await todos().filter { !$0.isDone }
        #expect(open.map(\.title).sorted() == ["Made here", "Rest", "Twice"])
        #expect(!open.contains { $0.id == last.id })
    }
}
