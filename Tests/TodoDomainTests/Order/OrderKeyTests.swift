import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Keys of a manual order")
struct OrderKeyTests {
    private func key(_ text: String) throws -> OrderKey { try #require(OrderKey(text), "\(text) is no key") }

    /// The cases of rocicorp/fractional-indexing, `src/test.js`, in base 62; nil stands for what it refuses.
    @Test(
        "are those of the published vectors",
        arguments: [
            (nil, nil, "a0"), (nil, "a0", "Zz"), (nil, "Zz", "Zy"), ("a0", nil, "a1"), ("a1", nil, "a2"),
            ("a0", "a1", "a0V"), ("a1", "a2", "a1V"), ("a0V", "a1", "a0l"), ("Zz", "a0", "ZzV"), ("Zz", "a1", "a0"),
            (nil, "Y00", "Xzzz"), ("bzz", nil, "c000"), ("a0", "a0V", "a0G"), ("a0", "a0G", "a08"),
            ("b125", "b129", "b127"), ("a0", "a1V", "a1"), ("Zz", "a01", "a0"), (nil, "a0V", "a0"),
            (nil, "b999", "b99"), (nil, "A000000000000000000000000001", "A000000000000000000000000000V"),
            ("zzzzzzzzzzzzzzzzzzzzzzzzzzy", nil, "zzzzzzzzzzzzzzzzzzzzzzzzzzz"),
            ("zzzzzzzzzzzzzzzzzzzzzzzzzzz", nil, "zzzzzzzzzzzzzzzzzzzzzzzzzzzV"),
        ] as [(String?, String?, String)])
    func vectors(lower: String?, upper: String?, expected: String) throws {
        #expect(OrderKey.between(try lower.map(key), try upper.map(key))?.description == expected)
    }

    @Test("are in no way between bounds that are equal or the wrong way round")
    func noBounds() throws {
        #expect(OrderKey.between(try key("a1"), try key("a0")) == nil)
        #expect(OrderKey.between(try key("a1"), try key("a1")) == nil)
    }

    @Test(
        "are refused where they break off, end with a zero, have other characters or are too long",
        arguments: [
            "A00000000000000000000000000", "a00", "0", "1", "", "a", "b1", "a0-", "a0é", "é0", "-a0", "a 1", "a1\u{0}",
            "zzz", "a10", "a1" + String(repeating: "V", count: OrderKey.maximumLength - 1),
        ])
    func refused(text: String) {
        #expect(OrderKey(text) == nil)
    }

    @Test("are read back from their text, to the longest")
    func readBack() throws {
        for text in ["a0", "Zz", "iABCDEFGHI", "a1" + String(repeating: "V", count: OrderKey.maximumLength - 2)] {
            #expect(try key(text).description == text)
        }
    }

    @Test(
        "are refused safely, or lie between their neighbours, whatever text they come as",
        arguments: 1...20 as ClosedRange<UInt64>)
    func hostile(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var keys: [OrderKey] = []
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                generator.pick(["0", "0", "1", "z", "z", "A", "Z", "a", "b", "-", "ü"])
            }
            if let key = OrderKey(text.joined()) { keys.append(key) }
        }
        let sorted = Set(keys).sorted()
        #expect(sorted.count > 20)
        for (lower, upper) in zip([nil] + sorted, sorted + [nil]) {
            guard let middle = OrderKey.between(lower, upper) else {
                Issue.record("nothing lies between \(lower?.description ?? "-") and \(upper?.description ?? "-")")
                continue
            }
            #expect(OrderKey(middle.description) == middle)
            #expect(lower.map { $0 < middle } ?? true && upper.map { middle < $0 } ?? true)
        }
    }

    @Test("of several items are in order, between their bounds, and short where there are none")
    func several() throws {
        let bounds: [(OrderKey?, OrderKey?)] = [
            (nil, nil), (try key("a4"), nil), (nil, try key("a0")), (try key("a0"), try key("a2")),
            (try key("a0"), try key("a01")),
        ]
        for (lower, upper) in bounds {
            for count in [0, 1, 2, 3, 20, 200] {
                let keys = try #require(OrderKey.keys(count, between: lower, and: upper))
                let all = [lower].compactMap(\.self) + keys + [upper].compactMap(\.self)
                #expect(keys.count == count && zip(all, all.dropFirst()).allSatisfy(<))
            }
        }
        let respaced = try #require(OrderKey.keys(3000, between: nil, and: nil)).map(\.description)
        #expect(respaced.prefix(3) == ["a0", "a1", "a2"] && respaced.last == "blN")
        #expect(OrderKey.keys(2, between: try key("a1"), and: try key("a1")) == nil)
    }

    @Test("of what was never placed are valid, and sorted by the time at which it was made")
    func createdAt() throws {
        let milliseconds: [Int64] = [
            -13_537_086_546_263_552, -62_135_596_800_000, -1, 0, 1, 61, 62, 1_700_000_000_000, 253_402_300_799_999,
            13_537_086_546_263_551,
        ]
        let keys = milliseconds.map { OrderKey(createdAt: Date(milliseconds: $0)) }
        #expect(keys.allSatisfy { OrderKey($0.description) == $0 && $0.description.utf8.count == 10 })
        #expect(zip(keys, keys.dropFirst()).allSatisfy(<))
        #expect(
            keys.map(\.description)[2...6] == ["Rzzzzzzzzz", "i000000000", "i000000001", "i00000000z", "i000000010"])
        #expect(keys.first?.description == "R000000000" && keys.last?.description == "izzzzzzzzz")
        // No calendar has these, but another program's file may.
        #expect(OrderKey(createdAt: .init(timeIntervalSince1970: .infinity)) == keys.last)
        #expect(OrderKey(createdAt: .init(timeIntervalSince1970: -.infinity)) == keys.first)
        #expect(OrderKey(createdAt: .init(timeIntervalSince1970: .nan)) == keys.first)
        for (lower, upper) in zip([nil] + keys, keys + [nil]) { #expect(OrderKey.between(lower, upper) != nil) }
    }
}
