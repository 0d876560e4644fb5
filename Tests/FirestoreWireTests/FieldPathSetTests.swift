import FirestoreWire
import TestSupport
import Testing

@Suite("Sets of field paths")
struct FieldPathSetTests {
    private static let names = ["a", "b", "ab", "é", "e\u{301}"]

    private func fields(_ depth: Int, _ generator: inout SeededGenerator) -> Fields {
        var fields = Fields()
        for name in Self.names where generator.chance(0.5) {
            let isMap = depth > 0 && generator.chance(0.5)
            fields[name] =
                isMap
                ? .map(self.fields(depth - 1, &generator)) : .integer(Int64.random(in: 0..<100, using: &generator))
        }
        return fields
    }

    private func paths(_ generator: inout SeededGenerator) throws -> [FieldPath] {
        try (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            let count = Int.random(in: 1...3, using: &generator)
            return try FieldPath((0..<count).map { _ in generator.pick(Self.names) })
        }
    }

    @Test("a mask does at once what its paths do one after the other", arguments: 1...500 as ClosedRange<UInt64>)
    func oneByOne(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (stored, document) = (fields(2, &generator), fields(2, &generator))
        let paths = try paths(&generator)
        let set = FieldPathSet(paths)
        var masked = Fields()
        var written = stored
        for path in paths {
            if let value = stored[path] { masked[path] = value }
            written[path] = document[path]
        }
        #expect(set.masked(stored) == masked, "seed \(seed): \(paths)")
        var copy = stored
        set.copy(from: document, to: &copy)
        #expect(copy == written, "seed \(seed): \(paths)")
    }

    @Test("a value is changed where it lies, and a path that leads nowhere makes nothing of nothing")
    func inPlace() throws {
        var fields: Fields = ["a": ["b": 1], "n": 1]
        let (inside, nowhere) = (try FieldPath(["a", "b"]), try FieldPath(["n", "x", "y"]))
        #expect(fields.update(inside) { value in value } == 1)
        fields.update(inside) { $0 = 2 }
        fields.update(nowhere) { #expect($0 == nil) }
        #expect(fields == ["a": ["b": 2], "n": 1])
        struct Refusal: Error {}
        #expect(throws: Refusal.self) { try fields.update(inside) { _ throws(Refusal) in throw Refusal() } }
        #expect(fields == ["a": ["b": 2], "n": 1])
        fields.update(nowhere) { $0 = 3 }
        #expect(fields == ["a": ["b": 2], "n": ["x": ["y": 3]]])
        fields.update(inside) { $0 = nil }
        #expect(fields == ["a": [:], "n": ["x": ["y": 3]]])
    }
}
