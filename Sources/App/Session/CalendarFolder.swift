import Foundation
import TodoFormats
import TodoKit

/// A folder with a file for each to-do of a calendar, as vdirsyncer, todoman and khal keep them
/// (vdirsyncer.pimutils.org/en/stable/vdir.html). A folder of such folders has all calendars of a person.
struct CalendarFolder {
    /// The file that has the name of the calendar.
    static let nameFile = "displayname"
    /// More of that file is not read.
    private static let longestName = 1024

    /// The path of the folder.
    let path: String
    /// The name of the calendar, from the file `displayname`; nil without that file.
    let name: String?

    /// The folder at a path; nil if it has no file of iCalendar.
    /// - Parameter names: the names of the files in it.
    init?(_ path: String, names: [String]) {
        guard names.contains(where: Self.isCalendar) else { return nil }
        self.path = path
        name = names.contains(Self.nameFile) ? Self.text(of: Self.path(Self.nameFile, in: path)) : nil
    }

    /// Whether a file is one of iCalendar by its name.
    static func isCalendar(_ name: String) -> Bool { name.lowercased().hasSuffix(".ics") }

    /// The names of what is directly in a folder, sorted, without what is hidden.
    /// - Throws: `bad-input` if the folder cannot be read.
    static func names(in folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { !$0.hasPrefix(".") }
        } catch {
            throw TodoError(.badInput, "\(Sanitized.line(folder)) cannot be read.", underlying: error)
        }
    }

    /// The path of something in a folder.
    static func path(_ name: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The first line of a short file; nil if it has none.
    private static func text(of path: String) -> String? {
        guard InputFile.isFile(path), let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: longestName), let text = String(data: data, encoding: .utf8)
        else { return nil }
        return text.split(whereSeparator: \.isNewline).first.map { $0.trimmingCharacters(in: .whitespaces) }
            .flatMap { $0.isEmpty ? nil : $0 }
    }
}
