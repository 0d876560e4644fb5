/// The title of a line: its words without the parts that were understood, and without the marks that these leave behind.
struct QuickAddCut {
    private(set) var title = ""

    /// - Parameters:
    ///   - kinds: the meaning of each word; nil for words of the title and of phrases.
    ///   - kept: the words whose backslash is removed.
    ///   - phrases: the words of each phrase.
    init(_ line: QuickAddLine, kinds: [QuickAdd.Understood.Kind?], kept: Set<Int>, phrases: [[Int]]) {
        let text = line.text
        let inPhrase = Set(phrases.joined())
        func isGone(_ index: Int) -> Bool { kinds[index] != nil || inPhrase.contains(index) }
        let lastKept = line.words.indices.last { !isGone($0) } ?? -1
        var (end, hasHole, phraseInFront) = (text.startIndex, false, false)
        for (index, word) in line.words.enumerated() {
            defer { end = word.range.upperBound }
            guard !isGone(index) else {
                hasHole = true
                guard inPhrase.contains(index) else { continue }
                if title.isEmpty { phraseInFront = true }
                if index < lastKept, !inPhrase.contains(index + 1) {
                    addMark(of: QuickAddTitleWord(text, word.range, index: index, role: .plain))
                }
                continue
            }
            let raw = text[word.range].dropFirst(kept.contains(index) ? 1 : 0)
            if title.isEmpty {
                if phraseInFront, hasHole, Self.dashes.contains(raw) { continue }
            } else {
                title += hasHole ? " " : text[end..<word.range.lowerBound]
            }
            title += raw
            hasHole = false
        }
        if line.words.indices.contains(where: { $0 > lastKept && inPhrase.contains($0) }) { trimEnd() }
        if phraseInFront { title = String(title.drop { $0.isWhitespace || ",;:-–—)]".contains($0) }) }
    }

    /// Moves the comma, semicolon or colon after a phrase to the word before it.
    private mutating func addMark(of word: QuickAddTitleWord) {
        let marks = word.trail.filter { !")]}\"'”".contains($0) }
        guard let mark = marks.last, ",;:".contains(mark), let last = title.last, !",;:(".contains(last) else { return }
        title.append(mark)
    }

    private mutating func trimEnd() {
        func trim() {
            while let last = title.last, last.isWhitespace || ",;:([-–—".contains(last) { title.removeLast() }
        }
        trim()
        if title.hasSuffix("...") { title.removeLast(3) } else if title.hasSuffix("…") { title.removeLast() }
        trim()
    }

    private static let dashes: Set<Substring> = ["-", "–", "—", "--", ":", "|"]
}
