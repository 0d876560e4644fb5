/// The source of a page in mdoc. No text in it can act as a request.
struct Mdoc {
    private(set) var source = ""

    /// A line of macros, written unchanged, followed by words to show.
    mutating func line(_ macros: String, _ words: String = "") {
        source += "." + macros
        for word in words.split(separator: " ") { source += " " + Self.word(String(word)) }
        source += "\n"
    }

    /// Running text, one sentence per line; text in backticks is bold.
    mutating func text(_ text: String) {
        for sentence in text.replacing(". ", with: ".\n").split(separator: "\n") {
            let pieces = sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            let line = pieces.map { index, piece in
                index.isMultiple(of: 2) ? Self.escaped(String(piece)) : "\\fB\(Self.escaped(String(piece)))\\fP"
            }
            source += Self.guarded(line.joined()) + "\n"
        }
    }

    /// A line that is shown as it is.
    mutating func literal(_ line: String) { source += Self.guarded(Self.escaped(line)) + "\n" }

    /// Source that is written as it is.
    mutating func raw(_ source: String) { self.source += source }

    /// Escapes the characters that roff would change, or treat as a request (groff_char(7)).
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "\"": escaped += "\\(dq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let hex = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - hex.count)))\(hex)]"
            }
        }
    }

    /// A word on the line of a macro, where a word like a macro would be called.
    private static func word(_ word: String) -> String {
        let isCallable = word.count < 4 && word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase)
        return (isCallable ? "\\&" : "") + escaped(word)
    }

    /// A line of text that does not begin like a request.
    private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }
}
