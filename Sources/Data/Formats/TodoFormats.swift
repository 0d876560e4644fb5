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

    /// The format of a file, from its extension and, if that is ambiguous, from its beginning; nil if neither shows it.
    /// Only the beginning is read ahead; the source still delivers everything.
    ///
    /// Taskwarrior's files end in `.json` or `.data` like others; tasks are recognized by their `description`, which
    /// our to-dos do not have.
    public static func guess(fileName: String?, source: inout ByteSource) throws -> (any TodoFormat)? {
        let ending = fileName.flatMap { name in
            name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
        }
        if ending == "tsv" { return CSVFormat(delimiter: UInt8(ascii: "\t")) }
        let byName = all.first { format in ending.map(format.fileExtensions.contains) ?? false }
        guard byName == nil || byName?.name == "json" || byName?.name == "ndjson" else { return byName }

        let beginning = try source.peek(upTo: 4096)
        let text = String(decoding: beginning, as: UTF8.self).trimmed
        if text.hasPrefix("{") || text.hasPrefix("[") {
            if text.contains("\"description\":"), !text.contains("\"title\":") { return named("taskwarrior") }
            return byName ?? named(text.hasPrefix("{\"kind\":") ? "ndjson" : "json")
        }
        if text.uppercased().hasPrefix("BEGIN:VCALENDAR") { return named("ics") }
        return byName
    }
}
