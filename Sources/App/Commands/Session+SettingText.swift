import Foundation
import TodoKit

// What the arguments of `todo config set` mean together.
extension Session {
    /// The text of a setting, from the arguments for it. The shell has taken off quotation marks that a filter, the words of an
    /// alias and a command need: they are put back where they can be told.
    func settingText(of name: String, from arguments: [String]) async -> String {
        // Without a database nothing is known of the names by which those of filters are told.
        if name.hasPrefix("colors."), (try? hasDatabase) == true {
            var meanings: [String] = []
            for argument in arguments { meanings.append((try? await meant(by: argument)) ?? argument) }
            return meanings.joined(separator: " ")
        }
        // One argument is the whole text, with all its marks.
        guard arguments.count > 1 else { return arguments.joined() }
        if name.hasPrefix("aliases.") { return AliasWords.text(arguments) }
        let words = name == "remind.command" ? arguments.map(Self.shellWord) : arguments
        return words.joined(separator: " ")
    }

    /// A word that a shell splits no more. What needs no marks to be one word is left to it: `>>`, `$HOME`.
    private static func shellWord(_ word: String) -> String {
        let needsMarks = word.unicodeScalars.contains { scalar in
            scalar.properties.isWhitespace || scalar == "'" || scalar == "\"" || scalar == "\\"
        }
        guard needsMarks || word.isEmpty else { return word }
        return "'" + word.replacing(scalar: "'", with: #"'\''"#) + "'"
    }
}
