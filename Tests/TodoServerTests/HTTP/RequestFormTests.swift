import FirestoreWire
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    /// SYNC.md, section 7, from the server's side.
    @Suite("the forms of requests and answers")
    struct RequestForms {
        private let root = Endpoint.documents

        @Test("an id is what its escapes say, segment by segment")
        func percentEncoding() async throws {
            try await RunningServer.with { server in
                let odd = "/v1/projects/p/databases/%28default%29/documents/users/%C3%A9%3A1/todos/a%20b%25"
                let made = try await server.endpoint.send(.patch, odd, #"{"fields":{"a":{"integerValue":"1"}}}"#)
                #expect(made.json["name"] == "projects/p/databases/(default)/documents/users/é:1/todos/a b%")
                #expect(try await server.endpoint.send(.get, odd).json == made.json)
                for path in ["/c/a%2Fb", "/c/%2E%2E", "/c/%ff", "/c/%", "/c/%zz", "/c//a", "/c/a/"] {
                    #expect(try await server.endpoint.send(.get, root + path).error == "INVALID_ARGUMENT", "\(path)")
                }
                // No path leads out of the database's own names.
                for path in [
                    "/v1/projects/p/databases/(default)/documents/../x/y", "/v1/../etc", "/", "/v2/x", "/v1",
                ] {
                    let reply = try await server.endpoint.send(.get, path)
                    #expect([400, 404].contains(reply.status), "\(path)")
                }
            }
        }

        @Test("what Google's clients put into URLs, content types and enums is taken")
        func oddForms() async throws {
            try await RunningServer.with { server in
                let body = """
                    {"writes":[{"update":{"name":"projects/p/databases/(default)/documents/c/a","fields":{
                    "n":{"nullValue":0},"t":{"timestampValue":"2020-01-01T00:00:00.123456789Z"},"i":{"integerValue":7}}}}]}
                    """
                let path = "\(root):commit?%24alt=json%3Benum-encoding%3Dint&$prettyPrint=false&key=x"
                let reply = try await server.endpoint.send(.post, path, body, contentType: "text/plain")
                #expect(reply.status == 200)
                let document = try await server.endpoint.send(.get, "\(root)/c/a?$alt=json;enum-encoding=int")
                #expect(
                    document.json["fields"] == [
                        "n": ["nullValue": .null], "t": ["timestampValue": "2020-01-01T00:00:00.123456Z"],
                        "i": ["integerValue": "7"],
                    ])
                let query = """
                    {"structuredQuery":{"from":[{"collectionId":"c"}],"where":{"fieldFilter":{"field":{"fieldPath":"i"},
                    "op":5,"value":{"integerValue":"7"}}},"orderBy":[{"field":{"fieldPath":"i"},"direction":2}]}}
                    """
                let found = try await server.endpoint.send(.post, "\(root):runQuery", query)
                #expect(found.json.elements?.count == 1)
            }
        }

        @Test("a misspelt parameter is refused and nothing is written")
        func unknownParameters() async throws {
            try await RunningServer.with { server in
                let path = "\(root)/c/a"
                _ = try await server.endpoint.send(.patch, path, #"{"fields":{"a":{"integerValue":"1"}}}"#)
                for name in ["updatemask.fieldPaths", "updateMask", "updateMask.fieldPaths%5B%5D", "mask", "x"] {
                    let reply = try await server.endpoint.send(.patch, "\(path)?\(name)=b", #"{"fields":{}}"#)
                    #expect(reply.error == "INVALID_ARGUMENT", "\(name)")
                }
                let deleted = try await server.endpoint.send(.delete, "\(path)?currentdocument.exists=false")
                #expect(deleted.error == "INVALID_ARGUMENT")
                #expect(try await server.endpoint.send(.post, "\(root):commit?writes=1", "{}").status == 400)
                let kept = try await server.endpoint.send(.get, "\(path)?alt=json&key=x&$alt=json")
                #expect(kept.json["fields"] == ["a": ["integerValue": "1"]])
            }
        }

        @Test("a method of Google's that there is not is named; what is nobody's is not found")
        func unsupportedMethods() async throws {
            let database = "/v1/projects/p/databases/(default)"
            let methods: [(HTTPRequest.Method, String, String)] = [
                (.post, "\(root):listen", "databases.documents.listen"),
                (.post, "\(root):write", "databases.documents.write"),
                (.post, "\(root):partitionQuery", "databases.documents.partitionQuery"),
                (.post, "\(root)/c/a:partitionQuery", "databases.documents.partitionQuery"),
                (.post, "\(root):executePipeline", "databases.documents.executePipeline"),
                (.post, "\(database):exportDocuments", "databases.exportDocuments"),
                (.get, database, "databases.get"), (.get, "/v1/projects/p/databases", "databases.list"),
                (.post, "\(database)/collectionGroups/c/indexes", "databases.collectionGroups.indexes.create"),
                (.patch, "\(database)/collectionGroups/c/fields/f", "databases.collectionGroups.fields.patch"),
                (.post, "\(database)/operations/o:cancel", "databases.operations.cancel"),
                (.get, "/v1/projects/p/locations", "locations.list"),
            ]
            try await RunningServer.with { server in
                for (method, path, name) in methods {
                    let reply = try await server.endpoint.send(method, path, method == .get ? nil : "{}")
                    #expect(reply.status == 501 && reply.error == "UNIMPLEMENTED", "\(path): \(reply.text)")
                    #expect(reply.text.contains(" firestore.projects.\(name)."), "\(path): \(reply.text)")
                }
                let channel = "/google.firestore.v1.Firestore/Listen/channel?VER=8"
                let reply = try await server.endpoint.send(.post, channel, "count=0")
                #expect(reply.status == 501 && reply.text.contains("google.firestore.v1.Firestore/Listen"))
                for path in ["\(root):unknown", "\(database)/unknown", "/v1/projects/p/unknown/x", "/google.other/A"] {
                    #expect(try await server.endpoint.send(.post, path, "{}").status == 404, "\(path)")
                }
            }
        }

        @Test("vector search is named as what there is not, and a limit in a wrapper is refused, as by the emulator")
        func queryParts() async throws {
            try await RunningServer.with { server in
                func ask(_ part: String, _ value: JSONValue) async throws -> Endpoint.Reply {
                    let query: JSONValue = .object(["from": [["collectionId": "c"]], part: value])
                    return try await server.endpoint.call("runQuery", ["structuredQuery": query])
                }
                let nearest = try await ask("findNearest", ["vectorField": ["fieldPath": "v"], "limit": 1])
                #expect(
                    nearest.status == 501 && nearest.error == "UNIMPLEMENTED" && nearest.text.contains("findNearest"))
                #expect(try await ask("limit", ["value": 2]).error == "INVALID_ARGUMENT")
                #expect(try await ask("limit", "2").status == 200)
            }
        }

        @Test("an answer that is an array ends with its bracket; a document without fields has no member fields")
        func framing() async throws {
            try await RunningServer.with { server in
                _ = try await server.endpoint.send(.patch, "\(root)/c/empty", "{}")
                let found = try await server.endpoint.call(
                    "runQuery", ["structuredQuery": ["from": [["collectionId": "c"]]]])
                #expect(found.text.hasPrefix("[{") && found.text.hasSuffix("}]"))
                #expect(found.json.elements?.first?["document"]?["fields"] == nil)
                let none = try await server.endpoint.call(
                    "runQuery", ["structuredQuery": ["from": [["collectionId": "none"]]]])
                #expect(none.json.elements?.count == 1)
                #expect(none.json.elements?.first?["document"] == nil && none.json.elements?.first?["readTime"] != nil)
                #expect(try await server.endpoint.call("batchGet", [:]).text == "[]")
                _ = try await server.endpoint.send(.patch, "\(root)/c/second", "{}")
                let rest = try await server.endpoint.call(
                    "runQuery", ["structuredQuery": ["from": [["collectionId": "c"]], "offset": 1]])
                #expect(rest.json.elements?.count == 1)
                #expect(rest.json.elements?.first?["skippedResults"] == 1)
            }
        }

        @Test("a large answer arrives whole, also to a client that reads slowly")
        func largeAnswer() async throws {
            try await RunningServer.with { server in
                let text = String(repeating: "é", count: 20_000)
                for page in 0..<5 {
                    let writes = (0..<50).map { index in
                        Write(
                            .update(
                                Document(
                                    name: "projects/p/databases/(default)/documents/c/\(page)-\(index)",
                                    fields: ["text": .string(text)])))
                    }
                    _ = try await server.service.commit(writes)
                }
                let (response, stream) = try await server.endpoint.transport.send(
                    {
                        var request = HTTPRequest(
                            method: .post, scheme: "http", authority: server.endpoint.authority,
                            path: "\(root):runQuery")
                        request.headerFields[.contentType] = "application/json"
                        return request
                    }(), body: .init(#"{"structuredQuery":{"from":[{"collectionId":"c"}]}}"#), options: .init())
                #expect(response.status == .ok)
                var bytes: [UInt8] = []
                for try await chunk in stream {
                    bytes += chunk
                    if bytes.count % 7 == 0 { try await Task.sleep(for: .milliseconds(2)) }
                }
                let documents = try JSONValue(parsing: bytes).elements ?? []
                #expect(documents.count == 250)
                #expect(documents.allSatisfy { $0["document"]?["fields"]?["text"]?["stringValue"]?.string == text })
            }
        }
    }
}
