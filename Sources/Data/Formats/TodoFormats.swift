import Foundation
import TodoDomain

/// The available formats. A new one is a folder beside this file and a line here.
public enum TodoFormats {
    /// Every format.
    public static let all: [any TodoFormat] = [
        JSONFormat(), NDJSONFormat(), TaskwarriorFormat(), TodoTxtFormat(), ICalendarFormat(), CSVFormat(),
    ]

    /// The format with this name; nil if there is none.
    public static func named(_ name: String) -> (any TodoFormat)? {
        all.first { $0.name == name }
    }

    /// The format of a file, from its beginning and its extension; nil if neither shows it. Only the beginning is read ahead;
    /// the source still delivers everything.
    ///
    /// What is in a file counts more than its name. Taskwarrior's files end in `.json` or `.data` like others; tasks are
    /// recognized by their `description`, which our to-dos do not have.
    public static func guess(fileName: String?, source: inout ByteSource) throws -> (any TodoFormat)? {
        let ending = fileName.flatMap { name in
            name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
        }
        let byName = all.first { format in ending.map(format.fileExtensions.contains) ?? false }
        let text = String(decoding: try source.peek(upTo: 4096), as: UTF8.self).trimmed
        if text.uppercased().hasPrefix("BEGIN:VCALENDAR") { return named("ics") }
        let isJSON = byName.map { $0.name == "json" || $0.name == "ndjson" } ?? true
        if isJSON ? text.hasPrefix("{") || text.hasPrefix("[") : beginsAsJSON(text) {
            if text.contains("\"description\":"), !text.contains("\"title\":") { return named("taskwarrior") }
            return isJSON && byName != nil ? byName : named(text.hasPrefix("{\"kind\":") ? "ndjson" : "json")
        }
        if ending == "tsv" { return CSVFormat(delimiter: UInt8(ascii: "\t")) }
        if byName?.name == "todotxt", CSVColumn.isHeader(text.prefix { !$0.isNewline }) { return named("csv") }
        return byName
    }

    /// Whether a text that is not called JSON begins as no line of another format does.
    private static func beginsAsJSON(_ text: String) -> Bool {
        let start = text.prefix(200).filter { !$0.isWhitespace }
        return start.hasPrefix("{\"") || start.hasPrefix("[{\"")
    }
}
