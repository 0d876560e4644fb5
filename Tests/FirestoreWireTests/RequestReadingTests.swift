import FirestoreWire
import TestSupport
import Testing

@Suite("reading requests as a server")
struct RequestReadingTests {
    private func read<Message: WireCodable>(_ text: String, as _: Message.Type) throws -> Message {
        try Array(text.utf8).withUnsafeBufferPointer { try Message(request: $0) }
    }

    @Test("a misspelt member is refused in a request at any depth, and passed over in a reply")
    func unknownMembers() throws {
        let texts = [
            #"{"writes":[],"unknown":1}"#, #"{"writes":[{"delete":"x","updatemask":{}}]}"#,
            #"{"writes":[{"update":{"name":"x","fields":{"a":{"mapValue":{"field":{}}}}}}]}"#,
            #"{"writes":[{"update":{"name":"x"},"currentDocument":{"exist":true}}]}"#,
        ]
        for text in texts {
            let error = try #require(throws: Status.self) { try read(text, as: CommitRequest.self) }
            #expect(error.code == .invalidArgument, "\(text)")
        }
        #expect(
            try CommitResponse(json: Array(#"{"unknown":{"a":[1]},"writeResults":[{"b":1}]}"#.utf8)).writeResults.count
                == 1)
    }

    @Test("whatever cannot be read is the client's fault, also an error in the place of a message")
    func faults() throws {
        for text in ["", "[", "[]", "{", #"{"name":1}"#, #"{"error":{"code":500,"status":"INTERNAL"}}"#, "{}{}"] {
            let error = try #require(throws: Status.self) { try read(text, as: Document.self) }
            #expect(error.code == .invalidArgument && error.details.isEmpty, "\(text)")
        }
    }

    @Test("the parameters of a document's URL are read, and what cannot be is named")
    func parameters() throws {
        let created = try DocumentParameters(
            of: .create, queryItems: [("documentId", "é"), ("mask.fieldPaths", "a"), ("mask.fieldPaths", "`b c`.d")])
        #expect(created.documentID == "é")
        #expect(try created.mask == DocumentMask([FieldPath(["a"]), FieldPath(["b c", "d"])]))
        let parameters = try DocumentParameters(
            of: .patch,
            queryItems: [
                ("update_mask.field_paths", "e"), ("currentDocument.exists", "true"), ("$alt", "json"), ("key", "x"),
            ])
        #expect(parameters.currentDocument == .exists(true))
        #expect(try parameters.updateMask == DocumentMask([FieldPath(["e"])]))
        let bad: [(DocumentParameters.Request, [(String, String)])] = [
            (.patch, [("mask.fieldPaths", "a-b")]), (.patch, [("updateMask.fieldPaths", "")]),
            (.delete, [("currentDocument.exists", "maybe")]), (.delete, [("currentDocument.updateTime", "yesterday")]),
            (.get, [("transaction", "!")]), (.get, [("readTime", "x")]),
            (.patch, [("currentDocument.exists", "true"), ("currentDocument.updateTime", "2020-01-01T00:00:00Z")]),
        ]
        for (request, items) in bad {
            let error = try #require(throws: Status.self) { try DocumentParameters(of: request, queryItems: items) }
            #expect(error.code == .invalidArgument, "\(items)")
        }
    }

    @Test("a parameter that a request does not have is refused: passed over, it would replace a whole document")
    func unknownParameters() throws {
        let unknown: [(DocumentParameters.Request, String)] = [
            (.patch, "updatemask.fieldPaths"), (.patch, "updateMask.fieldpaths"), (.patch, "updateMask"),
            (.patch, "updateMask.fieldPaths[]"), (.patch, "currentDocument.exist"), (.patch, "documentId"),
            (.patch, "x"), (.get, "updateMask.fieldPaths"), (.get, "readtime"), (.create, "documentid"),
            (.delete, "currentdocument.exists"), (.delete, "mask.fieldPaths"),
        ]
        for (request, name) in unknown {
            #expect(throws: Status(.invalidArgument, "The request has no parameter '\(name)'.")) {
                try DocumentParameters(of: request, queryItems: [(name, "a")])
            }
        }
        let everywhere = [
            "$.xgafv", "access_token", "alt", "callback", "fields", "key", "oauth_token", "prettyPrint", "quotaUser",
            "uploadType", "upload_protocol", "$alt", "$httpHeaders",
        ]
        for request in [.get, .create, .patch, .delete] as [DocumentParameters.Request] {
            let read = try DocumentParameters(of: request, queryItems: everywhere.map { ($0, "1") })
            #expect(try read == DocumentParameters(of: request, queryItems: [] as [(String, String)]))
        }
    }

