import FirestoreWire
import JSON
import Testing

@Suite("Reading values")
struct ValueReadingTests {
    @Test(
        "every form that a value may come in is read",
        arguments: [
            (#"{"integerValue":"42"}"#, 42), (#"{"integerValue":42}"#, 42), (#"{"integerValue":4.2e1}"#, 42),
            (#"{"integerValue":"1.0"}"#, 1), (#"{"integerValue":"1e2"}"#, 100),
            (#"{"integerValue":"-9223372036854775808"}"#, .integer(.min)),
            (#"{"integerValue":9223372036854775807}"#, .integer(.max)), (#"{"integer_value":"007"}"#, 7),
            (#"{"nullValue":null}"#, .null), (#"{"nullValue":0}"#, .null), (#"{"nullValue":"NULL_VALUE"}"#, .null),
            (#"{"null_value":null}"#, .null), (#"{"arrayValue":{}}"#, []), (#"{"arrayValue":{"values":[]}}"#, []),
            (#"{"arrayValue":{"values":null}}"#, []), (#"{"mapValue":{}}"#, [:]), (#"{"mapValue":{"fields":{}}}"#, [:]),
            (#"{"doubleValue":1}"#, 1.0), (#"{"doubleValue":-0}"#, .double(-0.0)), (#"{"doubleValue":"1.5"}"#, 1.5),
            (#"{"doubleValue":"NaN"}"#, .double(.nan)), (#"{"doubleValue":"Infinity"}"#, .double(.infinity)),
            (#"{"doubleValue":"-Infinity"}"#, .double(-.infinity)),
            (#"{"doubleValue":9007199254740993}"#, .double(9_007_199_254_740_992)),
            (#"{"bytesValue":"AQI="}"#, .bytes([1, 2])), (#"{"bytesValue":"AQI"}"#, .bytes([1, 2])),
            (#"{"bytesValue":"_-8"}"#, .bytes([0xFF, 0xEF])), (#"{"bytesValue":"/+8="}"#, .bytes([0xFF, 0xEF])),
            (#"{"bytesValue":""}"#, .bytes([])),
            (#"{"geoPointValue":{}}"#, .geoPoint(.init(latitude: 0, longitude: 0))),
            (#"{"geoPointValue":{"longitude":2}}"#, .geoPoint(.init(latitude: 0, longitude: 2))),
            (
                #"{"geo_point_value":{"latitude":-90,"longitude":"180"}}"#,
                .geoPoint(.init(latitude: -90, longitude: 180))
            ),
            (#"{"unknown":[{}],"stringValue":"x"}"#, "x"), (#"{"stringValue":"x","integerValue":null}"#, "x"),
            (#" { "booleanValue" : true } "#, true), (#"{"string\u0056alue":"x"}"#, "x"),
        ] as [(String, Value)])
    func forms(text: String, expected: Value) throws {
        #expect(try Value(json: text.utf8) == expected)
    }

    @Test(
        "what is no value is refused",
        arguments: [
            "{}", "1", "null", #"{"unknown":1}"#, #"{"stringValue":null}"#, #"{"stringValue":1}"#,
            #"{"stringValue":"a","integerValue":"1"}"#, #"{"stringValue":"a","stringValue":"a"}"#,
            #"{"integerValue":""}"#, #"{"integerValue":"-"}"#, #"{"integerValue":"1.5"}"#, #"{"integerValue":1.5}"#,
            #"{"integerValue":" 1"}"#, #"{"integerValue":"1 "}"#, #"{"doubleValue":" 1.5"}"#,
            #"{"integerValue":-9223372036854775809}"#, #"{"integerValue":"+1"}"#, #"{"integerValue":"0x1"}"#,
            #"{"integerValue":"9223372036854775808"}"#, #"{"integerValue":"-9223372036854775809"}"#,
            #"{"integerValue":true}"#, #"{"nullValue":1}"#, #"{"nullValue":"null"}"#, #"{"nullValue":{}}"#,
            #"{"booleanValue":"true"}"#, #"{"booleanValue":1}"#, #"{"doubleValue":"inf"}"#, #"{"doubleValue":"0x1p3"}"#,
            #"{"doubleValue":"nan"}"#, #"{"doubleValue":""}"#, #"{"doubleValue":true}"#, #"{"bytesValue":"A"}"#,
            #"{"bytesValue":"AQ="}"#, #"{"bytesValue":"AQ==="}"#, #"{"bytesValue":"A Q="}"#, #"{"bytesValue":"====" }"#,
            #"{"timestampValue":"yesterday"}"#, #"{"timestampValue":1}"#, #"{"arrayValue":[]}"#,
            #"{"arrayValue":{"values":[{}]}}"#, #"{"mapValue":{"fields":{"a":{},"b":{}}}}"#,
            #"{"mapValue":{"fields":[]}}"#,
            #"{"mapValue":{"fields":{"a":{"nullValue":null},"b":{"nullValue":null},"a":{"nullValue":null}}}}"#,
            #"{"geoPointValue":{"latitude":90.1}}"#, #"{"geoPointValue":{"longitude":"NaN"}}"#,
            #"{"functionValue":{"name":"now"}}"#,
        ])
    func refused(text: String) {
        #expect(throws: WireError.self) { try Value(json: text.utf8) }
    }

    @Test("a document without fields has none, and no such member when it is written")
    func noFields() throws {
        let document = try Document(json: #"{"name":"n"}"#.utf8)
        #expect(document.fields.isEmpty)
        #expect(String(decoding: document.json, as: UTF8.self) == #"{"name":"n"}"#)
    }

    @Test("values are written as Google writes them")
    func writing() {
        let expected: [(Value, String)] = [
            (.null, #"{"nullValue":null}"#), (7, #"{"integerValue":"7"}"#), ([], #"{"arrayValue":{}}"#),
            ([:], #"{"mapValue":{}}"#), (.double(.nan), #"{"doubleValue":"NaN"}"#),
            (.double(-.infinity), #"{"doubleValue":"-Infinity"}"#), (.bytes([0xFF, 0xEF]), #"{"bytesValue":"/+8="}"#),
            (.integer(.min), #"{"integerValue":"-9223372036854775808"}"#),
        ]
        for (value, text) in expected { #expect(String(decoding: value.json, as: UTF8.self) == text) }
    }

    @Test("values that differ on the wire differ")
    func equality() {
        for (index, value) in Samples.values.enumerated() {
            for (other, otherValue) in Samples.values.enumerated() {
                #expect((value == otherValue) == (index == other), "\(value), \(otherValue)")
            }
        }
    }

    @Test("an enum is read by name and by number, and nothing else is one")
    func enums() throws {
        for (index, name) in Filter.FieldOperator.allCases.map(\.rawValue).enumerated() {
            for operation in ["\"\(name)\"", "\(index + 1)"] {
                let text = #"{"fieldFilter":{"field":{"fieldPath":"a"},"op":\#(operation),"value":{"nullValue":0}}}"#
                #expect(
                    try Filter(json: text.utf8)
                        == .field(Samples.path("a"), try #require(Filter.FieldOperator(rawValue: name)), .null))
            }
        }
        for operation in [
            "0", "11", "-1", "9223372036854775807", "-9223372036854775808", "\"EQUALS\"", "\"equal\"", "[]",
        ] {
            let text = #"{"fieldFilter":{"field":{"fieldPath":"a"},"op":\#(operation),"value":{"nullValue":0}}}"#
            #expect(throws: WireError.self) { try Filter(json: text.utf8) }
        }
        #expect(throws: WireError.self) {
            try Filter(json: #"{"unaryFilter":{"field":{"fieldPath":"a"},"op":1}}"#.utf8)
        }
    }

    @Test("a direction that is left open is ascending")
    func direction() throws {
        for direction in ["", #","direction":0"#, #","direction":"DIRECTION_UNSPECIFIED""#, #","direction":1"#] {
            let order = try Order(json: #"{"field":{"field_path":"a"}\#(direction)}"#.utf8)
            #expect(order == Order(Samples.path("a"), .ascending))
        }
    }

    @Test("a limit is a number as JSON has it, also as text, and none of the counts is negative")
    func limits() throws {
        #expect(try StructuredQuery(json: #"{"limit":5}"#.utf8).limit == 5)
        #expect(try StructuredQuery(json: #"{"limit":"5"}"#.utf8).limit == 5)
        #expect(try StructuredQuery(json: #"{"limit":0}"#.utf8).limit == 0)
        #expect(try StructuredQuery(json: #"{"limit":null}"#.utf8).limit == nil)
        for text in [
            #"{"limit":-1}"#, #"{"offset":-1}"#, #"{"limit":2147483648}"#, #"{"limit":1.5}"#, #"{"limit":{"value":5}}"#,
        ] {
            #expect(throws: WireError.self) { try StructuredQuery(json: text.utf8) }
        }
    }

    @Test("a query with a part that is not known here is refused rather than answered wrongly")
    func unsupported() {
        #expect(throws: UnsupportedPart.findNearest) { try StructuredQuery(json: #"{"findNearest":{}}"#.utf8) }
    }

    @Test(
        "a write of no kind or of two, and a mask without an update, are refused",
        arguments: [
            "{}", #"{"update":{"name":"a"},"delete":"a"}"#, #"{"delete":"a","updateMask":{}}"#,
            #"{"delete":"a","updateTransforms":[{"fieldPath":"a","increment":{"integerValue":1}}]}"#,
            #"{"update":{"name":"a"},"currentDocument":{"exists":true,"updateTime":"2026-01-01T00:00:00Z"}}"#,
            #"{"update":{"name":"a"},"updateMask":{"fieldPaths":["a b"]}}"#,
            #"{"update":{"name":"a"},"updateTransforms":[{"fieldPath":"a"}]}"#,
            #"{"update":{"name":"a"},"updateTransforms":[{"fieldPath":"a","increment":{"stringValue":"1"}}]}"#,
            #"{"update":{"name":"a"},"updateTransforms":[{"fieldPath":"a","setToServerValue":0}]}"#,
        ])
    func writes(text: String) {
        #expect(throws: WireError.self) { try Write(json: text.utf8) }
    }

    @Test("a precondition is of one kind")
    func precondition() throws {
        #expect(try Precondition(json: #"{"exists":false}"#.utf8) == .exists(false))
        #expect(
            try Precondition(json: #"{"update_time":"2026-11-20T16:02:45.698187000Z","x":1}"#.utf8)
                == .updateTime(Samples.time))
        #expect(throws: WireError.self) { try Precondition(json: "{}".utf8) }
    }

    @Test("a write knows its document")
    func documentNames() {
        #expect(Samples.writes.allSatisfy { $0.documentName == Samples.name })
    }

    @Test("an empty precondition asks for nothing")
    func emptyPrecondition() throws {
        let write = try Write(json: #"{"delete":"a","currentDocument":{}}"#.utf8)
        #expect(write == Write(.delete("a")))
    }
}
