import Foundation
import TodoDomain

/// The available formats. A new one is a folder beside this file and a line here.
public enum TodoFormats {
    /// Every format. Of two that are as sure of a file, the later one has it.
    public static let all: [any TodoFormat] = [
        JSONFormat(), NDJSONFormat(), TaskwarriorFormat(), TodoTxtFormat(), ICalendarFormat(), CSVFormat(),
        MarkdownFormat(),
        GoogleTasksFormat(), TrelloFormat(), MicrosoftToDoFormat(), RemindersFormat(),
        TasksOrgFormat(), TodoistJSONFormat(), SuperProductivityFormat(), OrgFormat(), archiveFormat(),
    ]

    /// Archives of files of these formats.
    /// - Parameter maximum: the most bytes of one, and of all files in it.
    package static func archiveFormat(maximum: Int = 64 * 1024 * 1024) -> ZipFormat {
        ZipFormat(maximum: maximum) { try guess(fileName: $0, source: &$1) }
    }

    /// Those that can also be written.
    public static let writable: [any WritableTodoFormat] = all.compactMap { $0 as? any WritableTodoFormat }

    /// The format with this name; nil if there is none.
    public static func named(_ name: String) -> (any TodoFormat)? {
        all.first { $0.name == name }
    }

    /// The format with this name, if it can be written; nil if there is none.
    public static func writable(named name: String) -> (any WritableTodoFormat)? {
        writable.first { $0.name == name }
    }

    /// The format of a file, from its beginning and its extension; nil if neither shows it. Only the beginning is read ahead;
    /// the source still delivers everything.
    ///
    /// The content of a file counts more than its name.
    public static func guess(fileName: String?, source: inout ByteSource) throws -> (any TodoFormat)? {
        guess(fileName: fileName, FileBeginning(try source.peek(upTo: FileBeginning.size)), among: all)
    }

    /// The format in which a file of this name is written; nil if its extension is that of none.
    public static func writable(forFile name: String) -> (any WritableTodoFormat)? {
        guess(fileName: name, FileBeginning([]), among: writable) as? any WritableTodoFormat
    }

    private static func guess(
        fileName: String?, _ beginning: FileBeginning, among formats: [any TodoFormat]
    ) -> (any TodoFormat)? {
        var best: (format: (any TodoFormat)?, recognition: Recognition) = (nil, .name)
        for format in formats {
            let recognition = format.recognizes(name: fileName, beginning: beginning)
            if recognition >= best.recognition { best = (format, recognition) }
        }
        if best.format is CSVFormat, FileBeginning.ending(of: fileName) == "tsv" {
            return CSVFormat(delimiter: UInt8(ascii: "\t"))
        }
        return best.format
    }
}
