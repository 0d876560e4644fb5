import TestSupport
import Testing
import todo

@Suite("Width in cells of a terminal")
struct DisplayWidthTests {
    @Test(
        "a text has the width that terminals give it",
        arguments: [
            ("", 0), ("Buy milk", 8), ("牛乳を買う", 10), ("ｱｲｳ", 3), ("ＡＢ", 4), ("한국어", 6), ("한", 2), ("🌱", 2),
            ("👨‍👩‍👧", 2), ("🇨🇭", 2), ("👍🏽", 2), ("☝🏽", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("🏳️‍🌈", 2),
            ("👩‍⚕", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("e\u{301}", 1), ("Crème", 5), ("Cre\u{300}me", 5), ("שלום", 4),
            ("مرحبا", 5), ("नमस्ते", 4), ("क्ष", 2), ("ไทย", 3), ("กำ", 2), ("a\u{200B}b", 2), ("a\u{AD}b", 3), ("…", 1),
            ("✓", 1), ("·", 1), ("\u{303F}", 1), ("\u{3000}", 2), ("\u{1B}", 0),
        ])
    func widths(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "a text that is too long ends in an ellipsis, between clusters",
        arguments: [
            ("Buy milk", 8, "Buy milk"), ("Buy milk", 7, "Buy mi…"), ("Buy milk", 1, "…"), ("Buy milk", 0, ""),
            ("牛乳を買う", 10, "牛乳を買う"), ("牛乳を買う", 9, "牛乳を買…"), ("牛乳を買う", 8, "牛乳を…"), ("牛", 1, "…"),
            ("👨‍👩‍👧👨‍👩‍👧", 4, "👨‍👩‍👧👨‍👩‍👧"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
            ("", 0, ""),
        ])
    func truncation(text: String, width: Int, expected: String) {
        #expect(DisplayWidth.truncated(text, to: width) == expected)
    }

    @Test(
        "a path is cut before its end is",
        arguments: [
            (25, "Party › Cake › Eggs"), (19, "Party › Cake › Eggs"), (18, "…rty › Cake › Eggs"), (8, "… › Eggs"),
            (6, "… Eggs"), (5, "…Eggs"), (4, "Eggs"), (3, "Eg…"), (0, ""),
        ])
    func paths(width: Int, expected: String) {
        #expect(DisplayWidth.truncated("Eggs", behind: "Party › Cake › ", to: width) == expected)
    }

    @Test(
        "no truncated text is wider than asked for, nor shorter than it must be",
        arguments: [1, Dose.seed])
    func truncatedFits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", " ", "é", "e\u{301}", "牛", "🌱", "👨‍👩‍👧", "🇨🇭", "한", "\u{200D}", "ש", "1️⃣"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...12, using: &generator))
                .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            let width = Int.random(in: 1...20, using: &generator)
            let shown = DisplayWidth.truncated(text, to: width)
            let natural = DisplayWidth.of(text)
            if natural <= width {
                #expect(shown == text, "seed \(seed)")
            } else {
                #expect(width - 1...width ~= DisplayWidth.of(shown) && shown.hasSuffix("…"), "seed \(seed): \(text)")
            }
        }
    }

    @Test("every scalar there is has 0, 1 or 2 cells, and planes of ideographs have 2")
    func everyScalar() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let width = DisplayWidth.of(scalar)
            if 0...2 ~= width { continue }
            Issue.record("\(value) has \(width) cells")
        }
        for value in [0x3400, 0x4E00, 0x9FFF, 0x20000, 0x3134F] as [UInt32] {
            #expect(Unicode.Scalar(value).map { DisplayWidth.of($0) } == 2)
        }
    }
}
