import FirestoreWire
import JSON
import Testing

@Suite("The bodies of the sync protocol")
struct ExactBodyTests {
    private let user = "projects/P/databases/(default)/documents/users/U"

    @Test("a pull page")
    func pullPage() throws {
        let request = RunQueryRequest(
            StructuredQuery(
                from: [CollectionSelector("todos")], orderBy: [Order(Samples.path("seq")), Order(.documentID)],
                startAt: QueryCursor([38, .reference(user + "/todos/9f2c")], before: false), limit: 1000))
        expect(
            request,
            """
            {"structuredQuery":{"from":[{"collectionId":"todos"}],\
            "orderBy":[{"field":{"fieldPath":"seq"},"direction":"ASCENDING"},\
            {"field":{"fieldPath":"__name__"},"direction":"ASCENDING"}],\
            "startAt":{"values":[{"integerValue":"38"},\
            {"referenceValue":"projects/P/databases/(default)/documents/users/U/todos/9f2c"}],"before":false},\
            "limit":1000}}
            """)
    }

    @Test("the first page of a delta")
    func firstPage() throws {
        let request = RunQueryRequest(
            StructuredQuery(
                from: [CollectionSelector("todos")], where: .field(Samples.path("seq"), .greaterThan, 38), limit: 1000))
        expect(
            request,
            """
            {"structuredQuery":{"from":[{"collectionId":"todos"}],\
            "where":{"fieldFilter":{"field":{"fieldPath":"seq"},"op":"GREATER_THAN","value":{"integerValue":"38"}}},\
            "limit":1000}}
            """)
    }

    @Test("a push")
    func push() throws {
        let head = Document(
            name: user + "/sync/head", fields: ["seq": 42, "last": ["todos": 42], "ring": ["41:d27a", "42:9b01"]])
        let todo = Document(
            name: user + "/todos/9f2c", fields: ["seq": 42, "title": "buy milk", "s": ["title": "1m8q"]])
        let request = CommitRequest([
            Write(
                .update(head, mask: [Samples.path("seq"), Samples.path("last", "todos"), Samples.path("ring")]),
                currentDocument: .updateTime(Samples.time)),
            Write(.update(todo, mask: [Samples.path("seq"), Samples.path("title"), Samples.path("s", "*")])),
        ])
        expect(
            request,
            """
            {"writes":[{"update":{"name":"projects/P/databases/(default)/documents/users/U/sync/head",\
            "fields":{"last":{"mapValue":{"fields":{"todos":{"integerValue":"42"}}}},\
            "ring":{"arrayValue":{"values":[{"stringValue":"41:d27a"},{"stringValue":"42:9b01"}]}},\
            "seq":{"integerValue":"42"}}},\
            "updateMask":{"fieldPaths":["seq","last.todos","ring"]},\
            "currentDocument":{"updateTime":"2026-11-20T16:02:45.698187Z"}},\
            {"update":{"name":"projects/P/databases/(default)/documents/users/U/todos/9f2c",\
            "fields":{"s":{"mapValue":{"fields":{"title":{"stringValue":"1m8q"}}}},\
            "seq":{"integerValue":"42"},"title":{"stringValue":"buy milk"}}},\
            "updateMask":{"fieldPaths":["seq","title","s.`*`"]}}]}
            """)
    }

    private func expect(_ message: some WireCodable, _ text: String, at location: SourceLocation = #_sourceLocation) {
        #expect(String(decoding: message.json, as: UTF8.self) == text, sourceLocation: location)
    }
}
