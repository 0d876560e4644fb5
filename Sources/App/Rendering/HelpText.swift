/// The parser's help, which wraps everything but its usage line.
package enum HelpText {
    /// The text with shortened usage lines: options that every command has are only in the list below.
    package static func fitted(_ text: String, width: Int = 80) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("USAGE: ") && line.count > width ? usage(String(line), width) : String(line)
        }.joined(separator: "\n")
    }

    private static let everywhere = " [--db <path>] [--json] [--quiet] [--no-color]"

    private static func usage(_ line: String, _ width: Int) -> String {
        let short = line.replacing(everywhere, with: " [<options>]")
        var lines = [""]
        // An option stays together with its value.
        for (index, part) in short.split(separator: " [").map(String.init).enumerated() {
            let part = index == 0 ? part : "[" + part
            let last = lines[lines.count - 1]
            if !last.isEmpty, last.count + 1 + part.count > width {
                lines.append("         " + part)
            } else {
                lines[lines.count - 1] = last.isEmpty ? part : last + " " + part
            }
        }
        return lines.joined(separator: "\n")
    }
}
