/// The phrases of dates, times and repetitions. The grammar has patterns of words for each name, and a meaning for each
/// pattern. One table serves `--due`, `due:`, the editor, filters and quick add.
///
/// In a pattern, `<class>` is a word of a ``WordClass``, and `{name}` is a phrase of another name. `(a|b)` is one of these
/// words and is passed to the meaning; `a|b` is one of these words and is not. An element that ends in `?` is optional.
struct PhraseGrammar: Sendable {
    typealias Action = @Sendable (PhraseContext, PhraseArguments) throws -> PhraseValue?

    /// A part of a pattern.
    struct Element: Sendable {
        enum Kind: Sendable { case word, ofClass, symbol }

        let kind: Kind
        /// The index of the set of words, class or name.
        let index: Int
        let isOptional: Bool
        /// Whether the word is passed to the meaning.
        let isKept: Bool
    }

    struct Row: Sendable {
        let symbol: Int
        /// The range of its own ``elements``.
        let elements: Range<Int>
        let action: Action
        let places: PhrasePlaces
        /// Whether the row begins with its own name and continues a phrase of it.
        let isRecursive: Bool
    }

    /// All rows. The rows of a name are adjacent.
    private(set) var rows: [Row] = []
    private(set) var elements: [Element] = []
    /// The sets of words of the elements, with a bit for each word.
    private(set) var choices: [[UInt64]] = []
    /// The rows of each name.
    private(set) var rowsOfSymbol: [Range<Int>] = []
    /// The names that lead back to themselves.
    private(set) var cycles: [Int] = []
    private(set) var symbols: [Substring: Int] = [:]
    private var words: [Substring: Int] = [:]
    /// The index in ``choices`` of the words of a pattern.
    private var choiceOfText: [Substring: Int] = [:]
    /// The rows that a word or a class can begin, and the rows of a place, with a bit for each row.
    private var beginnings: [[UInt64]] = []
    private var ofPlace: [PhrasePlaces: [UInt64]] = [:]
    private var drafts: [[Row]] = []

    static let standard: PhraseGrammar = {
        var grammar = PhraseGrammar()
        grammar.words.reserveCapacity(1024)
        grammar.choiceOfText.reserveCapacity(1024)
        grammar.addDays()
        grammar.addTimes()
        grammar.addDates()
        grammar.addDoubtfulDates()
        grammar.addRepetitions()
        grammar.addDoubtfulRepetitions()
        grammar.addReminders()
        grammar.addPeriods()
        grammar.finish()
        return grammar
    }()

    func id(of word: Substring) -> Int { words[word] ?? -1 }

    /// The number of a name. An unknown name is a mistake in the table.
    func symbol(_ name: Substring) -> Int {
        guard let symbol = symbols[name] else { preconditionFailure("no row is named \(name)") }
        return symbol
    }

    private mutating func define(_ name: Substring) -> Int {
        if let symbol = symbols[name] { return symbol }
        symbols[name] = drafts.count
        drafts.append([])
        return drafts.count - 1
    }

    private mutating func words(_ text: Substring) -> Int {
        // Many rows have the same words in a place.
        if let known = choiceOfText[text] { return known }
        var set: [UInt64] = []
        // By bytes, as everywhere here: comparing characters takes several times as long, and each start reads all patterns.
        for part in text.utf8.split(separator: UInt8(ascii: "|")) {
            let word = Substring(part)
            if let id = words[word] {
                set.insertBit(id)
            } else {
                set.insertBit(words.count)
                words[word] = words.count
            }
        }
        choiceOfText[text] = choices.count
        choices.append(set)
        return choices.count - 1
    }

    /// Adds a row of the table.
    mutating func row(
        _ name: String, _ pattern: String, in places: PhrasePlaces = .all, _ action: @escaping Action
    ) {
        let symbol = define(Substring(name))
        let start = elements.count
        for part in pattern.utf8.split(separator: UInt8(ascii: " ")) {
            let isOptional = part.count > 1 && part.last == UInt8(ascii: "?")
            let bytes = isOptional ? part.dropLast() : part
            let (text, inner) = (Substring(bytes), Substring(bytes.dropFirst().dropLast()))
            let (kind, index): (Element.Kind, Int)
            switch bytes.first {
            case UInt8(ascii: "<") where bytes.count > 1:
                let named = WordClass.named[inner]
                assert(named != nil, "no class of words is named \(inner)")
                kind = .ofClass
                index = (named ?? .any).rawValue
            case UInt8(ascii: "{"): (kind, index) = (.symbol, define(inner))
            case UInt8(ascii: "("): (kind, index) = (.word, words(inner))
            default: (kind, index) = (.word, words(text))
            }
            let isKept = kind != .word || bytes.first == UInt8(ascii: "(")
            elements.append(Element(kind: kind, index: index, isOptional: isOptional, isKept: isKept))
        }
        let isRecursive = elements[start].kind == .symbol && elements[start].index == symbol
        drafts[symbol].append(
            Row(
                symbol: symbol, elements: start..<elements.count, action: action, places: places,
                isRecursive: isRecursive))
    }
}

