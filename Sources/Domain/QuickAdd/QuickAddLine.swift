/// The words of a line, apart from what exists.
struct QuickAddLine {
    let text: String
    let words: [QuickAddWord]

    /// - Throws: ``TodoError`` with code `title-too-long`.
    init(_ text: String) throws {
        guard text.utf8.count <= QuickAdd.longestLine else {
            throw TodoError(.titleTooLong, "A line has at most 8,192 bytes; put the rest into the notes.")
        }
        self.text = text
        var scanner = Scanner(text: text)
        words = scanner.words()
    }

    /// Where a part of the line is.
    func span(_ range: Range<String.Index>) -> TextSpan {
        var start = (index: text.startIndex, utf8: 0, utf16: 0)
        return span(range, after: &start)
    }

    /// Where a part of the line is, counted from a place before it, which becomes its end.
    func span(
        _ range: Range<String.Index>, after start: inout (index: String.Index, utf8: Int, utf16: Int)
    ) -> TextSpan {
        func advance(to index: String.Index) -> (utf8: Int, utf16: Int) {
            let part = text[start.index..<index]
            start = (index, start.utf8 + part.utf8.count, start.utf16 + part.utf16.count)
            return (start.utf8, start.utf16)
        }
        let (first, last) = (advance(to: range.lowerBound), advance(to: range.upperBound))
        return TextSpan(utf8: first.utf8..<last.utf8, utf16: first.utf16..<last.utf16)
    }

    /// Cuts a line at white space that is not in quotes; whole characters only.
    private struct Scanner {
        let text: String
        var position: String.Index
        /// Whether there is no end of quotes any more, so that it is looked for once.
        var isUnclosed = false

        init(text: String) { (self.text, position) = (text, text.startIndex) }

        mutating func words() -> [QuickAddWord] {
            var words: [QuickAddWord] = []
            while true {
                skip { $0.isSpace }
                guard position < text.endIndex else { return words }
                words.append(word())
            }
        }

        private mutating func word() -> QuickAddWord {
            let start = position
            let isEscaped = text[start] == "\\"
            if isEscaped { text.formIndex(after: &position) }
            let content = position
            if let mark = ["\"", "+\"", "@\"", "/\"", "due:\"", "start:\"", "remind:\""]
                .first(where: { text[content...].hasPrefix($0) })
            {
                let opening = text.index(content, offsetBy: mark.count)
                if let closing = closingQuote(from: opening) {
                    position = text.index(after: closing)
                    let isWhole = position == text.endIndex || text[position].isSpace
                    skip { !$0.isSpace }
                    let value = Self.unescaped(text[opening..<closing])
                    return QuickAddWord(
                        range: start..<position, isEscaped: isEscaped, isQuoted: mark == "\"",
                        token: isWhole ? QuickAddWord.token(String(mark.dropLast()), value, isQuoted: true) : nil)
                }
            }
            skip { !$0.isSpace }
            let word = text[content..<position]
            let mark =
                ["+", "@", "/", "^", "due:", "start:", "remind:", "p"].first { word.hasPrefix($0) } ?? ""
            return QuickAddWord(
                range: start..<position, isEscaped: isEscaped, isQuoted: false,
                token: QuickAddWord.token(mark, String(word.dropFirst(mark.count)), isQuoted: false))
        }

        private mutating func skip(while condition: (Character) -> Bool) {
            while position < text.endIndex, condition(text[position]) { text.formIndex(after: &position) }
        }

        private mutating func closingQuote(from start: String.Index) -> String.Index? {
            guard !isUnclosed else { return nil }
            var index = start
            while index < text.endIndex {
                if text[index] == "\"" { return index }
                if text[index] == "\\" {
                    text.formIndex(after: &index)
                    guard index < text.endIndex else { break }
                }
                text.formIndex(after: &index)
            }
            isUnclosed = true
            return nil
        }

        /// Without the backslashes that keep quotes and backslashes.
        private static func unescaped(_ quoted: Substring) -> String {
            var (result, isKept) = ("", false)
            for character in quoted {
                if isKept || character != "\\" {
                    if isKept, character != "\"", character != "\\" { result.append("\\") }
                    result.append(character)
                    isKept = false
                } else {
                    isKept = true
                }
            }
            return result
        }
    }
}

extension Character {
    /// Whether it is white space and nothing else, such as an accent on it.
    fileprivate var isSpace: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

/// A word of a line, and what it means by itself.
struct QuickAddWord {
    /// Where it is, with a backslash before it.
    let range: Range<String.Index>
    let isEscaped: Bool
    /// Whether it begins with text in quotes, which is title.
    let isQuoted: Bool
    /// What it means, if it is not escaped and if what it names exists.
    let token: Token?

    /// What a word means.
    enum Token: Hashable {
        case tag(String)
        case place(String)
        case list(String)
        case parent(String)
        case priority(Priority)
        case due(String)
        case start(String)
        case remind(String)
    }

    /// - Parameter value: what follows the mark, without quotes.
    fileprivate static func token(_ mark: String, _ value: String, isQuoted: Bool) -> Token? {
        switch mark {
        case "+": isTag(value, isQuoted: isQuoted) ? .tag(value.trimmed) : nil
        case "@": value.trimmed.isEmpty ? nil : .place(value)
        case "/": value.trimmed.isEmpty ? nil : .list(value)
        case "^": value.isEmpty ? nil : .parent(value)
        case "p": ["1": .high, "2": .medium, "3": .low][value].map(Token.priority)
        case "due:": .due(value)
        case "start:": .start(value)
        case "remind:": .remind(value)
        default: nil
        }
    }

    private static func isTag(_ title: String, isQuoted: Bool) -> Bool {
        guard (try? Validation.tagTitle(title)) != nil, let first = title.first, let last = title.last else {
            return false
        }
        if isQuoted { return !first.isNumber }
        let isEmoji = title.unicodeScalars.first?.properties.isEmojiPresentation == true
        return (first.isLetter || isEmoji) && !",;.:!?)".contains(last)
    }
}
