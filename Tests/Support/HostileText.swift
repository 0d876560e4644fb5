/// Kinds of text that are hard to handle; ``SeededGenerator/hostileText(upTo:)`` mixes them all.
public enum HostileText: CaseIterable, Sendable {
    case ascii, space, control, latin, stacked, greek, cyrillic, hebrew, arabic, devanagari, thai, hangul, jamo, kana
    case han, fullWidth, emoji, emojiSequence, invisible, direction, casing, syntax, anyScalar

    /// Whole pieces of this kind; empty if ``scalars`` defines it.
    var pieces: [String] {
        switch self {
        case .space: [" ", "\t", "\n", "\r\n", "\u{85}", "\u{A0}", "\u{2003}", "\u{2028}", "\u{3000}"]
        case .stacked:
            ["e\u{301}", "\u{E9}", "a\u{323}\u{302}", "a\u{302}\u{323}", "q\u{307}\u{323}", "Z\u{351}\u{34C}"]
        case .emoji: ["🛒", "❤\u{FE0F}", "☎\u{FE0E}", "1\u{FE0F}\u{20E3}", "🫠", "🇨🇭"]
        case .emojiSequence: ["👩🏽‍🚀", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏳️‍🌈"]
        case .invisible:
            ["\u{200B}", "\u{200C}", "\u{200D}", "\u{AD}", "\u{FEFF}", "\u{2060}", "\u{E0100}", "\u{3164}"]
        case .direction: ["\u{200E}", "\u{200F}", "\u{202E}", "\u{202C}", "\u{2067}", "\u{2069}"]
        case .casing: ["ß", "ẞ", "İ", "ı", "ς", "Σ", "ŉ", "ǰ", "ﬁ", "Ǆ", "ᾳ", "K", "ſ", "Ꭰ", "ꭰ"]
        case .syntax:
            ["'", "\"", "\\", "%", "_", "*", "--", ";", "NEAR(", ")", "AND", "{", "}", "\u{0}", "`", "/", ".."]
        default: []
        }
    }

    /// The ranges from which single scalars are drawn.
    var scalars: [ClosedRange<UInt32>] {
        switch self {
        case .ascii: [0x21...0x7E]
        case .control: [0x00...0x1F, 0x7F...0x9F]
        case .latin: [0xC0...0x24F, 0x300...0x36F, 0x1E00...0x1EFF]
        case .greek: [0x370...0x3FF, 0x1F00...0x1FFF]
        case .cyrillic: [0x400...0x52F]
        case .hebrew: [0x591...0x5F4, 0xFB1D...0xFB4F]
        case .arabic: [0x600...0x6FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC]
        case .devanagari: [0x900...0x97F]
        case .thai: [0xE01...0xE5B]
        case .hangul: [0xAC00...0xD7A3]
        case .jamo: [0x1100...0x11FF, 0x3131...0x318E]
        case .kana: [0x3041...0x30FF]
        case .han: [0x4E00...0x9FFF, 0xF900...0xFAD9, 0x20000...0x2A6DF]
        case .fullWidth: [0xFF01...0xFFDC]
        case .anyScalar: [0x0...0xD7FF, 0xE000...0x10FFFF]
        default: []
        }
    }
}

extension SeededGenerator {
    /// Returns a piece of one kind: a scalar, or a few that belong together.
    public mutating func piece(of kind: HostileText) -> String {
        if let range = kind.scalars.randomElement(using: &self) {
            return Unicode.Scalar(UInt32.random(in: range, using: &self)).map { String($0) } ?? "\u{FFFD}"
        }
        return pick(kind.pieces)
    }

    /// Returns a text of at most this many pieces of any kind, often empty or very short.
    public mutating func hostileText(upTo count: Int) -> String {
        let length =
            chance(0.3) ? Int.random(in: 0...min(2, count), using: &self) : Int.random(in: 0...count, using: &self)
        var text = ""
        for _ in 0..<length { text += piece(of: pick(HostileText.allCases)) }
        return text
    }

    /// Returns a text of one kind whose UTF-8 has at least this many bytes, for tests of very long texts.
    public mutating func longText(bytes: Int, of kind: HostileText) -> String {
        var text = ""
        while text.utf8.count < bytes { text += piece(of: kind) }
        return text
    }
}
