import FirestoreWire
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

@Suite("The form of Firestore requests")
struct RequestFormTests {
    private let transport = StubTransport((.badRequest, errorBody(.invalidArgument)))
    private let schema: FirestoreSchema

    init() throws { schema = try FirestoreSchema() }

    private func sent(
        to url: String = "http://127.0.0.1:1", _ call: (FirestoreService) async throws -> Void
    ) async throws -> (request: HTTPRequest, body: String) {
        let service = FirestoreService(try database(at: url), transport: transport)
        _ = try await firestoreError { try await call(service) }
        let sent = try #require(transport.requests.all.last)
        #expect(sent.request.headerFields[.contentType] == "application/json")
        #expect(sent.request.headerFields[.authorization] == nil)
        return sent
    }

    private func expect(
        _ name: String, _ method: String, _ call: (FirestoreService) async throws -> Void
    ) async throws {
        let (request, body) = try await sent(call)
        #expect(request.method == .post)
        #expect(request.path == "/v1/projects/p/databases/(default)/documents:\(method)")
        #expect(schema.faults(in: try JSONValue(parsing: body), as: name).isEmpty)
    }

    @Test("each body is what Google's schema says")
    func bodies() async throws {
        let query = StructuredQuery(
            from: [CollectionSelector("c")], orderBy: [Order(.documentID)],
            startAt: QueryCursor([.reference("projects/p/databases/(default)/documents/c/1")], before: false), limit: 10
        )
        try await expect("RunQueryRequest", "runQuery") { _ = try await $0.runQuery(query) }
        try await expect("RunQueryRequest", "runQuery") { for try await _ in $0.stream(query) {} }
        try await expect("RunAggregationQueryRequest", "runAggregationQuery") {
            _ = try await $0.runAggregationQuery(StructuredAggregationQuery(query, [Aggregation(.count(), alias: "n")]))
        }
        try await expect("BatchGetDocumentsRequest", "batchGet") {
            _ = try await $0.batchGet([$0.first], mask: [FieldPath(["a"])])
        }
        try await expect("CommitRequest", "commit") {
            let document = Document(name: try $0.first.text, fields: ["a": 1])
            _ = try await $0.commit([Write(.update(document), currentDocument: .exists(false)), Write(.delete("x"))])
        }
        let patch = try await sent { _ = try await $0.patch($0.first, ["a": 1, "b": ["c": "x"]]) }
        #expect(schema.faults(in: try JSONValue(parsing: patch.body), as: "Document").isEmpty)
    }

    @Test("a query under a document names it in the URL")
    func parent() async throws {
        let query = StructuredQuery(from: [CollectionSelector("todos")])
        let (request, _) = try await sent {
            _ = try await $0.runQuery(query, under: $0.database.resource("users", "u:1"))
        }
        #expect(request.path == "/v1/projects/p/databases/(default)/documents/users/u%3A1:runQuery")
    }

    @Test("masks and preconditions stand in the query string, encoded")
    func queryStrings() async throws {
        let time = try #require(Timestamp("2026-11-20T16:02:45.698187Z"))
        let root = "/v1/projects/p/databases/(default)/documents"
        let patch = try await sent {
            _ = try await $0.patch(
                $0.database.resource("a:b", "ü"), [:], updating: [FieldPath(["s", "*"]), FieldPath(["t"])],
                if: .updateTime(time), returning: [.documentID])
        }
        #expect(
            patch.request.path == root + "/a%3Ab/%C3%BC?updateMask.fieldPaths=s.%60%2A%60&updateMask.fieldPaths=t"
                + "&mask.fieldPaths=__name__&currentDocument.updateTime=2026-11-20T16%3A02%3A45.698187Z")
        let create = try await sent { _ = try await $0.create([:], in: $0.collection, id: "x y") }
        #expect(create.request.path == root + "/c?documentId=x%20y")
        #expect(create.request.method == .post)
        let delete = try await sent { try await $0.delete($0.first, if: .exists(true)) }
        #expect(delete.request.path == root + "/c/1?currentDocument.exists=true")
        #expect(delete.request.method == .delete)
        #expect(delete.body.isEmpty)
        let get = try await sent {
            _ = try await $0.get($0.first, mask: [FieldPath(["a"])], consistency: .readTime(time))
        }
        #expect(get.request.path == root + "/c/1?mask.fieldPaths=a&readTime=2026-11-20T16%3A02%3A45.698187Z")
        #expect(get.request.method == .get)
    }

    @Test("the base URL may have a path, and keeps its port")
    func base() async throws {
        let (request, _) = try await sent(to: "https://example.org:8443/todo/") { _ = try await $0.getOne() }
        #expect(request.scheme == "https")
        #expect(request.authority == "example.org:8443")
        #expect(request.path == "/todo/v1/projects/p/databases/(default)/documents/c/1")
    }

    @Test("an endpoint that cannot be, or that others could read, is refused")
    func endpoints() throws {
        let malformed = [
            "", "example.org", "ftp://e.org", "https://user:pw@e.org", "https://e.org?x", "https://",
            "http://localhost:99999", "http://localhost:0",
        ]
        for url in malformed {
            #expect(throws: FirestoreDatabase.Invalid.malformedURL) { try database(at: url) }
        }
        for (typed, meant) in [
            ("localhost:8080", "http://localhost:8080"), ("127.0.0.1", "http://127.0.0.1"),
            ("[::1]:8080/todo", "http://[::1]:8080/todo"), ("todo.example.org", "https://todo.example.org"),
            ("todo.example.org:8443/x", "https://todo.example.org:8443/x"), ("", nil), ("https://", nil), ("a b", nil),
            ("user:pw@example.org", nil), ("ftp://example.org", nil), ("example.org?x", nil),
        ] {
            #expect(FirestoreDatabase.withScheme(typed) == meant, "\(typed)")
        }
        #expect(throws: FirestoreDatabase.Invalid.clearText) { try database(at: "http://example.org") }
        #expect(throws: FirestoreDatabase.Invalid.clearText) { try database(at: "http://localhost.example.org") }
        #expect(throws: FirestoreDatabase.Invalid.malformedName) { try FirestoreDatabase(projectID: "a/b") }
        for url in ["http://localhost", "http://localhost:8080", "http://[::1]:1"] { _ = try database(at: url) }
        let none = try FirestoreDatabase(emulatorOf: [:], projectID: "p")
        #expect(none == nil)
        let emulator = try FirestoreDatabase(emulatorOf: ["FIRESTORE_EMULATOR_HOST": "firestore:8080"], projectID: "p")
        let named = try FirestoreDatabase(projectID: "p", url: "http://firestore:8080", allowsClearText: true)
        #expect(emulator == named)
    }
}
