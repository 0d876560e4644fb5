/// Finds the phrases that begin at a word of a line.
///
/// The meanings of a name at a word are found once and kept, and no phrase has more than ``longest`` words. So the work grows
/// with the number of words.
struct PhraseParser {
    /// A word in the form that the grammar reads.
    struct Word {
        /// The text in small letters, without marks.
        let text: Substring
        /// Whether the word belongs to the title, whatever it says.
        var isClosed = false
        /// Whether a phrase can continue after the word, and whether it can continue with the word.
        var (continues, isContinued) = (true, true)

        /// Creates a word of a text that is nothing but a phrase.
        init(_ text: Substring) { self.text = text }

        /// Creates a word of a line.
        init(text: Substring, isClosed: Bool, continues: Bool, isContinued: Bool) {
            self.text = text
            self.isClosed = isClosed
            self.continues = continues
            self.isContinued = isContinued
        }
    }

    /// The maximum number of words in a phrase, more than any phrase needs.
    static let longest = 16

    typealias End = (end: Int, value: PhraseValue)

    let words: [Word]
    private let context: PhraseContext
    private let grammar = PhraseGrammar.standard
    private var ids: [Int] = []
    private var meanings: [[PhraseLexicon.Meaning]] = []
    /// The rows that can begin at each word, with a bit for each row.
    private var beginnings: [UInt64]
    private let width: Int
    /// The results for each word and name; nil if it was not searched yet.
    private var found: [[End]?]
    /// The values of the elements of the rows that are being tried.
    private var values: [PhraseValue] = []
    /// Whether a doubtful value was replaced by an understood one, so that its continuations are tried again.
    private var isReplaced = false

    /// The number of grammar elements that were tried.
    private(set) var tries = 0
    /// The end of the last word that a row took, and the end of the last phrase without a meaning.
    private(set) var (matched, rejected) = (0, 0)

    init(_ words: [Word], _ context: PhraseContext) {
        self.words = words
        self.context = context
        width = grammar.width
        beginnings = Array(repeating: 0, count: words.count * width)
        found = Array(repeating: nil, count: words.count * grammar.rowsOfSymbol.count)
        for (index, word) in words.enumerated() {
            let (id, meanings) = (grammar.id(of: word.text), PhraseLexicon.meanings(of: word.text))
            ids.append(id)
            self.meanings.append(meanings)
            guard !word.isClosed, id >= 0 || !meanings.isEmpty else { continue }
            grammar.addRows(
                beginningWith: id, meanings, in: context.place, to: &beginnings[index * width..<(index + 1) * width])
        }
        // Backwards, so that no name is searched within itself more than once.
        for start in words.indices.dropFirst().reversed() where begins(start) {
            for symbol in grammar.cycles { _ = ends(of: symbol, at: start) }
        }
        matched = 0
        rejected = 0
    }

    /// Creates a parser for the words of a phrase, separated by white space and commas.
    init(_ text: String, _ context: PhraseContext) {
        self.init(text.split { $0 == " " || $0 == "\t" || $0 == "," }.map(Word.init), context)
    }

    /// All phrases of a name that begin at a word: each end once. An understood phrase wins over a doubtful one.
    mutating func ends(of name: Substring, at start: Int) -> [End] { ends(of: grammar.symbol(name), at: start) }

    /// The value of all words together as a phrase of a name; nil if they are not such a phrase.
    mutating func whole(_ name: Substring) -> PhraseValue? {
        ends(of: name, at: 0).first { $0.end == words.count }?.value
    }

    /// Whether any row can begin at a word.
    func begins(_ start: Int) -> Bool {
        for index in start * width..<(start + 1) * width where beginnings[index] != 0 { return true }
        return false
    }

