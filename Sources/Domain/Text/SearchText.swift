import Foundation

/// Text folded for searching: case and accents are removed, so that "creme" finds "Crème brûlée".
///
/// Unicode compatibility decomposition, removal of accents, points and invisible characters (joiners, soft hyphens,
/// variation selectors, direction marks), full case folding, recomposition. Vowel signs and voicing marks that change
/// the word (Devanagari, Thai, kana) stay; accents, Hebrew points and Arabic vowels go. Letters with a stroke, which do
/// not decompose, fold to their plain letter, so that "lodz" finds "Łódź".
public enum SearchText {
    /// The folded form of `text`, to be searched byte by byte.
    ///
    /// What is not ASCII is folded by itself: no mark that stays combines with an ASCII letter, and Foundation takes
    /// long.
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

    private static func foldedRun(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        var needsComposition = false
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            if scalar.value < 0x80 {
                folded.append(Unicode.Scalar(lowercased(UInt8(scalar.value))))
                continue
            }
            if isAccent(scalar) || scalar.properties.isDefaultIgnorableCodePoint { continue }
            if let plain = plainLetters[scalar.value] {
                folded.append(contentsOf: plain.unicodeScalars)
                continue
            }
            if scalar.value >= 0x900 { needsComposition = true }
            // Upper case first: only then does ß become SS and final sigma Σ.
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

    private static let plainLetters: [UInt32: String] = [
        0x0141: "l", 0x0142: "l", 0x00D8: "o", 0x00F8: "o", 0x0110: "d", 0x0111: "d", 0x0126: "h", 0x0127: "h",
        0x0131: "i", 0x0166: "t", 0x0167: "t", 0x00C6: "ae", 0x00E6: "ae", 0x0152: "oe", 0x0153: "oe",
        0x1E9E: "ss",
    ]
}
