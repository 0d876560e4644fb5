import TodoKit

/// Words of a command that is shown to be typed.
package enum ShellWord {
    /// The word as a shell would read it back.
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
