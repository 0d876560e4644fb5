import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("The fold of a search")
struct SearchTextPropertyTests {
    /// Four planes in two halves each, so that they run in parallel.
    static let blocks: [ClosedRange<UInt32>] = [0x0...0x7FFF, 0x8000...0xFFFF, 0x10000...0x1FFFF, 0xE0000...0xE0FFF]

    @Test("folds nothing further when it is applied again, for every scalar", arguments: blocks)
    func everyScalar(block: ClosedRange<UInt32>) {
        var exceptions: [String] = []
        for scalar in block.lazy.compactMap(Unicode.Scalar.init) where scalar.properties.generalCategory != .unassigned
        {
            let folded = SearchText.folded(String(scalar))
            if !SearchText.folded(folded).utf8.elementsEqual(folded.utf8) {
                exceptions.append(String(scalar.value, radix: 16))
            }
        }
        #expect(exceptions.isEmpty)
    }

    /// The iota subscript is left out: it is a mark, which is dropped, and in capitals a separate letter.
    @Test(
        "takes the cases of every cased scalar for one",
        arguments: [0x0...0x7FFF, 0xA000...0x1FFFF] as [ClosedRange<UInt32>])
    func everyCase(block: ClosedRange<UInt32>) {
        var exceptions: [String] = []
        for scalar in block.lazy.compactMap(Unicode.Scalar.init) where scalar.properties.isCased {
            let forms = [
                scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping,
                scalar.properties.titlecaseMapping,
            ]
            if String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.contains("\u{345}") { continue }
            let folded = SearchText.folded(String(scalar))
            if !forms.allSatisfy({ SearchText.folded($0).utf8.elementsEqual(folded.utf8) }) {
                exceptions.append(String(scalar.value, radix: 16))
            }
        }
        #expect(exceptions.isEmpty)
    }

    @Test("folds nothing further in a hostile text", arguments: 1...30 as ClosedRange<UInt64>)
    func hostileText(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let text = generator.hostileText(upTo: 12)
            let folded = SearchText.folded(text)
            #expect(SearchText.folded(folded).utf8.elementsEqual(folded.utf8), "\(scalars(text))")
        }
    }

    @Test("does not depend on how a text is composed", arguments: 1...30 as ClosedRange<UInt64>)
    func normalization(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let text = generator.hostileText(upTo: 12)
            let folded = SearchText.folded(text)
            #expect(
                SearchText.folded(text.decomposedStringWithCanonicalMapping).utf8.elementsEqual(folded.utf8),
                "\(scalars(text))")
            #expect(
                SearchText.folded(text.precomposedStringWithCanonicalMapping).utf8.elementsEqual(folded.utf8),
                "\(scalars(text))")
        }
    }

    @Test("finds each word of a text in it", arguments: 1...30 as ClosedRange<UInt64>)
    func ownWords(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let text = (0..<3).map { _ in generator.hostileText(upTo: 6) }.joined(separator: " ")
            let folded = SearchText.folded(text)
            for word in SearchText.words(of: text) { #expect(SearchText.contains(folded, word), "\(scalars(text))") }
        }
    }

    @Test("finds any run of whole characters in the text that they are of", arguments: HostileText.allCases)
    func substrings(kind: HostileText) {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<40 {
            let text = (0..<8).map { _ in generator.piece(of: kind) }.joined(separator: "|")
            let characters = Array(text)
            let start = Int.random(in: 0..<characters.count, using: &generator)
            let end = Int.random(in: start..<characters.count, using: &generator)
            let part = SearchText.folded(String(characters[start...end]))
            #expect(SearchText.contains(SearchText.folded(text), part), "\(scalars(text)) \(start) \(end)")
        }
    }

    @Test("copes with very long texts", arguments: [HostileText.stacked, .latin, .arabic, .emojiSequence])
    func longText(kind: HostileText) {
        var generator = SeededGenerator(seed: 5)
        let text = generator.longText(bytes: 65_536, of: kind)
        let folded = SearchText.folded(text)
        #expect(SearchText.folded(folded).utf8.elementsEqual(folded.utf8))
    }

    private func scalars(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
}
