import FirestoreWire
import TestSupport
import Testing

@Suite("The order of values")
struct ValueOrderTests {
    private static func reference(_ path: String) -> Value { .reference("projects/p/databases/d/documents/" + path) }
    private static func vector(_ elements: Value...) -> Value { ["__type__": "__vector__", "value": .array(elements)] }
    private static func point(_ latitude: Double, _ longitude: Double) -> Value {
        .geoPoint(GeoPoint(latitude: latitude, longitude: longitude))
    }

    /// Each group holds values that are equivalent; the groups are in order.
    private static let groups: [[Value]] = [
        [.null], [false], [true], [.double(.nan), .double(-.nan)], [.double(-.infinity)],
        [.double(-.greatestFiniteMagnitude)], [.double(-0x1p63 - 2048)], [.integer(.min), .double(-0x1p63)],
        [.integer(.min + 1)], [-1.5], [-1, -1.0], [.double(-.leastNonzeroMagnitude)], [0, 0.0, .double(-0.0)],
        [.double(.leastNonzeroMagnitude)], [1, 1.0], [1.5], [2], [.integer(1 << 53 - 1)],
        [.integer(1 << 53), .double(0x1p53)], [.integer(1 << 53 + 1)], [.integer(1 << 53 + 2), .double(0x1p53 + 2)],
        [.integer(.max - 1024)], [.integer(.max - 1023), .double(0x1p63 - 1024)], [.integer(.max)], [.double(0x1p63)],
        [.double(.greatestFiniteMagnitude)], [.double(.infinity)],
        [.timestamp(.distantPast)], [.timestamp(Samples.at("1969-12-31T23:59:59.999Z"))],
        [.timestamp(Samples.at("1970-01-01T00:00:00Z"))], [.timestamp(Samples.at("2026-11-20T16:02:45.698187Z"))],
        [.timestamp(Samples.at("2026-11-20T16:02:45.698187001Z"))], [""], ["a"], ["a\u{0}"], ["aa"], ["b"],
        [.string("e\u{301}")], [.string("\u{E9}")], [.string("\u{FFFD}")], [.string("\u{10000}")], [.bytes([])],
        [.bytes([0])], [.bytes([0, 0])], [.bytes([1])], [.bytes([0xFF])], [reference("c/__id2__")],
        [reference("c/__id10__")], [reference("c/a")], [reference("c/a/d/b")], [reference("c/a!")], [reference("d/a")],
        [point(-90, 0)], [point(0, -1)], [point(0, 0), point(-0.0, 0)], [point(0, 1)], [point(1, -180)], [[]],
        [[.null]], [[1], [1.0]], [[1, .null]], [[2]], [["a"]], [[[]]], [vector()], [vector(9.0)], [vector(1.0, 2.0)],
        [vector(1.0, 3.0)], [[:]], [["": 1]], [["a": 1], ["a": 1.0]], [["a": 1, "b": .null]], [["a": 2]],
        [["a": 2, "b": .null]], [["b": .null]], [["é": .null]],
    ]

    @Test("values of all types are in one total order")
    func totalOrder() {
        for (index, group) in Self.groups.enumerated() {
            for (other, otherGroup) in Self.groups.enumerated() {
                let expected: Ordering = index < other ? .before : index > other ? .after : .same
                for left in group {
                    for right in otherGroup {
                        #expect(left.compare(right) == expected, "\(left), \(right)")
                        #expect(left.isEquivalent(to: right) == (expected == .same))
                    }
                }
            }
        }
    }

    @Test("the order is antisymmetric and transitive")
    func randomOrder() {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        let values = (0..<120).map { _ in Value.random(depth: 2, using: &generator) }
        for a in values {
            #expect(a.compare(a) == .same, "seed \(seed)")
            for b in values {
                #expect(a.compare(b) == b.compare(a).reversed, "seed \(seed)")
                guard a.compare(b) != .after else { continue }
                for c in values where b.compare(c) != .after {
                    if a.compare(c) == .after { Issue.record("not transitive, seed \(seed): \(a), \(b), \(c)") }
                }
            }
        }
    }

    @Test("a range finds values of its own type alone")
    func comparable() {
        #expect(Value.integer(1).isComparable(to: 1.5))
        #expect(!Value.integer(1).isComparable(to: "1"))
        #expect(!Value.null.isComparable(to: false))
        #expect(!Self.vector(1.0).isComparable(to: [:]))
        #expect(Value.map([:]).isComparable(to: ["a": 1]))
    }
}
