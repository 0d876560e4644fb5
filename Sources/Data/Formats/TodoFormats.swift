import Foundation
import TodoDomain

/// The formats that there are. A new one is a folder beside this file and a line here.
public enum TodoFormats {
    /// Every format.
    public static let all: [any TodoFormat] = [
        JSONFormat(), NDJSONFormat(), TaskwarriorFormat(), TodoTxtFormat(), ICalendarFormat(), CSVFormat(),
    ]

    /// The format that `--format` calls so; nil if there is none.
    public static func named(_ name: String) -> (any TodoFormat)? {
        all.first { $0.name == name }
    }

    /// The format of a file, by the ending of its name and, if that leaves it open, by how it begins; nil if
    /// neither tells. Only the beginning is read ahead; the source still gives all of it.
    ///
    /// Taskwarrior's files end in `.json` or `.data` like those of others; a task is known by its `description`, which
    /// no to-do of ours has.
    public static func guess(fileName: String?, source: inout ByteSource) throws -> (any TodoFormat)? {
        let ending = fileName.flatMap { name in
            name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
        }
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
