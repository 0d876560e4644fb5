/// Phrases of which only the last half is understood.
extension QuickAddReader {
    /// Whether words say less than what they end, so that they would be a wrong date: `at 9pm` after `tomorrow night`.
    func isHalf(_ words: [String], from start: Int) -> Bool {
        let before = (0..<start).filter { kinds[$0] == nil }.map(content)
        guard let last = before.last else { return false }
        // A time alone is today's or tomorrow's, unless a day is said elsewhere.
        if dates.isTime(words) {
            let near = max(0, start - Self.longestPhrase)..<start
            return DayWords.areIn(before) || near.contains { isDate(before: $0 + 1) }
        }
        // A time beside a day that does not go with it: "midnight today".
        if dates.isTime([last]), !words.contains(where: Self.saysHowOften) { return true }
        // Beethoven's 9th is played at 8pm, on whichever day.
        if last.hasSuffix("'s") || last.hasSuffix("’s"), DayWords.isOrdinal(words[0]), dates.isTime(words.dropFirst()) {
            return true
        }
        // "every fortnight on friday" is not once.
        let beginning = before.last { Self.isEvery($0) || !DayWords.isCounted($0) }
        return beginning.map(Self.isEvery) ?? false
    }
}
