extension CommandHelp {
    /// The synopsis of each command; lines of at most `width` characters.
    ///
    /// `todo tag add TITLE [--color COLOUR]`: brackets enclose what is optional, `…` follows what can be repeated, and
    /// `=` precedes the default.
    package func synopses(hiding hidden: Set<String> = [], width: Int = 118) -> [String] {
        leaves.flatMap { command in
            command.arguments.filter { hidden.isDisjoint(with: $0.names) }.map(\.synopsis).reduce(
                into: [command.path.joined(separator: " ")]
            ) { lines, word in
                if lines[lines.count - 1].count + 1 + word.count <= width {
                    lines[lines.count - 1] += " " + word
                } else {
                    lines.append("    " + word)
                }
            }
        }
    }
}

extension CommandHelp.Argument {
    package var synopsis: String {
        var text = names.joined(separator: "|")
        if let value = valueName?.uppercased() { text += (names.isEmpty ? "" : " ") + value }
        if let defaultValue { text += "=" + defaultValue }
        return (isOptional ? "[\(text)]" : text) + (isRepeating ? "…" : "")
    }
}
