import FirestoreWire
import JSON
import TestSupport
import Testing

@Suite("Fields")
struct FieldsTests {
    @Test("fields are found, replaced and removed by name, in the order of the names' bytes")
    func subscripting() {
        var fields: Fields = ["b": 1, "a": 2, "é": 3, "B": 4]
        #expect(fields.map(\.name) == ["B", "a", "b", "é"])
        fields["a"] = 5
        fields["c"] = 6
        fields["b"] = nil
        fields["none"] = nil
        #expect(fields == ["B": 4, "a": 5, "c": 6, "é": 3])
        #expect(fields["a"] == 5 && fields["b"] == nil && fields.count == 4)
    }

    @Test("two spellings of one accent are two fields, also on the wire")
    func spellings() throws {
        let fields: Fields = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(fields.count == 2 && fields["\u{E9}"] == 1 && fields["e\u{301}"] == 2)
        #expect(try fields.rereads())
    }

    @Test("fields are the same in whatever order they came")
    func order() throws {
        let names = (0..<50).map { "name\($0)" }
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        let sorted = Fields(names.map { ($0, .string($0)) })
        for _ in 0..<20 {
            let members = names.shuffled(using: &generator).map { #""\#($0)":{"stringValue":"\#($0)"}"# }
            let fields = try Fields(json: "{\(members.joined(separator: ","))}".utf8)
            #expect(fields == sorted, "seed \(seed)")
            #expect(fields["name7"] == "name7")
        }
    }

    @Test("a path leads into maps, makes them on the way, and removes alone what it names")
    func paths() {
        var fields: Fields = ["a": ["b": ["c": 1]], "x": 1]
        #expect(fields[Samples.path("a", "b", "c")] == 1)
        #expect(fields[Samples.path("a", "b")] == ["c": 1])
        #expect(fields[Samples.path("a", "none", "c")] == nil && fields[Samples.path("x", "y")] == nil)
        fields[Samples.path("a", "b", "d")] = 2
        fields[Samples.path("x", "y", "z")] = 3
        #expect(fields == ["a": ["b": ["c": 1, "d": 2]], "x": ["y": ["z": 3]]])
        fields[Samples.path("a", "b", "c")] = nil
        fields[Samples.path("x", "y", "z")] = nil
        fields[Samples.path("n", "m")] = nil
        fields[Samples.path("a", "b", "d", "deeper")] = nil
        #expect(fields == ["a": ["b": ["d": 2]], "x": ["y": [:]]])
    }
}
