import ArgumentParser
import JSON
import TodoKit

/// A command whose words are text. A word of it may begin with a dash, as in `- [ ] call home`.
protocol TextCommand: SessionCommand {}

/// Words that begin with a dash but are not options. The parser would read such a word as many short options. If one of them is
/// `h`, it would print help and do nothing, and a script would take that for success.
enum DashedWords {
    /// NUL before a word marks it as text. No argument can contain NUL.
    private static let mark: Character = "\0"

    /// The arguments, with the words of a text marked so that the parser does not take them for options.
    /// - Throws: ``TodoError`` with code `usage` for a word that the parser would wrongly take for help.
    static func marked(
        _ arguments: [String], of command: any ParsableCommand.Type, depth: Int
    ) throws -> [String] {
        guard arguments.first != "help", arguments.contains(where: isSuspect) else { return arguments }
        let options = Options(of: command)
        let takesText = (command.configuration.defaultSubcommand ?? command) is any TextCommand.Type
        var marked: [String] = []
        var isValue = false
        for (index, word) in arguments.enumerated() {
            guard word != "--" else { return marked + arguments[index...] }
            var isText = false
            defer { marked.append(isText ? String(mark) + word : word) }
            if isValue {
                isValue = false
            } else if isSuspect(word) {
                isText = takesText && !options.areMeant(by: word)
                if !isText { try refuseHelp(word, options, after: arguments.prefix(depth)) }
                isValue = options.expectValue(after: word)
            } else {
                isValue = options.expectValue(after: word)
            }
        }
        return marked
    }

    /// The words as they were typed.
    static func unmarked(_ words: [String]) -> [String] { words.map(unmarked) }

    /// The word as it was typed.
    static func unmarked(_ word: String) -> String { word.first == mark ? String(word.dropFirst()) : word }

    /// Whether a word cannot be an option, or the parser could see several options in it.
    private static func isSuspect(_ word: String) -> Bool {
        guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1, word != "--" else { return false }
        guard word.hasPrefix("--") else { return word.utf8.count > 2 || word.last?.isLetter == false }
        return word.hasPrefix("---") || word.hasPrefix("--help=") || !isName(word.dropFirst(2).prefix { $0 != "=" })
    }

    private static func isName(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    }

    private static func refuseHelp(
        _ word: String, _ options: Options, after path: ArraySlice<String>
    ) throws {
        let isLong = word.hasPrefix("--")
        guard isLong ? word.hasPrefix("--help=") : word.contains("h") && !options.isBundle(word) else { return }
        let shown = Sanitized.quoted(word)
        let name = path.isEmpty ? "" : " " + path.joined(separator: " ")
        let others = word.dropFirst().filter { $0 != "h" }
        let advice =
            isLong || options.isBundle("-" + others)
            ? "Help is -h or --help alone."
            : "Text that begins with a dash and is not an option goes after two: todo\(name) -- …"
        throw TodoError(.usage, "Unknown option \(shown).\n\(advice)")
    }

    /// The options of a command.
    private struct Options {
        /// By the option's name without dashes: whether it takes a value.
        private var takesValue = ["h": false, "help": false]

        /// The parser lists them only in the dump of its help, which takes a while.
        init(of command: any ParsableCommand.Type) {
            let dump = try? JSONValue(parsing: (command.configuration.defaultSubcommand ?? command)._dumpHelp())
            for argument in dump?["command"]?["arguments"]?.elements ?? [] {
                for name in argument["names"]?.elements ?? [] {
                    if let name = name["name"]?.string { takesValue[name] = argument["kind"] == "option" }
                }
            }
        }

        /// Whether the next word is the value of an option.
        func expectValue(after word: String) -> Bool {
            guard word.hasPrefix("-"), !word.contains("=") else { return false }
            if word.hasPrefix("--") { return takesValue[String(word.dropFirst(2))] ?? false }
            guard word.count == 2 || isBundle(word), let last = word.last else { return false }
            return takesValue[String(last)] ?? false
        }

        /// Whether the word is several short options, and `-h` is not one of them.
        func isBundle(_ word: String) -> Bool {
            let letters = word.dropFirst()
            return !letters.isEmpty && letters.allSatisfy { $0 != "h" && takesValue[String($0)] != nil }
        }

        /// Whether a person who types this word in a text probably means options: several short ones, a long one with a single
        /// dash, or an option that is joined to its value.
        func areMeant(by word: String) -> Bool {
            guard !word.hasPrefix("--") else { return word.hasPrefix("--help=") }
            let rest = word.dropFirst()
            let name = rest.prefix { $0 != "=" }
            guard let first = rest.first, first.isLetter, !rest.contains(where: \.isWhitespace) else { return false }
            if takesValue[String(name)] != nil || takesValue[String(first)] == true { return true }
            return rest.allSatisfy { takesValue[String($0)] != nil }
        }
    }
}
