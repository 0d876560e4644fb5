import Foundation
import Testing
import TodoDomain
import TodoFormats

@Suite struct JSONRoundTripTests {
    @Test(
        "export and import give the same models, ids and times, whatever they hold",
        arguments: ["json", "ndjson"], [1, 2, 3] as [UInt64])
    func roundTrip(name: String, seed: UInt64) throws {
        print("round trip of \(name) with seed \(seed)")
        let format = try #require(TodoFormats.writable(named: name))
        var models = HostileModels(seed: seed)
        var tags: [Tag] = []
        for _ in 0..<20 {
            let tag = models.tag()
            if !tags.contains(where: { $0.id == tag.id }) { tags.append(tag) }
        }
        var locations: [Location] = []
        for _ in 0..<10 { locations.append(try models.location()) }
        var todos: [Todo] = []
        for _ in 0..<200 { todos.append(models.todo(tags: tags, locations: locations)) }

        let bytes = export(todos, tags: tags, locations: locations, as: format)
        let expected =
            tags.map(ImportItem.tag) + locations.map(ImportItem.location)
            + todos.map { ImportItem.todo($0, modifiedAt: $0.updatedAt) }
        for chunkSize in [17, ByteSource.chunkSize] {
            let items = try items(of: bytes, as: format, chunkSize: chunkSize)
            #expect(items == expected)
        }
    }

    @Test("a JSON document has the lists, empty ones too; ndjson has their paths in the lines of to-dos")
    func lists() throws {
        let work = TodoList(id: try #require(TodoList.ID("w1")), title: "Work", color: "red", createdAt: context.now)
        let bytes = export([], lists: [work], as: JSONFormat())
        #expect(
            text(bytes).contains(
                #"{"id":"w1","title":"Work","path":"Work","color":"red","parent":null,"archived":false,"#))
        #expect(try items(of: bytes, as: JSONFormat()) == [.list(work)])
        let nested = #"{"id":"r1","title":"Reports","path":"Work/Reports","parent":"w1","archived":true}"#
        guard case .list(let list)? = try items(of: Array(#"{"lists":[\#(nested)]}"#.utf8), as: JSONFormat()).first
        else {
            Issue.record("no list was read")
            return
        }
        #expect(list.path == "Work/Reports" && list.parent == work.id && list.isArchived)
        #expect(export([], lists: [work], as: NDJSONFormat()).isEmpty)
        for bad in [
            #"{"id":"r1"}"#, #"{"title":"a/b"}"#, #"{"title":"a","parent":"?"}"#, #"{"title":"a","archived":1}"#,
        ] {
            #expect(throws: TodoError.self) { try items(of: Array(#"{"lists":[\#(bad)]}"#.utf8), as: JSONFormat()) }
        }
    }

    @Test("an empty export is a document that imports nothing", arguments: ["json", "ndjson"])
    func empty(name: String) throws {
        let format = try #require(TodoFormats.writable(named: name))
        #expect(try items(of: export([], as: format), as: format).isEmpty)
    }

    @Test("the JSON document has one record per line, and its arrays in order")
    func document() throws {
        let tag = Tag(id: try #require(Tag.ID("t1")), title: "home", createdAt: context.now)
        let lines = text(export([], tags: [tag], as: JSONFormat())).split(separator: "\n")
        #expect(
            lines == [
                #"{"format":"todo","version":1,"#, #""tags":["#,
                #"{"id":"t1","title":"home","color":null,"createdAt":"2026-11-20T12:00:00.000Z","#
                    + #""updatedAt":"2026-11-20T12:00:00.000Z"}"#,
                "],", #""locations":["#, "],", #""lists":["#, "],", #""views":["#, "],", #""todos":["#, "]}",
            ])
    }
}
