import FirestoreWire
import TestSupport
import Testing
import TodoServer

@Suite("sort keys")
struct OrderedKeyTests {
    @Test(
        "the order of the bytes is the order of the values, upwards and downwards",
        arguments: 1...20 as ClosedRange<UInt64>)
    func sameOrder(seed: UInt64) throws {
        var random = RandomDocuments(generator: SeededGenerator(seed: seed))
        let values = (0..<60).map { _ in random.value(depth: 3) } + Self.corners
        for left in values {
            for right in values {
                let order = left.compare(right)
                let (a, b) = (Self.key(left), Self.key(right))
                #expect(Self.order(a, b) == order, "seed \(seed): \(left) \(right)")
                let (c, d) = (Self.key(left, descending: true), Self.key(right, descending: true))
                #expect(Self.order(c, d) == order.reversed, "seed \(seed), downwards: \(left) \(right)")
                // Prefix-free: what follows in a longer key never decides between different values.
                #expect(order == .same || !a.starts(with: b) && !b.starts(with: a), "seed \(seed): \(left) \(right)")
            }
        }
    }

    @Test("the key of an id tells the id")
    func roundTrip() {
        for id in [
            "a", "é", "e\u{301}", "\u{0}", "a\u{0}b", "\u{1}", "__id7__", "__id-7__", "__id07__", "zz😀", "__idx__",
        ] {
            var key = OrderedKey()
            key.append(id: id)
            let read = OrderedKey.id(at: key.bytes + [7, 7])
            let isNumeric = id.hasPrefix("__id") && id != "__idx__"
            #expect(read?.count == key.bytes.count)
            #expect(
                read.map { isNumeric ? $0.id == id.replacing("07", with: "7") : $0.id.utf8.elementsEqual(id.utf8) }
                    == true)
        }
        #expect(OrderedKey.id(at: [] as [UInt8]) == nil)
        #expect(OrderedKey.id(at: [2, 65] as [UInt8]) == nil)
        #expect(OrderedKey.id(at: [9] as [UInt8]) == nil)
    }

    private static let corners: [Value] = [
        .integer(.max), .integer(.min), .double(0x1p63), .double(-0x1p63), .integer(.max - 1), .integer(1 << 53 + 1),
        .double(0x1p53), .integer(-(1 << 53) - 1), .double(.leastNonzeroMagnitude), .double(-.leastNonzeroMagnitude), 0,
        0.0,
        .double(.nan), .double(-.infinity), .string(""), .string("\u{0}"), .string("a"), .string("a\u{0}"),
        .string("ab"),
        .bytes([]), .bytes([0]), .bytes([0, 1]), [], [[]], [.null], [:], ["a": 1], ["a": 1, "b": 1], ["b": 0],
        .reference("projects/p/databases/d/documents/c/a"), .reference("projects/p/databases/d/documents/c/a/b/c"),
        .reference("projects/p/databases/d/documents/c/__id2__"),
        .reference("projects/p/databases/d/documents/c/__id10__"),
    ]

    private static func key(_ value: Value, descending: Bool = false) -> [UInt8] {
        var key = OrderedKey()
        key.append(value, descending: descending)
        return key.bytes
    }

    private static func order(_ left: [UInt8], _ right: [UInt8]) -> Ordering {
        left == right ? .same : left.lexicographicallyPrecedes(right) ? .before : .after
    }
}
