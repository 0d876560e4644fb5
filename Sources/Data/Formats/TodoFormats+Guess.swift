extension TodoFormats {
    /// The format that the beginning of a file or else the ending of its name tells; nil where neither does.
    ///
    /// Content comes first where it is plain, because `.json` is what our own files and those of Taskwarrior are called.
    public static func guessed(fileName: String, beginning: [UInt8]) -> (any TodoFormat)? {
        let name = fileName.lowercased()
        let byName = all.first { format in format.fileExtensions.contains { name.hasSuffix(".\($0)") } }
        return named(content: String(decoding: beginning, as: UTF8.self)) ?? byName
    }

    private static func named(content: String) -> (any TodoFormat)? {
        let text = content.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.uppercased().hasPrefix("BEGIN:VCALENDAR") { return named("ics") }
        guard let first = text.first, first == "[" || first == "{" else { return nil }
        // Each of Taskwarrior's tasks has these two, and nothing of ours has the second.
        if text.contains("\"uuid\":"), text.contains("\"description\":") { return named("taskwarrior") }
        guard first == "{" else { return named("json") }
        // Several objects under one another, each on a line of its own, are lines; else it is one document.
        let lines = text.split(separator: "\n", maxSplits: 1)
        return lines.count == 2 && lines[0].last(where: { !$0.isWhitespace }) == "}" && lines[1].first == "{"
            ? named("ndjson") : named("json")
    }
}
