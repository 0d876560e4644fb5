package import Foundation
import JSON
package import TodoDomain

// What earlier versions kept of a file because they had no field for it, read again by its format.
extension Todo {
    /// The to-do with the fields that its extras hold, and without those extras; the same to-do if they hold none. Fields
    /// that are set stay as they are.
    package func readingExtrasAnew(in timeZone: TimeZone) -> Todo {
        var result = self
        for (format, prefix) in Self.formats where extras.keys.contains(where: { $0.hasPrefix(prefix) }) {
            guard let anew = reread(by: format, prefix, in: timeZone) else { continue }
            result.list = result.list ?? anew.list
            result.parent = result.parent ?? anew.parent
            result.start = result.start ?? anew.start
            result.startedAt = result.startedAt ?? anew.startedAt
            if result.completedAt == nil { result.recurrence = result.recurrence ?? anew.recurrence }
            // A parent of Taskwarrior that is not computed here; of others, nobody has said that they are done.
            if format is TaskwarriorFormat { result.completedAt = result.completedAt ?? anew.completedAt }
            if result.dependsOn.isEmpty { result.dependsOn = anew.dependsOn }
            if result.comments.isEmpty { result.comments = anew.comments }
            result.extras = result.extras.filter { !$0.key.hasPrefix(prefix) }
            for (key, value) in anew.extras where key.hasPrefix(prefix) { result.extras[key] = value }
        }
        return result
    }

    /// The task of which Taskwarrior made this one as an occurrence; nil for any other to-do.
    package var importedTemplate: Todo.ID? {
        extras[Taskwarrior.prefix + "parent"]?.string.flatMap { Todo.ID($0) }
    }

    private static let formats: [(any TodoFormat, prefix: String)] = [
        (TaskwarriorFormat(), Taskwarrior.prefix), (TodoTxtFormat(), TodoTxtLine.prefix),
        (ICalendarFormat(), ICalendar.prefix), (CSVFormat(), CSVColumn.prefix),
    ]

    /// The to-do as the format reads what it writes of it; nil if it cannot read that.
    private func reread(by format: any TodoFormat, _ prefix: String, in timeZone: TimeZone) -> Todo? {
        var own = self
        own.extras = extras.filter { $0.key.hasPrefix(prefix) }
        var bytes: [UInt8] = []
        let context = ExportContext(timeZone: timeZone)
        if format is CSVFormat {
            // Our own columns would come before those of the same meaning.
            let columns = own.extras.compactMap { key, value in value.string.map { (key.dropFirst(prefix.count), $0) } }
            CSVItemWriter.write([CSVColumn.title.name] + columns.map { String($0.0) }, into: &bytes)
            CSVItemWriter.write([title] + columns.map(\.1), into: &bytes)
        } else if format is TodoTxtFormat {
            // A file would also name the to-do, which is no part of the line that it has.
            bytes += TodoTxtEncoder(timeZone: timeZone).line(of: own).utf8
        } else {
            var writer = format.makeWriter(context: context)
            writer.header(into: &bytes)
            _ = writer.write(own, into: &bytes)
            writer.footer(into: &bytes)
        }
        var reader = format.makeReader(ByteSource(bytes), context: context.reading)
        while let item = try? reader.next() {
            if let todo = item.todo { return todo }
        }
        return nil
    }
}
