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
        let parameters = try DocumentParameters(queryItems: [
            ("documentId", "é"), ("mask.fieldPaths", "a"), ("mask.fieldPaths", "`b c`.d"),
            ("update_mask.field_paths", "e"), ("currentDocument.exists", "true"), ("$alt", "json"), ("key", "x"),
        ])
        #expect(parameters.documentID == "é" && parameters.currentDocument == .exists(true))
        #expect(try parameters.mask == DocumentMask([FieldPath(["a"]), FieldPath(["b c", "d"])]))
        #expect(try parameters.updateMask == DocumentMask([FieldPath(["e"])]))
        let bad: [[(String, String)]] = [
            [("mask.fieldPaths", "a-b")], [("updateMask.fieldPaths", "")], [("currentDocument.exists", "maybe")],
            [("currentDocument.updateTime", "yesterday")], [("transaction", "!")], [("readTime", "x")],
            [("currentDocument.exists", "true"), ("currentDocument.updateTime", "2020-01-01T00:00:00Z")],
        ]
        for items in bad {
            let error = try #require(throws: Status.self) { try DocumentParameters(queryItems: items) }
            #expect(error.code == .invalidArgument, "\(items)")
        }
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
