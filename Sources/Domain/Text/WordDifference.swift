/// The difference between two texts, word by word.
///
/// The parts that are ``Kind/same`` or ``Kind/removed`` are the old text, and those that are ``Kind/same`` or ``Kind/added`` are
/// the new one. Texts with too many different words are not compared: the whole middle is then removed and added.
package struct WordDifference: Hashable, Sendable {
    /// The fate of a part: kept, removed or added.
    package enum Kind: String, Hashable, Sendable {
        /// It is in both texts.
        case same
        /// It is only in the old text.
        case removed
        /// It is only in the new text.
        case added
    }

    /// Some words in a row.
    package struct Part: Hashable, Sendable {
        /// Whether they were kept, removed or added.
        package let kind: Kind
        /// The words, with the white space between them.
        package let text: String

        /// Some words.
        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The parts, in order; what was removed comes before what was added in its place.
    package private(set) var parts: [Part] = []

    /// How many pairs of words are compared at most.
    private static let mostPairs = 250_000

    /// The difference from an old text to a new one.
    package init(from old: String, to new: String) {
        var (left, right) = (Self.words(of: old)[...], Self.words(of: new)[...])
        let begin = zip(left, right).prefix { $0 == $1 }.count
        let beginning = left.prefix(begin)
        left = left.dropFirst(begin)
        right = right.dropFirst(begin)
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let ending = left.suffix(end)
        left = left.dropLast(end)
        right = right.dropLast(end)
        var builder = Builder()
        beginning.forEach { builder.add(.same, $0) }
        for (kind, word) in Self.compare(Array(left), Array(right)) { builder.add(kind, word) }
        ending.forEach { builder.add(.same, $0) }
        parts = builder.finished
    }

    /// The same with only the words beside a change, for a long text of which little has changed.
    /// - Parameter count: how many characters of each end of an unchanged part stay.
    package func shortened(to count: Int = 40) -> WordDifference {
        var result = self
        result.parts = parts.indices.map { index in
            let part = parts[index]
            // A few characters more are not worth a sign that something is left out.
            guard part.kind == .same, part.text.count > 2 * count + 20 else { return part }
            let head = index == 0 ? "" : Self.wholeWords(at: count, of: part.text, isEnd: false)
            let tail = index == parts.count - 1 ? "" : Self.wholeWords(at: count, of: part.text, isEnd: true)
            return Part(.same, "\(head)…\(tail)")
        }
        return result
    }

    /// The whole words among this many characters at the beginning or the end of a longer text; all of these if there is no whole
    /// word.
    private static func wholeWords(at count: Int, of text: String, isEnd: Bool) -> String {
        // With one character more, the outermost word is the one that the limit cuts, or that begins behind it.
        let words = words(of: String(isEnd ? text.suffix(count + 1) : text.prefix(count + 1)))
        let kept = isEnd ? words.dropFirst() : words.dropLast()
        guard kept.contains(where: { $0.first?.isWhitespace == false }) else {
            return String(isEnd ? text.suffix(count) : text.prefix(count))
        }
        return kept.joined()
    }

    /// Words, and the white space between them.
    private static func words(of text: String) -> [Substring] {
        var (words, start) = ([Substring](), text.startIndex)
        while start < text.endIndex {
            let isSpace = text[start].isWhitespace
            let end = text[start...].firstIndex { $0.isWhitespace != isSpace } ?? text.endIndex
            words.append(text[start..<end])
            start = end
        }
        return words
    }

    /// The words of both in order, with as many of them the same as possible.
    private static func compare(_ left: [Substring], _ right: [Substring]) -> [(Kind, Substring)] {
        guard left.count * right.count <= mostPairs else {
            return left.map { (.removed, $0) } + right.map { (.added, $0) }
        }
        // The number of words that are the same in both, from each pair of places on.
        let width = right.count + 1
        var same = [Int32](repeating: 0, count: (left.count + 1) * width)
        for i in left.indices.reversed() {
            for j in right.indices.reversed() {
                same[i * width + j] =
                    left[i] == right[j]
                    ? same[(i + 1) * width + j + 1] + 1 : max(same[(i + 1) * width + j], same[i * width + j + 1])
            }
        }
        var (result, i, j) = ([(Kind, Substring)](), 0, 0)
        while i < left.count || j < right.count {
            if i < left.count, j < right.count, left[i] == right[j] {
                result.append((.same, left[i]))
                i = i + 1
                j = j + 1
            } else if j == right.count || i < left.count && same[(i + 1) * width + j] >= same[i * width + j + 1] {
                result.append((.removed, left[i]))
                i += 1
            } else {
                result.append((.added, right[j]))
                j += 1
            }
        }
        return result
    }

    /// Joins words to parts. White space between two changed words belongs to them.
    private struct Builder {
        private var parts: [Part] = []
        private var (same, removed, added, space) = ("", "", "", "")

        mutating func add(_ kind: Kind, _ word: Substring) {
            switch kind {
            case .same where !removed.isEmpty && !added.isEmpty && space.isEmpty && word.allSatisfy(\.isWhitespace):
                space = String(word)
            case .same:
                flush()
                same += word
            case .removed:
                join()
                removed += word
            case .added:
                join()
                added += word
            }
        }

        private mutating func join() {
            removed = removed + space
            added = added + space
            space = ""
            if !same.isEmpty { parts.append(Part(.same, same)) }
            same = ""
        }

        private mutating func flush() {
            if !removed.isEmpty { parts.append(Part(.removed, removed)) }
            if !added.isEmpty { parts.append(Part(.added, added)) }
            same = same + space
            removed = ""
            added = ""
            space = ""
        }

        var finished: [Part] {
            var last = self
            last.flush()
            return last.parts + (last.same.isEmpty ? [] : [Part(.same, last.same)])
        }
    }
}
