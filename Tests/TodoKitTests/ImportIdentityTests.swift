import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("Records of files without an id")
struct ImportIdentityTests {
    /// A store into which texts are imported.
    private struct World {
        let test: TestStore

        init() throws { test = try TestStore(.serial) }

        @discardableResult
        func take(_ text: String, as name: String) async throws -> ImportReport {
            let format = try #require(TodoFormats.writable(named: name))
            return try await test.store.importItems {
                format.makeReader(ByteSource(text.utf8), context: ImportContext(now: ManualClock().now, timeZone: .gmt))
            }
        }

        /// The values of one imported property.
        func values(of key: String) async throws -> [String] {
            try await test.store.todos.fetch(.all, source: .local).items.compactMap { $0.extras[key]?.string }.sorted()
        }
    }

    @Test(
        "alike but for what no to-do has, both come, from one file or from two, and again none comes",
        arguments: [
            ("csv", "title,client\nCall,home\n", "title,client\nCall,work\nCall,home\n", "csv.client"),
            (
                "ndjson", #"{"title":"Call","client":"home"}"#,
                "{\"title\":\"Call\",\"client\":\"work\"}\n{\"title\":\"Call\",\"client\":\"home\"}", "json.client"
            ),
        ])
    func bothCome(name: String, first: String, second: String, key: String) async throws {
        let world = try World()
        #expect(try await world.take(first, as: name).added == 1)
        let report = try await world.take(second, as: name)
        #expect(report.added == 1 && report.unchanged == 1)
        #expect(try await world.values(of: key) == ["home", "work"])
        #expect(try await world.take(second, as: name).unchanged == 2)
    }

    @Test("the comments that a file without ids has since are those of the to-do that is known")
    func laterComments() async throws {
        let world = try World()
        try await world.take("title\nCall\n", as: "csv")
        let comments = #"[{""at"":""2026-11-20T10:00:00.000Z"",""text"":""Nobody""}]"#
        let file = "title,comments\nCall,\"\(comments)\"\n"
        let report = try await world.take(file, as: "csv")
        #expect(report.added == 0 && report.updated == 1)
        let todos = try await world.test.store.todos.fetch(.all, source: .local).items
        #expect(todos.map { $0.comments.map(\.text) } == [["Nobody"]])
        #expect(try await world.take(file, as: "csv").unchanged == 1)
    }
}
