extension DisplayWidth {
    /// Whether the scalar takes two cells: East Asian Width W or F (Unicode 17), including emoji shown as pictures.
    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        switch scalar.value {
        // Hangul leading consonants; angle brackets; trigrams and monograms of the Yijing.
        case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F: return true
        // CJK radicals, symbols, kana, bopomofo; not the half fill space, nor numbers on black squares (ambiguous).
        case 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF: return true
        // Hangul; compatibility ideographs.
        case 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF: return true
        // Vertical, small and fullwidth forms.
        case 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6: return true
        // Tangut, Khitan, Nüshu marks and their scripts; rare kana; Taixuanjing symbols and counting rods.
        case 0x16FE0...0x18DFF, 0x18E00...0x191FF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D356, 0x1D360...0x1D376: return true
        // Enclosed ideographs; the planes of ideographs, assigned or not.
        case 0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD: return true
        default: return scalar.properties.isEmojiPresentation
        }
    }
}
