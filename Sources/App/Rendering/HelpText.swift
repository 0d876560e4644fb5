package import TodoDomain
import TodoKit

/// The parser's help, which wraps everything except its usage line, and pages about the text that people can type.
package enum HelpText {
    /// The width of help pages.
    package static let width = 80

    /// The lines of a help page.
    package static func page(_ topic: HelpTopic, _ sections: [HelpTopic.Section]) -> [String] {
        var lines = wrapped(topic.summary, width)
        for section in sections {
            lines += ["", section.title.uppercased() + ":"]
            let widths = section.rows.map { DisplayWidth.of($0.typed) }
            let column = min(widths.max() ?? 0, width / 2) + 2
            for row in section.rows {
                let meaning = wrapped(row.meaning, width - 2 - column)
                let isWide = DisplayWidth.of(row.typed) + 2 > column
                if isWide { lines.append("  " + row.typed) }
                for (index, line) in meaning.enumerated() {
                    let typed = index == 0 && !isWide ? row.typed : ""
                    let gap = String(repeating: " ", count: column - DisplayWidth.of(typed))
                    lines.append("  " + typed + gap + line)
                }
            }
        }
        return lines
    }

    /// The words of a text, wrapped into lines.
    private static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = line + " " + word
            }
        }
        return lines
    }

    /// The text with shortened usage lines: options that every command has are only in the list below.
    package static func fitted(_ text: String, width: Int = HelpText.width) -> String {
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
