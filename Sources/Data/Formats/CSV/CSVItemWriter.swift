import Foundation
import JSON
import TodoDomain

/// Writes one record per to-do: our fields, a column for each extra that came from a CSV column, and the rest as JSON.
struct CSVItemWriter: ItemWriter {
    private let identities = Identities(format: "csv")
    /// The keys of extras that have their own column.
    private let ownColumns: [String]
    private let delimiter: UInt8
    private var json = JSONWriter()

    init(context: ExportContext, delimiter: UInt8) {
        self.delimiter = delimiter
        var seen: Set<String> = []
        ownColumns = context.extraKeys.filter { key in
            let name = key.dropFirst(CSVColumn.prefix.count)
            // A name of a field, or one that our header would trim, would be read as something else.
            return key.hasPrefix(CSVColumn.prefix) && CSVColumn(header: String(name)) == nil
                && ForeignColumn(header: String(name)) == nil
                && String(name).trimmed == name
                && !name.isEmpty && !name.contains("\0") && seen.insert(key).inserted
        }
    }

    mutating func header(into buffer: inout [UInt8]) {
        let names = CSVColumn.all.dropLast().map(\.name)
        let own = ownColumns.map { String($0.dropFirst(CSVColumn.prefix.count)) }
        Self.write(names + own + [CSVColumn.extras.name], delimiter, into: &buffer)
    }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission> {
        var extras = todo.extras
        func original(_ column: CSVColumn) -> String? { todo.extras.text(CSVColumn.prefix + column.name) }
        /// The original text of a field if it is still correct; it is then omitted from the extras.
        func restore(_ column: CSVColumn, if isMeant: (String) -> Bool) -> String? {
            guard let text = original(column), isMeant(text) else { return nil }
            extras[CSVColumn.prefix + column.name] = nil
            return text
        }
        let (title, notes) = ForeignTitle.restored(todo, from: original(.title))
        _ = restore(.title) { $0 == title }
        let id = restore(.id) { identities.id(ofForeign: $0) == todo.id } ?? todo.id.rawValue
        let content = Todo.Content(todo)
        var row = [id, title, notes, todo.createdAt.rfc3339, todo.updatedAt.rfc3339]
        func cells(_ fields: [(column: CSVColumn, field: Field<Todo.Content>)]) -> [String] {
            fields.map { column, field in field.cell(content) ?? restore(column) { !field.takes(cell: $0) } ?? "" }
        }
        row += cells(CSVColumn.firstFields)
        row.append(CSVTags.joined(todo.tags.map(\.title)))
        if let location = todo.location {
            row += ["\(location.latitude)", "\(location.longitude)"]
            row += [location.altitude.map { "\($0)" } ?? "", location.placeName ?? ""]
        } else {
            row += ["", "", restore(.altitude) { _ in true } ?? "", restore(.placeName) { _ in true } ?? ""]
        }
        row.append(todo.list?.path ?? restore(.list) { ImportedList(path: $0) == nil } ?? "")
        row.append(todo.parent?.rawValue ?? restore(.parent) { Todo.ID($0) == nil } ?? "")
        let dependencies = todo.dependsOn.map(\.rawValue).joined(separator: " ")
        row.append(
            dependencies.isEmpty
                ? restore(.dependsOn) { CSVItemReader.dependencies($0) == nil } ?? "" : dependencies)
        row.append(commentCell(todo.comments) ?? restore(.comments) { CSVItemReader.comments($0) == nil } ?? "")
        row.append(reminderCell(todo) ?? restore(.reminders) { CSVItemReader.reminders($0) == nil } ?? "")
        row += cells(CSVColumn.laterFields)
        for key in ownColumns {
            let text = extras.text(key)
            if text != nil { extras[key] = nil }
            row.append(text ?? "")
        }
        if extras.isEmpty {
            row.append("")
        } else {
            json.value(.object(extras))
            row.append(json.text)
            json.removeAll()
        }
        Self.write(row, delimiter, into: &buffer)
        return Self.omissions(of: todo)
    }

    /// The values without a column.
    private static func omissions(of todo: Todo) -> Set<ExportOmission> {
        var omissions: Set<ExportOmission> = []
        if todo.tags.contains(where: { $0.color != nil }) { omissions.insert(.tagColors) }
        if todo.recurrence != nil { omissions.insert(.recurrence) }
        if todo.series != nil || todo.occurrence != nil || todo.isSkipped { omissions.insert(.series) }
        if todo.position != nil { omissions.insert(.position) }
        return omissions
    }

    /// The comments as a JSON array; nil if there are none.
    private mutating func commentCell(_ comments: [Todo.Comment]) -> String? {
        guard !comments.isEmpty else { return nil }
        json.beginArray()
        for comment in comments { TodoJSON.write(comment, to: &json) }
        json.endArray()
        defer { json.removeAll() }
        return json.text
    }

    /// The reminders as a JSON array; nil if there are none.
    private mutating func reminderCell(_ todo: Todo) -> String? {
        guard !todo.alarms.isEmpty else { return nil }
        todo.writeReminderArray(to: &json)
        defer { json.removeAll() }
        return json.text
    }

    /// Writes a record; cells that contain a delimiter, a quote, a line break or outer white space are quoted.
    static func write(_ cells: [String], _ delimiter: UInt8 = UInt8(ascii: ","), into buffer: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { buffer.append(delimiter) }
            let needsQuotes = cell.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 < 0x20 || $0 == 0x3B }
            guard needsQuotes || cell.utf8.first == 0x20 || cell.utf8.last == 0x20 else {
                buffer.append(contentsOf: cell.utf8)
                continue
            }
            buffer.append(UInt8(ascii: "\""))
            for byte in cell.utf8 {
                if byte == UInt8(ascii: "\"") { buffer.append(byte) }
                buffer.append(byte)
            }
            buffer.append(UInt8(ascii: "\""))
        }
        buffer.append(contentsOf: "\r\n".utf8)
    }
}

// The cell of each kind of value.
extension Field {
    /// The text of the cell; nil if it is empty.
    fileprivate func cell(_ content: Content) -> String? {
        switch value {
        case .line(let path), .text(let path): content[keyPath: path]
        case .optionalText(let path), .reference(let path, _): content[keyPath: path]
        case .completion(let path), .time(let path): content[keyPath: path]?.rfc3339
        case .due(let path): content[keyPath: path]?.text
        case .priority(let path): content[keyPath: path]?.rawValue
        case .milliseconds(let path): content[keyPath: path].map { Date(milliseconds: $0).rfc3339 }
        case .number(let path, _): content[keyPath: path].map(String.init)
        case .standing, .order, .recurrence, .occurrence, .address, .flag, .position, .object: nil
        }
    }

    /// Whether a cell is a valid value of the field. Otherwise it was kept as it is.
    fileprivate func takes(cell: String) -> Bool {
        switch value {
        case .priority: CSVItemReader.priority(cell) != nil
        case .due: Due(text: cell, in: .gmt) != nil
        case .time: TimeText(extended: cell) != nil
        case .number(_, let unit): (try? unit.parse(cell)) != nil
        case .line, .text, .optionalText, .completion, .reference, .standing, .order, .recurrence, .occurrence,
            .address, .flag, .milliseconds, .position, .object:
            true
        }
    }
}
