import TodoKit

/// The words of a command that people are asked to type.
package enum ShellWord {
    /// The word, quoted so that a shell reads it as it is.
    package static func quoted(_ word: String) -> String {
        let plain = "-_./,:=@%+".unicodeScalars
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || 0x30...0x39 ~= scalar.value || plain.contains(scalar)
        }
        if isPlain, !word.isEmpty { return word }
        // In single quotes, a shell takes everything literally except the quote itself.
        return "'\(Sanitized.line(word).replacing(scalar: "'", with: "'\\''"))'"
    }
}
