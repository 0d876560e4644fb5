import Foundation

/// Text folded for searching: case and accents are removed, so that "creme" finds "Crème brûlée".
///
/// Unicode compatibility decomposition, removal of accents, points and invisible characters (joiners, soft hyphens,
/// variation selectors, direction marks), full case folding, recomposition. Vowel signs and voicing marks that change
/// the word (Devanagari, Thai, kana) stay; accents, Hebrew points and Arabic vowels go. Letters with a stroke do not
/// decompose; they fold to their plain letter, so that "lodz" finds "Łódź". Quotation marks, hyphens and dashes fold to
/// those of a keyboard. So "don't" finds "don’t", as a phone or a word processor may have written it.
///
/// Tags, lists and views are told apart by another fold, which never changes (``TagName``).
///
/// Databases and their search index contain folded texts. When the fold changes, a migration folds the affected texts
/// again.
public enum SearchText {
    /// The folded form of `text`, to be searched byte by byte.
    ///
    /// Characters outside ASCII are folded separately: no mark that stays combines with an ASCII letter, and Foundation
    /// is slow.
    public static func folded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            if let ascii = lowercasedASCII(utf8) { return ascii }
            var folded: [UInt8] = []
            folded.reserveCapacity(utf8.count)
            var rest = utf8[...]
            while let first = rest.first {
                if first < 0x80 {
                    folded.append(lowercased(first))
                    rest.removeFirst()
                } else {
                    let run = rest.prefix { $0 >= 0x80 }
                    folded.append(contentsOf: foldedRun(String(decoding: run, as: UTF8.self)).utf8)
                    rest = rest[run.endIndex...]
                }
            }
            return String(decoding: folded, as: UTF8.self)
        }
    }

    /// Whether a name begins with a text that somebody has typed, in any case.
    package static func begins(_ name: String, with text: String) -> Bool {
        let text = folded(text.trimmed)
        return !text.isEmpty && folded(name).hasPrefix(text)
    }

    private static func foldedRun(_ run: String) -> String {
        var folded = String.UnicodeScalarView()
        var needsComposition = false
        // Before decomposition, because ´ decomposes to a space with an accent, and ″ to two signs.
        let text = run.unicodeScalars.contains(where: { key(of: $0) != nil }) ? withKeys(run) : run
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            if scalar.value < 0x80 {
                folded.append(Unicode.Scalar(lowercased(UInt8(scalar.value))))
                continue
            }
            // Again, since ŉ decomposes to an apostrophe and n, and ⁻ to a minus.
            if let key = key(of: scalar) {
                folded.append(key)
                continue
            }
            if isAccent(scalar) || scalar.properties.isDefaultIgnorableCodePoint { continue }
            if let plain = plainLetters[scalar.value] {
                folded.append(contentsOf: plain.unicodeScalars)
                continue
            }
            if scalar.value >= 0x900 { needsComposition = true }
            // Upper case first: only this way does ß become SS, and a final sigma Σ.
            for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
            }
        }
        let result = String(folded)
        return needsComposition ? result.precomposedStringWithCanonicalMapping : result
    }

    /// The words of a search, folded: each must be found, anywhere in the text.
    public static func words(of text: String) -> [String] {
        var seen = Set<String>()
        return folded(text).unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
            .filter { seen.insert($0).inserted }
    }

    /// Whether `folded` contains `word` (both folded), compared scalar by scalar as in SQLite.
    public static func contains(_ folded: String, _ word: String) -> Bool {
        word.isEmpty || folded.utf8.firstRange(of: word.utf8) != nil
    }

    private static func lowercasedASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> String? {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: utf8.count) { buffer in
            for (index, byte) in utf8.enumerated() { buffer[index] = lowercased(byte) }
            return utf8.count
        }
    }

    private static func lowercased(_ ascii: UInt8) -> UInt8 { 0x41...0x5A ~= ascii ? ascii + 0x20 : ascii }

    /// Marks that do not change the word. The excluded classes are those of nuktas, kana voicing, viramas and the vowel
    /// and tone signs of South-East Asia.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300, scalar.properties.generalCategory == .nonspacingMark else { return false }
        switch scalar.properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 200...240: return true
        default: return false
        }
    }

    private static func withKeys(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { key(of: $0) ?? $0 }))
    }

    /// The key of the keyboard for a sign that phones and word processors put in its place. People who search type the
    /// key.
    ///
    /// These are Unicode's quotation marks (categories Pi and Pf without the brackets of editors of old texts; the low
    /// German quotation marks are Ps) and the hyphens and dashes of General Punctuation (Pd). Further signs stand for
    /// an apostrophe, feet, inches or a minus. Hebrew's own signs are on few keyboards. Wide and small forms decompose
    /// to the key by themselves. Signs with their own key stay: the grave accent, and 「, ー and 〜.
    private static func key(of sign: Unicode.Scalar) -> Unicode.Scalar? {
        switch sign.value {
        // ‘ ’ ‚ ‛, ‹ ›, the prime, the letters ʻ and ʼ, geresh, and the acute accent by itself, which has two codes.
        case 0x2018...0x201B, 0x2039...0x203A, 0x2032, 0x02BB...0x02BC, 0x05F3, 0x00B4, 0x1FFD: "'"
        // “ ” „ ‟, « », the double prime and gershayim.
        case 0x201C...0x201F, 0x00AB, 0x00BB, 0x2033, 0x05F4: "\""
        // Hyphens, en and em dashes, the minus and maqaf.
        case 0x2010...0x2015, 0x2212, 0x05BE: "-"
        default: nil
        }
    }

    private static let plainLetters: [UInt32: String] = [
        0x0141: "l", 0x0142: "l", 0x00D8: "o", 0x00F8: "o", 0x0110: "d", 0x0111: "d", 0x0126: "h", 0x0127: "h",
        0x0131: "i", 0x0166: "t", 0x0167: "t", 0x00C6: "ae", 0x00E6: "ae", 0x0152: "oe", 0x0153: "oe",
        0x1E9E: "ss",
    ]
}
