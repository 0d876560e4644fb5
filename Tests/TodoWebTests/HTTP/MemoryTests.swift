import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import WebService

@Suite("The memory of the pages")
struct MemoryTests {
    /// A field of the process in bytes; nil where the system does not say it.
    private static func bytes(_ field: String, of process: Int32) -> Int? {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }

    @Test(
        "many agendas at once take memory for what they show, however much is overdue",
        .enabled(if: bytes("VmHWM", of: getpid()) != nil, "this system does not say what a process uses"))
    func agendas() async throws {
        let folder = try TemporaryFolder()
        let store = try TodoStore(.init(storage: .onDisk(path: folder.file())))
        _ = try await store.todos.create(
            (0..<8000).map { Todo(title: "Number \($0)", due: try .day(2020, 1, 1 + $0 % 28)) })
        let program = try Program("todo-web", ["--port", "0", "--no-open"], database: folder.file())
        let link = try await program.line()
        let cookie = try #require(try await get(link).fields[.setCookie]?.prefix { $0 != ";" })
        let home = link.components(separatedBy: "/in/")[0]
        /// Asks for a page from many clients at once.
        /// - Returns: the greatest memory of the server so far.
        func peak(_ path: String) async throws -> Int {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await get(home + path, cookie: String(cookie)).status } }
                for try await status in group { #expect(status == 200) }
            }
            return try #require(Self.bytes("VmHWM", of: program.process.processIdentifier))
        }
        // This makes everything that the server has once for all pages.
        _ = try await get(home + "/inbox", cookie: String(cookie))
        let before = try await peak("/inbox")
        let grown = try await peak("/") - before
        // One agenda with models of all that is overdue would take 130 MiB.
        #expect(grown < 24 << 20, "eight agendas took \(grown >> 20) MiB")
        #expect(try await program.stop() == 0)
    }

    #if canImport(Glibc)
        @Test("what was freed is given back after long work")
        func givenBack() async throws {
            @Sendable func used() throws -> Int { try #require(Self.bytes("VmRSS", of: getpid())) }
            let (count, size) = (50_000, 4000)
            let blocks = (0..<count).map { _ in
                let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
                block.initializeMemory(as: UInt8.self, repeating: 1, count: size)
                return block
            }
            let full = try used()
            // The last one keeps the heap from shrinking by itself.
            for block in blocks.dropLast() { block.deallocate() }
            defer { blocks.last?.deallocate() }
            #expect(try full - used() < count * size / 2, "the heap shrank by itself, so this shows nothing")
            await MemoryReturn().after { try? await Task.sleep(for: .milliseconds(350)) }
            let isGivenBack = await eventually { (try? full - used()).map { $0 > count * size / 2 } ?? false }
            #expect(isGivenBack)
        }
    #endif
}
