import ArgumentParser
import JSON
import TodoKit

/// A command whose words are a text, in which a word may begin with a dash: `- [ ] call home`.
protocol TextCommand: SessionCommand {}

/// Words that begin with a dash and are no options.
///
/// The parser would take such a word for many short options in one. If there is an `h` among them, it would print help and
/// do nothing, and a script would believe that all went well.
enum DashedWords {
    /// NUL, which no argument can contain, before a word that is text.
    private static let mark: Character = "\0"

    /// The arguments, in which what belongs to a text looks like no option.
    /// - Throws: ``TodoError`` with code `usage` for what the parser would take for help although it is not.
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

    /// Whether the parser could see more than one option in a word, or whether it can be no option.
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
            : "Text that begins with a dash and is no option goes after two: todo\(name) -- …"
        throw TodoError(.usage, "Unknown option \(shown).\n\(advice)")
    }

    /// The options of a command.
    private struct Options {
        /// Which of them take a value, by their names without dashes.
        private var takesValue = ["h": false, "help": false]

        /// The parser tells them only in the dump of its help, which takes a while.
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

        /// Whether it is short options in one word, `-h` not among them.
        func isBundle(_ word: String) -> Bool {
            let letters = word.dropFirst()
            return !letters.isEmpty && letters.allSatisfy { $0 != "h" && takesValue[String($0)] != nil }
        }

        /// Whether somebody who types this in a text rather means options: short ones in one word, a long one with one dash,
        /// or a value that is joined to its option.
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
