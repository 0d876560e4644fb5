/// Finds the known word that a mistyped one may have meant.
package enum NearestWord {
    /// The known word that is closest to the typed one, ignoring case and accents; nil if none is close.
    package static func to(_ typed: String, among known: some Sequence<String>) -> String? {
        // Long texts are not typing mistakes, and the time of the comparison grows with the product of the lengths.
        guard 2...30 ~= typed.utf8.count else { return nil }
        let word = Array(SearchText.folded(typed))
        var nearest: (word: String, distance: Int)?
        for candidate in known {
            let letters = Array(SearchText.folded(candidate))
            if word.count > 2, letters.starts(with: word) { return candidate }
            guard abs(letters.count - word.count) < nearest?.distance ?? .max else { continue }
            let distance = distance(word, letters)
            if distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
        }
        guard let nearest, nearest.distance <= max(1, word.count * 2 / 5) else { return nil }
        return nearest.word
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbouring letters: the optimal string
    /// alignment distance.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var (before, last) = ([Int](), Array(0...right.count))
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                let isEqual = left[row] == right[column]
                var best = min(last[column] + (isEqual ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            before = last
            last = next
        }
        return last[right.count]
    }
}
