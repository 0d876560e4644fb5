/// Hints about words that are not phrases: vague words, lengths of time, zones.
extension QuickAddPhrases {
    mutating func tellOthers(except taken: [Chosen]) {
        let words = title.all
        var closed = Set(taken.flatMap(\.words))
        for told in told { closed.formUnion(told.words) }
        func tell(_ range: Range<Int>, _ kind: QuickAdd.Hint.Kind, _ reason: String, _ fix: String) {
            guard closed.isDisjoint(with: range) else { return }
            closed.formUnion(range)
            told.append(Told(words: range, kind: kind, reason: reason, fix: fix))
        }
        if let last = words.last, words.count > 2, let fix = Self.vague[last.text], !last.isCapital,
            !Self.adverbs.contains(last.text) || QuickAddVocabulary.verbs.contains(title.first)
        {
            tell(words.count - 1..<words.count, .vague, "This says no day.", fix)
        }
        for (index, word) in words.enumerated() where word.role == .plain {
            if word.trail == ":", ["due", "start", "remind"].contains(word.core) {
                tell(index..<index + 1, .vague, "A date is missing after “\(word.core):”.", "\(word.core):friday")
            } else if ["for", "take", "takes"].contains(word.text), let end = endOfLength(index + 1) {
                tell(index..<end, .notHeld, "How long it takes is not kept.", "start: and due:")
            } else if Self.zones.contains(String(word.core)), !taken.isEmpty, index > 0, closed.contains(index - 1) {
                tell(index..<index + 1, .notHeld, "A time is that of this machine's zone.", "a time of this zone")
            } else if let end = endOfTimes(index) {
                tell(index..<end, .notHeld, "A series has one date at a time.", "every mon and thu")
            } else if isLength(index) {
                let text = words[index...].map { String($0.core) }.joined(separator: " ")
                tell(index..<words.count, .twoMeanings, "From now, or how long?", "in \(text.drop { $0 == "+" })")
            } else if isPlainDate(index) {
                tell(index..<index + 1, .inTitle, "A number, or a day?", "due:\(word.core)")
            }
        }
    }

    private static let vague: [Substring: String] = [
        "asap": "p1", "eventually": "due:none", "later": "due:today", "now": "due:today", "someday": "due:none",
        "sometime": "due:none", "soon": "due:tomorrow", "soonish": "due:tomorrow",
    ]
    /// Those of them that also end titles which are no tasks: version 2 or later.
    private static let adverbs: Set<Substring> = ["later", "soon", "soonish", "sometime"]
    private static let zones: Set<String> = ["BST", "CEST", "CET", "EDT", "EST", "GMT", "PDT", "PST", "UTC"]

    /// The end of `45min`, `an hour`, `2 hours`.
    private func endOfLength(_ start: Int) -> Int? {
        let words = title.all
        guard start < words.count else { return nil }
        func isUnit(_ text: Substring) -> Bool {
            ["m", "h", "hr", "hrs", "hour", "hours", "min", "mins", "minute", "minutes"].contains(text)
        }
        let shape = WordShape(words[start].text)
        if shape.numbers.count == 1, shape.between[0].isEmpty {
            if isUnit(shape.between[1]) { return start + 1 }
            if shape.between[1].isEmpty, start + 1 < words.count, isUnit(words[start + 1].text) { return start + 2 }
        }
        let rest = words[start...].prefix(3).map(\.text)
        if rest.starts(with: ["an", "hour"]) { return start + 2 }
        return rest == ["half", "an", "hour"] ? start + 3 : nil
    }

    /// The end of `2x a day`, `3x daily`.
    private func endOfTimes(_ start: Int) -> Int? {
        let words = title.all
        guard start + 1 < words.count else { return nil }
        let text = words[start].text
        let isTimes = text.count > 1 && text.last == "x" && text.dropLast().allSatisfy(\.isNumber)
        let next = words[start + 1].text
        if isTimes || text == "twice", next == "daily" || next == "weekly", start + 2 == words.count {
            return start + 2
        }
        guard isTimes, ["a", "per", "every"].contains(next), start + 2 < words.count,
            ["day", "week", "month", "year"].contains(words[start + 2].text)
        else { return nil }
        return start + 3
    }

    /// Whether the line ends with `3d` or `3 days` after a word that it does not belong to.
    private func isLength(_ index: Int) -> Bool {
        let words = title.all
        guard index > 1, index >= words.count - 2, words[index - 1].trail.isEmpty,
            words[index - 1].core.allSatisfy(\.isLowercase),
            words[index].trail.isEmpty,
            words[index - 1].text == "for" || !QuickAddVocabulary.hanging.contains(words[index - 1].text)
        else { return false }
        let shape = WordShape(words[index].text)
        guard shape.numbers.count == 1, shape.digits[0] < 3 else { return false }
        if index == words.count - 1 {
            return (shape.between[0].isEmpty || shape.between[0] == "+")
                && ["d", "w", "m", "y", "h"].contains(shape.between[1])
        }
        let units: Set<Substring> = ["day", "days", "week", "weeks", "month", "months", "hour", "hours"]
        return index == words.count - 2 && shape.between == ["", ""] && units.contains(words[index + 1].text)
            && words[index + 1].trail.isEmpty
    }

    /// Whether the line ends with `20270315`.
    private func isPlainDate(_ index: Int) -> Bool {
        let words = title.all
        guard index == words.count - 1, index > 1, words[index - 1].core.allSatisfy(\.isLowercase),
            !QuickAddVocabulary.counting.contains(words[index - 1].text)
        else { return false }
        let shape = WordShape(words[index].text)
        guard shape.digits == [8], shape.between == ["", ""], let number = shape.numbers.first else { return false }
        return 2020...2099 ~= number / 10_000 && 1...12 ~= number / 100 % 100 && 1...31 ~= number % 100
    }
}
