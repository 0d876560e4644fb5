/// The words of a phrase, taken one after the other.
struct PhraseWords {
    private var words: ArraySlice<Substring>

    /// The words of `text`; white space and commas part them.
    init(_ text: String) {
        words = text.split { $0 == " " || $0 == "\t" || $0 == "," }[...]
    }

    var isAtEnd: Bool { words.isEmpty }
    var first: Substring? { words.first }
    var second: Substring? { words.dropFirst().first }

    /// Takes the next word where it is one of these.
    mutating func take(_ candidates: Substring...) -> Bool {
        guard let first, candidates.contains(first) else { return false }
        words.removeFirst()
        return true
    }

    /// Takes these words where they come next, all of them.
    mutating func take(sequence: [Substring]) -> Bool {
        guard words.starts(with: sequence) else { return false }
        words.removeFirst(sequence.count)
        return true
    }

    mutating func skip(_ count: Int) { words = words.dropFirst(count) }

    /// Takes the next word where `meaning` finds one in it.
    mutating func take<Meaning>(_ meaning: (Substring) throws -> Meaning?) rethrows -> Meaning? {
        guard let first, let value = try meaning(first) else { return nil }
        words.removeFirst()
        return value
    }
}
