/// Suggests what a mistyped word may have meant.
enum Suggestion {
    /// The known word that is closest to the typed one; nil if none is close.
    static func of(_ typed: String, among known: [String]) -> String? {
        // Nobody mistypes a word of a hundred letters, and the comparison takes the product of the lengths.
        guard 2...30 ~= typed.utf8.count else { return nil }
        let word = typed.lowercased()
        if let longer = known.first(where: { word.count > 2 && $0.hasPrefix(word) }) { return longer }
        let nearest = known.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        guard let nearest, nearest.distance <= max(1, word.count * 2 / 5) else { return nil }
        return nearest.word
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbouring letters: the optimal string
    /// alignment distance.
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                let isEqual = left[row] == right[column]
                var best = min(rows[row][column] + (isEqual ? 0 : 1), rows[row][column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
