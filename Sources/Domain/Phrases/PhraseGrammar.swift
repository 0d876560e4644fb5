/// The phrases of dates, times and repetitions: for each name the patterns of words that it stands for, and what each of
/// them means. One table serves `--due`, `due:`, the editor and quick add.
///
/// In a pattern, `<class>` is a word of a ``WordClass``, `{name}` what another name stands for, `(a|b)` one of these words,
/// which the meaning gets, `a|b` one of these words, which it does not get; what ends in `?` may be left out.
struct PhraseGrammar: Sendable {
    typealias Action = @Sendable (PhraseContext, PhraseArguments) throws -> PhraseValue?

    enum Element: Sendable {
        case word([Int], isKept: Bool)
        case ofClass(WordClass)
        case symbol(Int)
    }

    struct Row: Sendable {
        let elements: [(element: Element, isOptional: Bool)]
        let action: Action
        let isRecursive: Bool
        /// With which words it can begin.
        var first = WordMask()
    }

    private(set) var rows: [[Row]] = []
    private(set) var first: [WordMask] = []
    private(set) var symbols: [String: Int] = [:]
    private var words: [Substring: Int] = [:]

    static let standard: PhraseGrammar = {
        var grammar = PhraseGrammar()
        grammar.addDays()
        grammar.addTimes()
        grammar.addDates()
        grammar.addDoubtfulDates()
        grammar.addRepetitions()
        grammar.addDoubtfulRepetitions()
        grammar.addReminders()
        grammar.findFirstWords()
        return grammar
    }()

    /// What is known of a word of a phrase.
    func mask(of word: Substring, _ meanings: [PhraseLexicon.Meaning]) -> WordMask {
        var mask = WordMask()
        mask.classes = WordClass.any.bit
        for meaning in meanings { mask.classes |= meaning.class.bit }
        if let id = words[word] { mask.insert(id) }
        return mask
    }

    func id(of word: Substring) -> Int { words[word] ?? -1 }

    func symbol(_ name: String) -> Int { symbols[name] ?? 0 }

    private mutating func define(_ name: String) -> Int {
        if let symbol = symbols[name] { return symbol }
        symbols[name] = rows.count
        rows.append([])
        first.append(WordMask())
        return rows.count - 1
    }

    private mutating func intern(_ word: Substring) -> Int {
        if let id = words[word] { return id }
        words[word] = words.count
        return words.count - 1
    }

    /// Adds a row of the table.
    mutating func row(_ name: String, _ pattern: String, _ action: @escaping Action) {
        let symbol = define(name)
        var elements: [(element: Element, isOptional: Bool)] = []
        for part in pattern.split(separator: " ") {
            let isOptional = part.count > 1 && part.last == "?"
            let text = isOptional ? part.dropLast() : part
            let inner = text.dropFirst().dropLast()
            let element: Element
            switch text.first {
            case "<" where text.count > 1:
                let kind = WordClass.named[inner]
                assert(kind != nil, "no class of words is named \(inner)")
                element = .ofClass(kind ?? .any)
            case "{": element = .symbol(define(String(inner)))
            case "(": element = .word(inner.split(separator: "|").map { intern($0) }, isKept: true)
            default: element = .word(text.split(separator: "|").map { intern($0) }, isKept: false)
            }
            elements.append((element, isOptional))
        }
        var isRecursive = false
        if case .symbol(symbol)? = elements.first?.element { isRecursive = true }
        rows[symbol].append(Row(elements: elements, action: action, isRecursive: isRecursive))
    }

    /// Which words each row and each name can begin with, so that most words cost nothing.
    private mutating func findFirstWords() {
        var isChanged = true
        while isChanged {
            isChanged = false
            for symbol in rows.indices {
                for index in rows[symbol].indices {
                    var mask = WordMask()
                    for (element, isOptional) in rows[symbol][index].elements {
                        switch element {
                        case .word(let ids, _): for id in ids { mask.insert(id) }
                        case .ofClass(let kind): mask.classes |= kind.bit
                        case .symbol(let other): mask.formUnion(first[other])
                        }
                        if !isOptional { break }
                    }
                    rows[symbol][index].first = mask
                    var all = first[symbol]
                    all.formUnion(mask)
                    if all != first[symbol] { (first[symbol], isChanged) = (all, true) }
                }
            }
        }
    }
}

/// A set of words: those of the grammar by number, all others by their classes.
struct WordMask: Equatable, Sendable {
    var classes: UInt64 = 0
    private var words = SIMD8<UInt64>()

    mutating func insert(_ id: Int) {
        // One of 512 bits; what does not fit is looked at as if it could begin anything.
        if id < 512 { words[id / 64] |= 1 << UInt64(id % 64) } else { classes = ~0 }
    }

    mutating func formUnion(_ other: WordMask) {
        classes |= other.classes
        words |= other.words
    }

    func intersects(_ other: WordMask) -> Bool {
        classes & other.classes != 0 || (words & other.words) != SIMD8<UInt64>()
    }
}

/// What the elements of a row stand for, in order; words that are not kept have none.
struct PhraseArguments {
    let values: ArraySlice<PhraseValue>

    private subscript(_ index: Int) -> PhraseValue {
        let index = values.startIndex + index
        return values.indices.contains(index) ? values[index] : .nothing
    }

    func number(_ index: Int) -> Int { optionalNumber(index) ?? 0 }
    func optionalNumber(_ index: Int) -> Int? {
        if case .number(let number) = self[index] { return number }
        return nil
    }
    func numbers(_ index: Int) -> [Int] {
        switch self[index] {
        case .numbers(let numbers): numbers
        case .number(let number): [number]
        default: []
        }
    }
    func word(_ index: Int) -> Substring {
        if case .word(let word) = self[index] { return word }
        return ""
    }
    func part(_ index: Int) -> DayPart { DayPart(rawValue: String(word(index))) ?? .morning }
    func period(_ index: Int) -> CalendarPeriod { CalendarPeriod(word(index)) ?? .week }
    func unit(_ index: Int) -> PhraseUnit {
        if case .unit(let unit) = self[index] { return unit }
        return .day
    }
    func amount(_ index: Int) -> (count: Int, unit: PhraseUnit) {
        if case .amount(let count, let unit) = self[index] { return (count, unit) }
        return (0, .day)
    }
    func length(_ index: Int) -> Span {
        if case .length(let length) = self[index] { return length }
        return .days(0)
    }
    func time(_ index: Int) -> PhraseTime { optionalTime(index) ?? PhraseTime(minutes: 0, form: .impossible) }
    func optionalTime(_ index: Int) -> PhraseTime? {
        if case .time(let time) = self[index] { return time }
        return nil
    }
    func date(_ index: Int) -> PhraseDate {
        if case .date(let date) = self[index] { return date }
        return PhraseDate(kind: .time)
    }
    func rule(_ index: Int) -> PhraseRule {
        if case .rule(let rule) = self[index] { return rule }
        return PhraseRule()
    }
    func mode(_ index: Int) -> Recurrence.Mode {
        if case .mode(let mode) = self[index] { return mode }
        return .every
    }
}
