/// The number of terminal cells that text takes: 0, 1 or 2 for each grapheme cluster.
///
/// Follows Unicode's East Asian Width (UAX #11) and emoji (UTS #51), as terminals apply them. Control characters have
/// no width; they should have been removed before (see ``Sanitized``).
package enum DisplayWidth {
    /// The width of a text on one line.
    package static func of(_ text: some StringProtocol) -> Int {
        if isPrintableASCII(text) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of one grapheme cluster.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let base = scalars.first else { return 0 }
        if scalars.dropFirst().isEmpty { return of(base) }
        if isEmojiSequence(scalars) { return 2 }
        // Clusters of several letters: Hangul syllables in parts, or Indic conjuncts, whose consonants are side by
        // side.
        return scalars.reduce(0) { $0 + of($1) }
    }

    /// The width of a single scalar by itself.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        if 0x20..<0x7F ~= scalar.value { return 1 }
        if scalar.isControlCharacter || isZeroWidth(scalar) { return 0 }
        return isWide(scalar) ? 2 : 1
    }

    /// The text if it fits into `width` cells; otherwise as many of its clusters as fit before an ellipsis.
    package static func truncated(_ text: String, to width: Int) -> String {
        if isPrintableASCII(text), text.utf8.count <= width { return text }
        guard width > 0 else { return "" }
        var (used, end) = (0, text.startIndex)
        for index in text.indices {
            let next = used + of(text[index])
            if next > width { return text[..<end] + "…" }
            used = next
            // The last cluster before which an ellipsis fits, in case the text is too long.
            if used < width { end = text.index(after: index) }
        }
        return text
    }

    /// `head` and then `text`, cut to `width` cells: first from the beginning of `head`, which an ellipsis replaces, then from
    /// the end of `text`.
    package static func truncated(_ text: String, behind head: String, to width: Int) -> String {
        guard of(head) + of(text) > width else { return head + text }
        let room = width - of(text) - 1
        var (used, start) = (0, head.endIndex)
        while start > head.startIndex, case let next = head.index(before: start), used + of(head[next]) <= room {
            used = used + of(head[next])
            start = next
        }
        return room >= 0 ? "…" + head[start...] + text : truncated(text, to: width)
    }

    private static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
    }

    /// Flags, keycaps, skin tones, families, and symbols that a variation selector turns into pictures.
    private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
        var previous: Unicode.Scalar?
        for scalar in scalars {
            if let previous {
                switch scalar.value {
                case 0xFE0F: if previous.properties.isEmoji { return true }
                case 0x20E3: if "0123456789#*".unicodeScalars.contains(previous) { return true }
                case 0x1F1E6...0x1F1FF: return true
                default:
                    if previous.properties.isEmojiModifierBase, scalar.properties.isEmojiModifier { return true }
                    if previous.value == 0x200D, scalar.properties.isEmoji { return true }
                }
            }
            previous = scalar
        }
        return false
    }

    /// Marks on the preceding character, and invisible characters.
    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.value {
        // The vowels and final consonants of Hangul syllables in parts; the leading consonant counts both cells.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true
        // The filler for leading consonants is "ignorable", but has the width of a leading consonant.
        case 0x115F: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .lineSeparator, .paragraphSeparator: return true
        case .format: return !isPrepended(scalar)
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Visible format characters: the signs before numbers in Arabic, Syriac and Kaithi (Prepended_Concatenation_Mark).
    private static func isPrepended(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }
}
