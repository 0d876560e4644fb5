/// A word of the title of a line, in the form that phrases are read from.
struct QuickAddTitleWord {
    /// The role of a word in its line.
    enum Role {
        case plain
        /// A word in quotes or after a backslash. It belongs to the title, whatever it says.
        case closed
        /// A word of another program, or a name that does not exist.
        case foreign
    }

    /// The index of the word in the line.
    let index: Int
    let role: Role
    let range: Range<String.Index>
    /// Brackets and quotes before the word, the word itself, and marks after it.
    private(set) var lead: Substring
    private(set) var core: Substring
    private(set) var trail: Substring
    /// The word in small letters.
    private(set) var text: Substring
    /// Whether the word begins with a capital. EOD and the like do not count, as they are usually written in capitals.
    private(set) var isCapital = false

    init(_ line: String, _ range: Range<String.Index>, index: Int, role: Role) {
        self.index = index
        self.role = role
        self.range = range
        let raw = line[range]
        lead = ""
        core = raw
        trail = ""
        text = Substring(raw.lowercased())
        if role == .plain { takeMarks(of: raw) }
        isCapital = beginsWithCapital
    }

    /// Takes the marks around the word off it.
    private mutating func takeMarks(of raw: Substring) {
        // Most words have none. An apostrophe that is not ASCII begins with this byte.
        let isBare = raw.utf8.first?.isLetterOrDigit == true && raw.utf8.last?.isLetterOrDigit == true
        guard !isBare || raw.utf8.contains(0xE2) else { return }
        let open = raw.prefix { "([{\"'“„".contains($0) }
        let rest = raw.dropFirst(open.count)
        var end = rest.endIndex
        while end > rest.startIndex, ")]}\"'”,;:.!?…".contains(rest[rest.index(before: end)]) {
            end = rest.index(before: end)
        }
        guard end > rest.startIndex else { return }
        lead = open
        core = rest[..<end]
        trail = rest[end...]
        let lower = core.lowercased()
        text = Substring(lower.contains("’") ? String(lower.map { $0 == "’" ? "'" : $0 }) : lower)
        if text == "every" || text == "ev", trail == "!" {
            text += "!"
            trail = trail.dropFirst()
        } else if trail == ":", text == "due" || text == "deadline" {
            text += ":"
        } else if trail.first == ".", takesDot {
            trail = trail.dropFirst()
        }
    }

    /// Whether the dot after the word belongs to it: `dec.`, `fri.`, `p.m.`, `31.12.`
    private var takesDot: Bool {
        if ["may", "sun", "sat", "wed"].contains(text) { return false }
        if PhraseLexicon.isMonth(text) || PhraseLexicon.isWeekday(text) { return true }
        if text.hasSuffix("p.m") || text.hasSuffix("a.m") { return true }
        let shape = WordShape(text)
        return shape.numbers.count == 2 && shape.between == ["", ".", ""] && shape.digits.allSatisfy { $0 < 3 }
    }

    private var beginsWithCapital: Bool {
        guard core.utf8.first?.isSmallLetterOrDigit == false else { return false }
        guard core.first?.isUppercase == true, text != "i", !text.hasPrefix("i'"),
            !["eod", "eow", "eom", "eoq", "eoy"].contains(text)
        else { return false }
        // TOMORROW is no name.
        let isDay =
            QuickAddVocabulary.relative.contains(text) || QuickAddVocabulary.weekdays.contains(text)
            || ["by", "every", "next", "on", "this"].contains(text)
        return !(isDay && core.allSatisfy(\.isUppercase))
    }
    var beginsWithLetter: Bool { core.first?.isLetter == true }
    var hasDigit: Bool { core.utf8.contains { 0x30...0x39 ~= $0 } }
}

// Nearly all words are ASCII. To ask a character for its properties takes much longer.
extension UInt8 {
    var isSmallLetterOrDigit: Bool { 0x30...0x39 ~= self || 0x61...0x7A ~= self }
    var isLetterOrDigit: Bool { isSmallLetterOrDigit || 0x41...0x5A ~= self }
}

/// The words of the title of a line, with the facts about all of them.
struct QuickAddTitleWords {
    let all: [QuickAddTitleWord]
    /// Whether all letters are capitals, so that capitals mean nothing.
    let isShouting: Bool
    /// Whether all important words have a capital, as in a headline.
    let isTitled: Bool
    /// Whether the line names a person or a work after a weekday: `Wednesday Addams`.
    let hasNameOfDay: Bool
    /// Whether the line is about an evening.
    let isOfEvening: Bool
    /// The positions of the first negation, the first beginning of a clause, and the first subject.
    let (firstNegation, firstClause, firstSubject): (Int, Int, Int)

    /// Whether the line names a day by its weekday, or as today, tomorrow or tonight.
    let saysDay: Bool

    var first: Substring { all.first?.text ?? "" }
    var beginsWithDay: Bool { all.first.map(Self.isDay) ?? false }
    var endsWithDay: Bool { all.last.map(Self.isDay) ?? false }
    /// Whether the last word is a time of day such as 5pm or 18:30.
    var endsWithTime: Bool {
        guard let last = all.last, last.role == .plain else { return false }
        if ["am", "pm", "a.m.", "p.m."].contains(last.text) { return all.count > 1 && all[all.count - 2].hasDigit }
        if all.count > 1, all[all.count - 2].text == "at", let hour = Int(last.text) { return 7..<24 ~= hour }
        guard let time = PhraseLexicon.clock(last.text) else { return false }
        return time.form == .full || time.form == .colon
    }

    private static func isDay(_ word: QuickAddTitleWord) -> Bool {
        word.role == .plain && (PhraseLexicon.isWeekday(word.text) || QuickAddVocabulary.relative.contains(word.text))
    }

    init(_ words: [QuickAddTitleWord]) {
        all = words
        let named = words.filter { $0.role != .foreign && $0.beginsWithLetter }
        let isShouting = named.count > 1 && named.allSatisfy { $0.core.allSatisfy { !$0.isLowercase } }
        self.isShouting = isShouting
        let content = named.filter {
            !QuickAddVocabulary.function.contains($0.text) && !QuickAddVocabulary.hanging.contains($0.text)
        }
        isTitled = content.count > 1 && !isShouting && content.allSatisfy(\.isCapital)
        hasNameOfDay =
            !isShouting
            && zip(words, words.dropFirst()).enumerated().contains { index, pair in
                pair.0.isCapital && QuickAddVocabulary.weekdays.contains(pair.0.text) && pair.1.isCapital
                    && pair.0.trail.isEmpty && !(index == 0 && QuickAddVocabulary.verbs.contains(pair.1.text))
            }
        saysDay = words.contains(where: Self.isDay)
        isOfEvening = words.contains { QuickAddVocabulary.evening.contains($0.text) }
        func first(_ condition: (Int) -> Bool) -> Int { words.indices.first(where: condition) ?? words.count }
        firstNegation = first { index in
            QuickAddVocabulary.negations.contains(words[index].text)
                && !(index + 1 < words.count && words[index + 1].text == "forget")
        }
        firstClause = first { QuickAddVocabulary.clause.contains(words[$0].text) }
        firstSubject = first { QuickAddVocabulary.subjects.contains(words[$0].text) }
    }
}
