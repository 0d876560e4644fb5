import Foundation
import TodoFormats
import TodoKit

/// The files to import: the named files, and the files in the named folders.
struct ImportSelection {
    /// A file and its format.
    struct File: Sendable {
        let input: InputFile
        let format: any TodoFormat
        /// Whether the format was guessed from the name and the content.
        let isGuessed: Bool
        /// The name of the calendar of whose folder it is a file.
        var calendar: String?
        /// The path of that folder.
        var folder: String?
    }

    private(set) var files: [File] = []
    /// The paths of databases, which are merged rather than imported; there are no other files then.
    private(set) var databases: [String] = []
    /// Files in folders that were skipped because their format is unknown or not the one that was named.
    private(set) var passedOver: [String] = []

    /// - Throws: `bad-input` for what cannot be read and for a folder without matching files, `usage` for a file of
    ///   unknown format and for databases among other files.
    init(_ paths: [String], format: (any TodoFormat)?) throws {
        for path in paths {
            if path != "-", InputFile.isFolder(path) {
                try addFolder(path, format: format)
            } else if format == nil, path != "-", TodoStore.isDatabase(path) {
                databases.append(path)
            } else {
                let input = try InputFile(path)
                // A damaged or encrypted database does not begin as one; its name tells that it was meant to be one.
                if format == nil, Self.isCalledDatabase(path), try input.guessedFormat() == nil {
                    databases.append(path)
                    continue
                }
                guard let found = try format ?? input.guessedFormat() else {
                    throw TodoError(
                        .usage, "Say what \(Sanitized.line(path)) is with --format \(FormatOption.names).")
                }
                files.append(File(input: input, format: found, isGuessed: format == nil))
            }
        }
        guard databases.isEmpty || files.isEmpty else {
            throw TodoError(
                .usage,
                "\(Sanitized.line(databases[0])) is a database and \(Sanitized.line(files[0].input.name)) is not; import one after the other."
            )
        }
    }

    private static func isCalledDatabase(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".db", ".sqlite", ".sqlite3"].contains(where: name.hasSuffix)
    }

    /// Adds the files directly in a folder, sorted by name, except hidden ones. Of subfolders, those that are calendars are added.
    private mutating func addFolder(_ folder: String, format: (any TodoFormat)?) throws {
        let names = try CalendarFolder.names(in: folder)
        let calendar = CalendarFolder(folder, names: names)
        let count = files.count
        for name in names {
            let path = CalendarFolder.path(name, in: folder)
            guard InputFile.isFile(path) else {
                guard format?.name ?? "ics" == "ics", InputFile.isFolder(path) else { continue }
                let names = try CalendarFolder.names(in: path)
                if let calendar = CalendarFolder(path, names: names) { try add(names, of: calendar, named: name) }
                continue
            }
            if let calendar, calendar.name != nil, name == CalendarFolder.nameFile { continue }
            if let format, !format.fileExtensions.isEmpty {
                let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
                guard format.fileExtensions.contains(ending) else {
                    passedOver.append(path)
                    continue
                }
            }
            let input = try InputFile(path)
            if let found = try format ?? input.guessedFormat() {
                let folder = CalendarFolder.isCalendar(name) ? folder : nil
                files.append(
                    File(
                        input: input, format: found, isGuessed: format == nil, calendar: calendar?.name, folder: folder)
                )
            } else {
                passedOver.append(path)
            }
        }
        guard files.count > count else {
            throw TodoError(
                .badInput,
                "\(Sanitized.line(folder)) holds no file of \(format.map { "the format \($0.name)" } ?? "a format that is known")."
            )
        }
    }

    /// Adds the files of a calendar that is a folder in the folder that was named.
    private mutating func add(_ names: [String], of calendar: CalendarFolder, named name: String) throws {
        for file in names where file != CalendarFolder.nameFile {
            let path = CalendarFolder.path(file, in: calendar.path)
            guard InputFile.isFile(path) else { continue }
            let input = try InputFile(path)
            guard CalendarFolder.isCalendar(file), let format = try input.guessedFormat() else {
                passedOver.append(path)
                continue
            }
            files.append(
                File(
                    input: input, format: format, isGuessed: true, calendar: calendar.name ?? name,
                    folder: calendar.path))
        }
    }
}

extension ImportSelection.File {
    /// A reader from the start of the file.
    /// - Parameter isNamed: whether its errors name the file, as one of several.
    func makeReader(_ context: ImportContext, isNamed: Bool) throws -> any ItemReader {
        var context = context
        context.fileModifiedAt = input.modifiedAt
        context.isFormatGuessed = isGuessed
        context.calendarName = calendar
        context.fileName = input.name == "-" ? nil : (input.name as NSString).lastPathComponent
        let reader = format.makeReader(try input.source(), context: context)
        return isNamed ? NamedReader(reader: reader, name: input.name) : reader
    }
}

/// Reads one of several files, so that its errors name the file.
private struct NamedReader: ItemReader {
    var reader: any ItemReader
    let name: String

    var bytesRead: Int { reader.bytesRead }
    var undated: Date? { reader.undated }
    var isOrdered: Bool { reader.isOrdered }
    var kept: [String: Int] { reader.kept }
    var numbers: RecordNumbers? {
        get { reader.numbers }
        set { reader.numbers = newValue }
    }
    var renditions: (@Sendable (Todo) -> [Todo])? { reader.renditions }

    func renamed(_ todo: Todo) -> Todo { reader.renamed(todo) }

    mutating func next() throws -> ImportItem? {
        do {
            return try reader.next()
        } catch let error as TodoError {
            throw error.said(of: Sanitized.line(name))
        }
    }
}
