/// The characters of a filter, consumed from the front.
struct FilterScanner {
    private let scalars: [Unicode.Scalar]
    /// The offsets of each scalar and of the end.
    private let offsets: [(utf8: Int, utf16: Int)]
    private(set) var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        var offsets = [(utf8: 0, utf16: 0)]
        offsets.reserveCapacity(scalars.count + 1)
        var (utf8, utf16) = (0, 0)
        for scalar in scalars {
            utf8 += UTF8.width(scalar)
            utf16 += UTF16.width(scalar)
            offsets.append((utf8, utf16))
        }
        self.offsets = offsets
    }

    var isAtEnd: Bool { position == scalars.count }
    var next: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

    func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    func span(_ range: Range<Int>) -> TextSpan {
        let (start, end) = (offsets[range.lowerBound], offsets[range.upperBound])
        return TextSpan(utf8: start.utf8..<end.utf8, utf16: start.utf16..<end.utf16)
    }

    /// The span from a position to the present one.
    func span(from start: Int) -> TextSpan { span(start..<position) }

    /// The next word or character; empty at the end.
    var nextWord: Range<Int> {
        let word = bareText
        return word.isEmpty && !isAtEnd ? position..<position + 1 : word
    }

    /// The span of the next word or character; empty at the end.
    var nextSpan: TextSpan { span(nextWord) }

    mutating func skipSpace() {
        while let next, next.properties.isWhitespace { position += 1 }
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    mutating func move(to position: Int) { self.position = position }

    /// Consumes `..`.
    mutating func takeDots() -> Bool {
        guard isAtDots(position) else { return false }
        position += 2
        return true
    }

    private func isAtDots(_ index: Int) -> Bool {
        index + 1 < scalars.count && scalars[index] == "." && scalars[index + 1] == "."
    }

    /// The next characters that are allowed in bare text. There may be none.
    var bareText: Range<Int> {
        position..<(scalars[position...].firstIndex { $0 == ":" || Self.isDelimiter($0) } ?? scalars.count)
    }

    func isColon(_ index: Int) -> Bool { index < scalars.count && scalars[index] == ":" }

    /// The next keyword.
    var keyword: FilterKeyword? {
        let range = bareText
        guard 2...3 ~= range.count, !isColon(range.upperBound) else { return nil }
        return FilterKeyword(rawValue: text(range).lowercased())
    }

    /// Consumes a quoted or a bare value; nil if there is none.
    /// - Throws: ``TodoError`` if the closing quotation mark is missing.
    mutating func value() throws -> FilterLexeme? {
        if next == "\"" { return try quotation() }
        let start = position
        while let next, next != ",", !Self.isDelimiter(next), !isAtDots(position) { position += 1 }
        return start == position ? nil : FilterLexeme(bare: text(start..<position))
    }

    /// Consumes a quotation.
    /// - Throws: ``TodoError`` if the closing quotation mark is missing.
    mutating func quotation() throws -> FilterLexeme {
        let start = position
        position += 1
        var (parts, part) = ([String](), String.UnicodeScalarView())
        while let next {
            position += 1
            switch next {
            case "\"": return FilterLexeme(parts: parts + [String(part)], isQuoted: true)
            case "*":
                parts.append(String(part))
                part = String.UnicodeScalarView()
            case "\\":
                guard let escaped = self.next else { break }
                part.append(escaped)
                position += 1
            default: part.append(next)
            }
        }
        throw FilterRefusal("This quotation has no end.", expected: ["\""]).error(at: span(start..<scalars.count))
    }

    /// Whether the next character is allowed after a term.
    var isAtBoundary: Bool {
        guard let next else { return true }
        return next == ")" || next.properties.isWhitespace
    }

    static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "(" || scalar == ")" || scalar == "\"" || scalar.properties.isWhitespace
    }
}

/// The words with a special meaning.
enum FilterKeyword: String { case and, or, not }

extension FilterKeyword {
    /// Creates the keyword for a sign that other programs use, such as `|`.
    init?(sign: String) {
        switch sign {
        case "&", "&&": self = .and
        case "|", "||": self = .or
        case "!": self = .not
        default: return nil
        }
    }
}

/// A quotation or a bare value, split at the stars that are not escaped.
struct FilterLexeme: Hashable {
    let parts: [String]
    let isQuoted: Bool

    init(parts: [String], isQuoted: Bool) {
        self.parts = parts
        self.isQuoted = isQuoted
    }

    init(bare text: String) {
        self.init(
            parts: text.unicodeScalars.split(separator: "*", omittingEmptySubsequences: false).map { String($0) },
            isQuoted: false)
    }

    /// The text, in which a star has no special meaning.
    var text: String { parts.joined(separator: "*") }
    /// The text in lower case without white space around it, as fields compare their words.
    var word: String { text.trimmed.lowercased() }
}
