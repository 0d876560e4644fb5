/// The words of a line, before any name is looked up.
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

    /// The span of a part of the line.
    func span(_ range: Range<String.Index>) -> TextSpan {
        var start = (index: text.startIndex, utf8: 0, utf16: 0)
        return span(range, after: &start)
    }

    /// The span of a part of the line, counted from a position before it. The position becomes the end of the part.
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

    /// Splits a line at white space outside quotes, by whole characters.
    private struct Scanner {
        let text: String
        var position: String.Index
        /// Whether no closing quote is left, so that the search for it is not repeated.
        var isUnclosed = false

        init(text: String) {
            self.text = text
            position = text.startIndex
        }

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
            // Most words begin with none of the marks. So only the first byte is compared.
            let mayBeMarked = content < text.endIndex && Self.beginnings.contains(text.utf8[content])
            if mayBeMarked,
                let mark = ["\"", "+\"", "@\"", "/\"", "due:\"", "start:\"", "remind:\""]
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
            let marks = mayBeMarked ? ["+", "@", "/", "^", "due:", "start:", "remind:", "p"] : []
            let mark = marks.first { word.hasPrefix($0) } ?? ""
            return QuickAddWord(
                range: start..<position, isEscaped: isEscaped, isQuoted: false,
                token: QuickAddWord.token(mark, String(word.dropFirst(mark.count)), isQuoted: false))
        }

        /// The first bytes of the marks.
        private static let beginnings = Array("\"+@/^dsrp".utf8)

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

        /// Removes the backslashes that escape quotes and backslashes.
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
    /// Whether the character is only white space, without an accent on it.
    fileprivate var isSpace: Bool {
        if let byte = asciiValue { return byte == 0x20 || 0x09...0x0D ~= byte }
        return unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}

/// A word of a line, with its own meaning.
struct QuickAddWord {
    /// The range of the word, including a backslash before it.
    let range: Range<String.Index>
    let isEscaped: Bool
    /// Whether the word begins with quoted text, which belongs to the title.
    let isQuoted: Bool
    /// The meaning of the word; nil if it is escaped. A name in it need not exist.
    let token: Token?

    /// The meanings of words.
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

    /// - Parameter value: the text after the mark, without quotes.
    fileprivate static func token(_ mark: String, _ value: String, isQuoted: Bool) -> Token? {
        switch mark {
        case "+": isTag(value, isQuoted: isQuoted) ? .tag(value.trimmed) : nil
        case "@": value.trimmed.isEmpty ? nil : .place(value)
        case "/": value.trimmed.isEmpty ? nil : .list(value)
        case "^": value.isEmpty ? nil : .parent(value)
        case "p": Priority(number: value[...]).map(Token.priority)
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
