import Foundation
import JSON
import Testing

@Suite("Writing")
struct WritingTests {
    @Test("commas stand between values alone")
    func commas() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.beginObject()
        writer.endObject()
        writer.beginObject()
        writer.key("a")
        writer.integer(1)
        writer.key("b")
        writer.beginArray()
        writer.null()
        writer.bool(true)
        writer.double(0.5)
        writer.raw("{}")
        writer.endArray()
        writer.endObject()
        Array("2".utf8).withUnsafeBufferPointer { writer.plainString($0) }
        writer.endArray()
        #expect(writer.text == #"[{},{"a":1,"b":[null,true,0.5,{}]},"2"]"#)
    }

    @Test("only what must be escaped is escaped")
    func escapes() {
        var writer = JSONWriter()
        writer.string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}é\u{2028}😀")
        #expect(writer.text == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}é\u{2028}😀\"")
    }

    @Test("a number that JSON does not have is null")
    func nonFinite() {
        var writer = JSONWriter()
        writer.beginArray()
        for double in [Double.nan, .infinity, -.infinity, -0.0, 1e300] { writer.double(double) }
        writer.endArray()
        #expect(writer.text == "[null,null,null,-0.0,1e+300]")
    }

    @Test("integers of every width are written in full")
    func integers() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.integer(Int64.min)
        writer.integer(UInt64.max)
        writer.integer(Int8(-1))
        writer.endArray()
        #expect(writer.text == "[-9223372036854775808,18446744073709551615,-1]")
    }

    @Test("what is taken in pieces is the whole, and a writer that was emptied starts anew")
    func pieces() {
        var writer = JSONWriter(reservingCapacity: 64)
        var pieces: [UInt8] = []
        writer.beginArray()
        for number in 0..<5 {
            writer.integer(number)
            pieces += writer.take()
            #expect(writer.bytes.isEmpty)
        }
        writer.endArray()
        pieces += writer.take()
        #expect(String(decoding: pieces, as: UTF8.self) == "[0,1,2,3,4]")
        writer.removeAll()
        writer.integer(1)
        #expect(writer.text == "1")
    }

    @Test("Foundation reads what is written as the same value")
    func foundation() throws {
        let value: JSONValue = ["text": "é\"\\\n😀", "list": [1, 2.5, true, .null], "deep": ["": [:]]]
        let read = try JSONDecoder().decode(JSONValue.self, from: Data(value.canonicalJSON.utf8))
        #expect(read == value)
    }
}