    @Test("a verify, which the discovery document lacks, is a write like the others")
    func verify() throws {
        let text = #"{"verify":"projects/p/databases/d/documents/c/a","currentDocument":{"exists":false}}"#
        let write = try read(text, as: Write.self)
        #expect(write == Write(.verify("projects/p/databases/d/documents/c/a"), currentDocument: .exists(false)))
        #expect(write.documentName.hasSuffix("/c/a") && String(decoding: write.json, as: UTF8.self) == text)
        for text in [
            #"{"verify":"a","delete":"a"}"#, #"{"verify":"a","updateMask":{}}"#, #"{"verify":1}"#,
            #"{"verify":"a","updateTransforms":[{"fieldPath":"a","increment":{"integerValue":"1"}}]}"#,
        ] {
            #expect(throws: Status.self, "\(text)") { try read(text, as: Write.self) }
        }
    }

    @Test("a transaction that a read begins only reads where it does not say what it is; one that is begun writes too")
    func newTransactions() throws {
        let inRead = try read(#"{"documents":[],"newTransaction":{}}"#, as: BatchGetDocumentsRequest.self)
        #expect(inRead.consistency == .newTransaction(.readOnly()))
        let writing = try read(#"{"newTransaction":{"readWrite":{}}}"#, as: BatchGetDocumentsRequest.self)
        #expect(writing.consistency == .newTransaction(.readWrite()))
        #expect(try read(#"{"options":{}}"#, as: BeginTransactionRequest.self).options == .readWrite())
    }

    @Test("a transaction without an id is one that does not exist, but null is none")
    func emptyTransactions() throws {
        let empty = try read(#"{"documents":[],"transaction":""}"#, as: BatchGetDocumentsRequest.self)
        #expect(empty.consistency == .transaction([]))
        let null = try read(#"{"documents":[],"transaction":null}"#, as: BatchGetDocumentsRequest.self)
        #expect(null.consistency == nil)
    }

    @Test("what is asked about the plan of a query is read and passed over")
    func explainOptions() throws {
        let text = #"{"structuredQuery":{},"explainOptions":{"analyze":true}}"#
        #expect(try read(text, as: RunQueryRequest.self) == RunQueryRequest(StructuredQuery(from: [])))
        let wrong = #"{"structuredQuery":{},"explainOptions":{"analyse":true}}"#
        #expect(throws: Status.self) { try read(wrong, as: RunQueryRequest.self) }
    }

    @Test("microseconds count onwards, also before 1970")
    func microseconds() throws {
        for microseconds in [0, 1, -1, 999_999, 1_000_000, -1_000_000, -1_000_001, 1_795_237_779_891_146] as [Int64] {
            let time = try #require(Timestamp(microseconds: microseconds))
            #expect(time.microseconds == microseconds)
            #expect(Timestamp(time.text) == time)
        }
        #expect(Timestamp(microseconds: .max) == nil && Timestamp(microseconds: .min) == nil)
    }

    @Test("a mask takes what it leads to, within the maps that hold it")
    func masked() throws {
        let fields: Fields = ["a": ["x": 1, "y": 2], "b": 3, "c": [1]]
        let mask = FieldPathSet(try [FieldPath(["a", "y"]), FieldPath(["c"]), FieldPath(["none"])])
        #expect(mask.masked(fields) == ["a": ["y": 2], "c": [1]])
        #expect(FieldPathSet([]).masked(fields) == [:])
    }

    @Test("no path leads into a vector, and what is written into one replaces it")
    func vectors() throws {
        let vector: Value = ["__type__": "__vector__", "value": [1.0, 2.0]]
        let fields: Fields = ["v": vector]
        let inside = try FieldPath(["v", "value"])
        #expect(fields[inside] == nil)
        #expect(FieldPathSet([inside]).masked(fields) == [:])
        #expect(FieldPathSet([try FieldPath(["v"])]).masked(fields) == fields)
        var edited = fields
        edited[inside] = 1
        #expect(edited == ["v": ["value": 1]])
        var merged = fields
        FieldPathSet([try FieldPath(["v", "x"])]).copy(from: ["v": ["x": 2]], to: &merged)
        #expect(merged == ["v": ["x": 2]])
    }

    @Test("parts that take far more memory than their text are counted while a request is read")
    func parts() throws {
        func read(_ writes: Int, _ paths: Int) throws -> CommitRequest {
            let mask = [String](repeating: #""a""#, count: paths).joined(separator: ",")
            let write = #"{"update":{"name":"n"},"updateMask":{"fieldPaths":[\#(mask)]}}"#
            let text = #"{"writes":[\#([String](repeating: write, count: writes).joined(separator: ","))]}"#
            return try Array(text.utf8).withUnsafeBufferPointer { try CommitRequest(request: $0) }
        }
        #expect(try read(2, 20_000).writes.count == 2)
        #expect(throws: Status.self) { try read(1, 20_001) }
        #expect(throws: Status.self) { try read(3, 20_000) }
    }
}
