/// Finds the phrases that begin at a word of a line.
///
/// What a name stands for at a word is found once and kept, and no phrase has more than ``longest`` words, so that the work
/// grows with the number of words.
final class PhraseParser {
    /// A word as the grammar sees it.
    struct Word {
        /// In small letters, without marks.
        let text: Substring
        /// Whether it belongs to the title whatever it says.
        var isClosed = false
        /// Whether a phrase can go on after it, and go on with it.
        var (continues, isContinued) = (true, true)

        /// A word of a phrase that is nothing else.
        init(_ text: Substring) { self.text = text }

        /// A word of a line.
        init(text: Substring, isClosed: Bool, continues: Bool, isContinued: Bool) {
            (self.text, self.isClosed) = (text, isClosed)
            (self.continues, self.isContinued) = (continues, isContinued)
        }
    }

    /// More words than any phrase needs.
    static let longest = 16

    typealias End = (end: Int, value: PhraseValue)

    private let words: [Word]
    private let ids: [Int]
    private let meanings: [[PhraseLexicon.Meaning]]
    private let masks: [WordMask]
    private let context: PhraseContext
    private let grammar = PhraseGrammar.standard
    /// For each word and name; nil where it was not looked for.
    private var found: [[End]?]

    init(_ words: [Word], _ context: PhraseContext) {
        (self.words, self.context) = (words, context)
        ids = words.map { [grammar] in grammar.id(of: $0.text) }
        let meanings = words.map { PhraseLexicon.meanings(of: $0.text) }
        self.meanings = meanings
        masks = zip(words, meanings).map { [grammar] in grammar.mask(of: $0.text, $1) }
        found = Array(repeating: nil, count: words.count * grammar.rows.count)
    }

    /// All that a name stands for from a word on: each end once, and what is understood before what is told.
    func ends(of name: String, at start: Int) -> [End] { ends(of: grammar.symbol(name), at: start) }

    private func ends(of symbol: Int, at start: Int) -> [End] {
        guard start < words.count, !words[start].isClosed, grammar.first[symbol].intersects(masks[start]) else {
            return []
        }
        let key = start * grammar.rows.count + symbol
        if let known = found[key] { return known }
        found[key] = []
        let rows = grammar.rows[symbol]
        let isRecursive = rows.contains { $0.isRecursive }
        var grows = true
        var isFirstRound = true
        while grows {
            grows = false
            for row in rows where (isFirstRound || row.isRecursive) && row.first.intersects(masks[start]) {
                var matches: [(end: Int, values: [PhraseValue])] = []
                var values: [PhraseValue] = []
                match(row, 0, start, start, &values, &matches)
                for (end, values) in matches where end > start {
                    let known = found[key]?.firstIndex { $0.end == end }
                    if let known, found[key]?[known].value.isDoubt != true { continue }
                    guard let value = value(row, values) else { continue }
                    if let known {
                        guard !value.isDoubt else { continue }
                        found[key]?[known].value = value
                    } else {
                        found[key]?.append((end, value))
                    }
                    grows = true
                }
            }
            isFirstRound = false
            if !isRecursive { break }
        }
        return found[key] ?? []
    }

    private func value(_ row: PhraseGrammar.Row, _ values: [PhraseValue]) -> PhraseValue? {
        if let doubt = values.first(where: \.isDoubt) { return doubt }
        do {
            return try row.action(context, PhraseArguments(values: values[...]))
        } catch let doubt as PhraseDoubt {
            return .doubt(doubt)
        } catch {
            return .doubt(PhraseContext.noSuchDay)
        }
    }

    private func match(
        _ row: PhraseGrammar.Row, _ index: Int, _ start: Int, _ position: Int, _ values: inout [PhraseValue],
        _ matches: inout [(end: Int, values: [PhraseValue])]
    ) {
        guard index < row.elements.count else {
            matches.append((position, values))
            return
        }
        let (element, isOptional) = row.elements[index]
        let isReachable =
            position < words.count && !words[position].isClosed && position - start < Self.longest
            && (position == start || words[position - 1].continues && words[position].isContinued)
        var isWord = false
        if isReachable {
            switch element {
            case .word(let choices, let isKept):
                if choices.contains(ids[position]) {
                    if isKept { values.append(.word(words[position].text)) }
                    match(row, index + 1, start, position + 1, &values, &matches)
                    if isKept { values.removeLast() }
                }
            case .ofClass(let kind):
                if kind == .any {
                    values.append(.word(words[position].text))
                    match(row, index + 1, start, position + 1, &values, &matches)
                    values.removeLast()
                } else if masks[position].classes & kind.bit != 0 {
                    for meaning in meanings[position] where meaning.class == kind {
                        values.append(meaning.value)
                        match(row, index + 1, start, position + 1, &values, &matches)
                        values.removeLast()
                    }
                }
            case .symbol(let symbol):
                for (end, value) in ends(of: symbol, at: position) where end - start <= Self.longest {
                    values.append(value)
                    match(row, index + 1, start, end, &values, &matches)
                    values.removeLast()
                }
            }
        }
        if case .word(_, false) = element { isWord = true }
        if isOptional {
            if !isWord { values.append(.nothing) }
            match(row, index + 1, start, position, &values, &matches)
            if !isWord { values.removeLast() }
        }
    }
}
