import JSON
import TestSupport
import Testing

@Suite("Values")
struct JSONValueTests {
    @Test("the canonical text has its keys in the order of their bytes, at every depth")
    func canonicalOrder() throws {
        let value = try JSONValue(parsing: #"{"b":1,"a":{"é":1,"z":2,"Z":3,"":4,"😀":5,"\uFFFD":6},"aa":[]}"#)
        #expect(value.canonicalJSON == #"{"a":{"":4,"Z":3,"z":2,"é":1,"�":6,"😀":5},"aa":[],"b":1}"#)
    }

    @Test("equal values have equal texts, and different texts are different values")
    func equality() {
        let composed: JSONValue = .string("\u{E9}")
        let decomposed: JSONValue = .string("e\u{301}")
        #expect(composed != decomposed)
        #expect(JSONValue.object(["\u{E9}": 1]) != .object(["e\u{301}": 1]))
        #expect(JSONValue.double(0) != .double(-0.0))
        #expect(JSONValue.integer(1) != .double(1))
        #expect(JSONValue.object(["a": 1]) != .object(["a": 1, "b": 2]))
        #expect(JSONValue.array([1, 2]) != .array([2, 1]))
        #expect(JSONValue.null != .bool(false))
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    @Test("a value tells what it is")
    func accessors() {
        let value: JSONValue = ["s": "x", "i": 7, "d": 0.5, "b": true, "a": [1], "n": .null]
        #expect(value["s"]?.string == "x" && value["i"]?.integer == 7 && value["d"]?.number == 0.5)
        #expect(value["i"]?.number == 7 && value["b"]?.bool == true && value["a"]?.elements == [1])
        #expect(value["n"]?.isNull == true && value["none"] == nil && value.members?.count == 6)
        #expect(value["s"]?.integer == nil && value["i"]?.string == nil && value.elements == nil)
    }

    @Test("every value is read as what it was written from")
    func roundTrip() throws {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = Self.random(depth: 4, &generator)
            let text = value.canonicalJSON
            let read = try JSONValue(parsing: text)
            #expect(read == value, "seed \(seed)")
            #expect(read.canonicalJSON == text, "seed \(seed)")
            #expect(read.hashValue == value.hashValue, "seed \(seed)")
        }
    }

    @Test("a text with one changed byte is a value or an error")
    func mutations() {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            var bytes = Array(Self.random(depth: 3, &generator).canonicalJSON.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[position] = Bool.random(using: &generator) ? .random(in: 0...255, using: &generator) : 0x22
            }
            let value = try? JSONValue(parsing: bytes)
            if let value {
                // What is read is a complete value: it can be written, and read again.
                #expect((try? JSONValue(parsing: value.canonicalJSON)) == value, "seed \(seed)")
                #expect((try? JSONReader.read(bytes) { try $0.skip() }) != nil, "seed \(seed)")
            }
        }
    }

    private static func random(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: .null
        case 1: .bool(.random(using: &generator))
        case 2: .integer(.init(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
        case 3: .double(Double(Int64(bitPattern: generator.next()) >> 20) / 1000)
        case 4, 5: .string(text(&generator))
        case 6:
            .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, &generator) })
        default:
            .object(
                Dictionary(
                    (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                        (text(&generator), random(depth: depth - 1, &generator))
                    }, uniquingKeysWith: { first, _ in first }))
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let alphabet = Array("ab\"\\\n\t/é€😀\u{0}\u{1F}\u{7F}")
        return String(
            (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in alphabet.randomElement(using: &generator)
            })
    }
}