    mutating func ends(of symbol: Int, at start: Int) -> [End] {
        guard start < words.count else { return [] }
        let key = start * grammar.rowsOfSymbol.count + symbol
        if let known = found[key] { return known }
        found[key] = []
        let rows = grammar.rowsOfSymbol[symbol]
        var isRecursive = false
        // Most rows cannot begin here. They are skipped 64 at a time.
        for place in rows.lowerBound / 64...(rows.upperBound - 1) / 64 {
            var bits = beginnings[start * width + place]
            if place == rows.lowerBound / 64 { bits &= ~0 << UInt64(rows.lowerBound % 64) }
            while bits != 0 {
                let row = place * 64 + bits.trailingZeroBitCount
                guard row < rows.upperBound else { break }
                bits &= bits - 1
                if grammar.rows[row].isRecursive {
                    isRecursive = true
                } else {
                    match(row, grammar.rows[row].elements.lowerBound, start, start, values.count)
                }
            }
        }
        if isRecursive { grow(rows, key, start) }
        return found[key] ?? []
    }

    /// Continues the phrases of a name with the rows that begin with it.
    private mutating func grow(_ rows: Range<Int>, _ key: Int, _ start: Int) {
        var index = 0
        while let known = found[key], index < known.count {
            let (end, value) = known[index]
            isReplaced = false
            for row in rows where grammar.rows[row].isRecursive {
                values.append(value)
                match(row, grammar.rows[row].elements.lowerBound + 1, start, end, values.count - 1)
                values.removeLast()
            }
            index = isReplaced ? 0 : index + 1
        }
        isReplaced = false
    }

    /// Tries an element of a row, and the elements after it, at a word.
    /// - Parameter base: the number of values before those of the row.
    private mutating func match(_ row: Int, _ index: Int, _ start: Int, _ position: Int, _ base: Int) {
        guard index < grammar.rows[row].elements.upperBound else {
            if position > start { finish(row, start, position, base) }
            return
        }
        tries += 1
        let element = grammar.elements[index]
        let isReachable =
            position < words.count && !words[position].isClosed && position - start < Self.longest
            && (position == start || words[position - 1].continues && words[position].isContinued)
        if isReachable {
            func goOn(_ value: PhraseValue?, _ end: Int) {
                matched = max(matched, end)
                if let value { values.append(value) }
                match(row, index + 1, start, end, base)
                if value != nil { values.removeLast() }
            }
            switch element.kind {
            case .word:
                if grammar.choices[element.index].hasBit(ids[position]) {
                    goOn(element.isKept ? .word(words[position].text) : nil, position + 1)
                }
            case .ofClass:
                if element.index == WordClass.any.rawValue {
                    goOn(.word(words[position].text), position + 1)
                } else {
                    for meaning in meanings[position] where meaning.class.rawValue == element.index {
                        goOn(meaning.value, position + 1)
                    }
                }
            case .symbol:
                for (end, value) in ends(of: element.index, at: position) where end - start <= Self.longest {
                    goOn(value, end)
                }
            }
        }
        guard element.isOptional else { return }
        if element.isKept { values.append(.nothing) }
        match(row, index + 1, start, position, base)
        if element.isKept { values.removeLast() }
    }

    /// Stores the meaning of a row whose elements were all found.
    private mutating func finish(_ row: Int, _ start: Int, _ end: Int, _ base: Int) {
        let key = start * grammar.rowsOfSymbol.count + grammar.rows[row].symbol
        let known = found[key]?.firstIndex { $0.end == end }
        if let known, found[key]?[known].value.isDoubt != true { return }
        guard let value = value(row, base) else {
            rejected = max(rejected, end)
            return
        }
        guard let known else {
            found[key]?.append((end, value))
            return
        }
        guard !value.isDoubt else { return }
        found[key]?[known].value = value
        isReplaced = true
    }

    private func value(_ row: Int, _ base: Int) -> PhraseValue? {
        for index in base..<values.count where values[index].isDoubt { return values[index] }
        do {
            return try grammar.rows[row].action(context, PhraseArguments(values: values[base...]))
        } catch let doubt as PhraseDoubt {
            return .doubt(doubt)
        } catch let error as TodoError {
            return .doubt(PhraseDoubt(error))
        } catch {
            return .doubt(PhraseContext.noSuchDay)
        }
    }
}