// The words that each row can begin with. Thanks to them, most words cost nothing.
extension PhraseGrammar {
    private mutating func finish() {
        for draft in drafts {
            rowsOfSymbol.append(rows.count..<rows.count + draft.count)
            rows += draft
        }
        drafts = []
        assert(rowsOfSymbol.allSatisfy { !$0.isEmpty }, "a name without a row")
        findCycles()
        // For each name, the classes and then the words with which it can begin, with a bit for each.
        let width = 1 + (words.count + 63) / 64
        var first = [UInt64](repeating: 0, count: rowsOfSymbol.count * width)
        var keys = [UInt64](repeating: 0, count: width)
        var isChanged = true
        while isChanged {
            isChanged = false
            for row in rows {
                find(&keys, of: row, first)
                for (index, bits) in keys.enumerated() {
                    let place = row.symbol * width + index
                    guard first[place] | bits != first[place] else { continue }
                    first[place] |= bits
                    isChanged = true
                }
            }
        }
        let classes = WordClass.allCases.count
        beginnings = Array(repeating: [], count: classes + words.count)
        for (index, row) in rows.enumerated() {
            find(&keys, of: row, first)
            for (place, bits) in keys.enumerated() {
                var rest = bits
                while rest != 0 {
                    let bit = rest.trailingZeroBitCount
                    rest &= rest - 1
                    beginnings[place == 0 ? bit : classes + (place - 1) * 64 + bit].insertBit(index)
                }
            }
            for place in [PhrasePlaces.value, .prose] where row.places.contains(place) {
                ofPlace[place, default: []].insertBit(index)
            }
        }
    }

    /// The classes and the words that a row can begin with: one bit set word for the classes, the others for the words.
    /// - Parameter keys: the place for them, as long as those of a name in `first`.
    private func find(_ keys: inout [UInt64], of row: Row, _ first: [UInt64]) {
        let width = keys.count
        for index in 0..<width { keys[index] = 0 }
        for element in elements[row.elements] {
            switch element.kind {
            case .word: for (index, bits) in choices[element.index].enumerated() { keys[1 + index] |= bits }
            case .ofClass: keys[0] |= 1 << element.index
            case .symbol: for index in 0..<width { keys[index] |= first[element.index * width + index] }
            }
            if !element.isOptional { break }
        }
    }

    private mutating func findCycles() {
        var reached = [Set<Int>](repeating: [], count: rowsOfSymbol.count)
        for row in rows {
            for element in elements[row.elements] where element.kind == .symbol {
                reached[row.symbol].insert(element.index)
            }
        }
        for middle in reached.indices {
            for symbol in reached.indices where reached[symbol].contains(middle) {
                reached[symbol].formUnion(reached[middle])
            }
        }
        cycles = reached.indices.filter { reached[$0].contains($0) }
    }

    /// The number of 64-bit words in a set of rows.
    var width: Int { (rows.count + 63) / 64 }

    /// Adds to a set of rows those that a word can begin in a place.
    func addRows(
        beginningWith id: Int, _ meanings: [PhraseLexicon.Meaning], in place: PhrasePlaces,
        to set: inout ArraySlice<UInt64>
    ) {
        func add(_ key: Int) {
            for (index, bits) in beginnings[key].enumerated() { set[set.startIndex + index] |= bits }
        }
        if id >= 0 { add(id + WordClass.allCases.count) }
        for meaning in meanings { add(meaning.class.rawValue) }
        for (index, bits) in (ofPlace[place] ?? []).enumerated() { set[set.startIndex + index] &= bits }
    }
}

/// The places where a row of ``PhraseGrammar`` is used.
struct PhrasePlaces: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// A date is asked for: `--due`, `due:`, the editor, filters.
    static let value = PhrasePlaces(rawValue: 1)
    /// Other words surround the date: a title of quick add.
    static let prose = PhrasePlaces(rawValue: 2)
    static let all: PhrasePlaces = [.value, .prose]
}

extension [UInt64] {
    fileprivate mutating func insertBit(_ index: Int) {
        while count <= index / 64 { append(0) }
        self[index / 64] |= 1 << UInt64(index % 64)
    }

    /// Whether a number is in the set.
    func hasBit(_ index: Int) -> Bool {
        index >= 0 && index / 64 < count && self[index / 64] & 1 << UInt64(index % 64) != 0
    }
}

/// The values of the elements of a row, in order. Words that are not passed to the meaning have no value.
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
    /// Whether an optional element is present.
    func isGiven(_ index: Int) -> Bool {
        if case .nothing = self[index] { return false }
        return true
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
