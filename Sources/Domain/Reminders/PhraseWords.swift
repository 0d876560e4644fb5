/// The words of a phrase, consumed from the front.
struct PhraseWords {
    private var words: ArraySlice<Substring>

    /// The words of `text`, separated by white space and commas.
    init(_ text: String) {
        words = text.split { $0 == " " || $0 == "\t" || $0 == "," }[...]
    }

    var isAtEnd: Bool { words.isEmpty }
    var count: Int { words.count }
    var first: Substring? { words.first }
    var second: Substring? { words.dropFirst().first }

    /// Whether it is one of the words.
    func contains(_ word: Substring) -> Bool { words.contains(word) }

    /// Consumes the next word if it is one of these.
    mutating func take(_ candidates: Substring...) -> Bool {
        guard let first, candidates.contains(first) else { return false }
        words.removeFirst()
        return true
    }

    /// Consumes all of these words if they come next.
    mutating func take(sequence: [Substring]) -> Bool {
        guard words.starts(with: sequence) else { return false }
        words.removeFirst(sequence.count)
        return true
    }

    mutating func skip(_ count: Int) { words = words.dropFirst(count) }

    /// Consumes the next word if `meaning` accepts it.
    mutating func take<Meaning>(_ meaning: (Substring) throws -> Meaning?) rethrows -> Meaning? {
        guard let first, let value = try meaning(first) else { return nil }
        words.removeFirst()
        return value
    }
}
