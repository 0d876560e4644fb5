import Foundation
import TodoDomain
import TodoKit

// Joins the arguments of `todo config set` to one text.
extension Session {
    /// The text of a setting. The shell has removed the quotation marks that a filter, an alias or a command needs, so they are
    /// put back where that is certain.
    func settingText(of name: String, from arguments: [String]) async -> String {
        // The names in filters are known only from a database.
        if name.hasPrefix("colors."), (try? hasDatabase) == true {
            var meanings: [String] = []
            for argument in arguments { meanings.append((try? await meant(by: argument)) ?? argument) }
            return meanings.joined(separator: " ")
        }
        // A single argument is the whole text, and still has its quotation marks.
        guard arguments.count > 1 else { return arguments.joined() }
        if name.hasPrefix("aliases.") { return AliasWords.text(arguments) }
        let words = name == "remind.command" ? arguments.map(Self.shellWord) : arguments
        return words.joined(separator: " ")
    }

    /// A word in quotation marks, so that a shell does not split it. A word that needs none stays as it is, such as `>>` or
    /// `$HOME`.
    private static func shellWord(_ word: String) -> String {
        let needsMarks = word.unicodeScalars.contains { scalar in
            scalar.properties.isWhitespace || scalar == "'" || scalar == "\"" || scalar == "\\"
        }
        guard needsMarks || word.isEmpty else { return word }
        return "'" + word.replacing(scalar: "'", with: #"'\''"#) + "'"
    }
}
