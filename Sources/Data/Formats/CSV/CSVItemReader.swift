import Foundation
import JSON
import TodoDomain

/// Reads one to-do per record; the first record names the columns.
struct CSVItemReader: ItemReader {
    private let context: ImportContext
    private var records: CSVRecordReader
    /// The columns of a file that we wrote.
    private var header: CSVHeader?
    /// The reader for the rows of another program's layout, if the header belongs to one.
    private var layout: LayoutReader?
    /// The reader for the rows of any other table.
    private var table: ForeignTable?
    private var isAtEnd = false
    private var identities = Identities(format: "csv")
    private var tagMaker = TagMaker()
    /// The records in the files before this one.
    private var earlier = RecordNumbers()

    init(source: ByteSource, context: ImportContext) {
        self.context = context
        records = CSVRecordReader(source: source)
    }

    var bytesRead: Int { records.source.bytesConsumed }
    var undated: Date? { context.now }
    var isOrdered: Bool { header == nil }
    var kept: [String: Int] { table?.kept ?? layout?.kept ?? [:] }
    var renditions: (@Sendable (Todo) -> [Todo])? {
        if let layout { return layout.renditions }
        if let header { return { [header.rendition(of: $0)] } }
        return table?.renditions
    }
    var numbers: RecordNumbers? {
        get { layout?.numbers ?? earlier }
        set { earlier = newValue ?? RecordNumbers() }
    }

    private var isStarted: Bool { header != nil || layout != nil || table != nil }

    func renamed(_ todo: Todo) -> Todo { todo }

    mutating func next() throws -> ImportItem? {
        while true {
            if let item = layout?.takeReady() ?? table?.takeReady() { return item }
            if isAtEnd { return nil }
            do {
                if !isStarted { try readHeader() }
                guard let cells = try records.next() else {
                    isAtEnd = true
                    try layout?.finish()
                    try table?.finish()
                    continue
                }
                // Spreadsheets write blank rows with all their delimiters.
                if cells.allSatisfy(\.isEmpty) { continue }
                if let header { return try item(cells, header) }
                try layout?.read(cells, line: records.number)
                try table?.read(cells, line: records.number)
            } catch {
                let line = max(records.number, 1)
                guard context.isSkippingBad, !records.isBroken, isStarted else {
                    isAtEnd = true
                    throw badInput("line \(line)", error)
                }
                return refused("line \(line)", line: line, error)
            }
        }
    }

    private mutating func readHeader() throws {
        repeat {
            guard let cells = try records.next() else { throw InputError("the file is empty") }
            if CSVLayouts.isPreamble(cells) { continue }
            layout = LayoutReader(header: cells, context: context, numbers: earlier)
            guard layout == nil else { return }
            if CSVHeader.isOwn(cells) {
                header = try CSVHeader(cells)
            } else {
                table = try ForeignTable(header: cells, context: context)
            }
        } while !isStarted
    }

    private mutating func item(_ cells: [String], _ header: CSVHeader) throws -> ImportItem {
        guard cells.dropFirst(header.meanings.count).allSatisfy(\.isEmpty) else {
            throw InputError("the record has more cells than the header")
        }
        var fields: [CSVColumn: String] = [:]
        var others: [String: JSONValue] = [:]
        for (index, (meaning, cell)) in zip(header.meanings, cells).enumerated() where !cell.isEmpty {
            switch meaning {
            case .field(let column): fields[column] = cell
            case .extra(let key): others[key] = .string(cell)
            case .unnamed: others["\(CSVColumn.prefix)column \(index + 1)"] = .string(cell)
            }
        }
        var extras = others
        if let json = fields[.extras] { try addExtras(json, to: &extras) }
        let title = ForeignTitle(fields[.title] ?? "")
        if !title.isExact, let text = fields[.title] { extras[CSVColumn.prefix + "title"] = .string(text) }
        let updatedAt = try fields[.updatedAt].map { try time($0, .updatedAt) }
        var content = Todo.Content()
        for (column, field) in CSVColumn.fields {
            guard let text = fields[column] else { continue }
            if try !read(text, as: field, in: column, into: &content, updatedAt: updatedAt) {
                extras[CSVColumn.prefix + column.name] = .string(text)
            }
        }
        let read = content.todo
        let createdAt =
            try fields[.createdAt].map { try time($0, .createdAt) } ?? updatedAt ?? read.completedAt ?? context.now
        let modifiedAt = updatedAt ?? read.completedAt
        let id = id(fields, title: title.title, others, &extras)
        var todo = read.identified(as: id, createdAt: createdAt, updatedAt: modifiedAt ?? createdAt)
        todo.title = title.title
        todo.notes = title.notes(fields[.notes] ?? "")
        todo.tags = try tagMaker.tags(
            titled: CSVTags.split(fields[.tags] ?? "").map { ForeignTitle.tag($0) }, createdAt: createdAt)
        todo.location = try location(fields, createdAt: createdAt, &extras)
        if let path = fields[.list] {
            todo.list = ImportedList(path: path)?.model(createdAt: createdAt)
            if todo.list == nil { extras[CSVColumn.prefix + CSVColumn.list.name] = .string(path) }
        }
        if let text = fields[.parent] {
            todo.parent = Todo.ID(text)
            if todo.parent == nil { extras[CSVColumn.prefix + CSVColumn.parent.name] = .string(text) }
        }
        if let text = fields[.dependsOn] {
            todo.dependsOn = Self.dependencies(text) ?? []
            if todo.dependsOn.isEmpty { extras[CSVColumn.prefix + CSVColumn.dependsOn.name] = .string(text) }
        }
        if let text = fields[.comments] {
            todo.comments = Self.comments(text) ?? []
            if todo.comments.isEmpty { extras[CSVColumn.prefix + CSVColumn.comments.name] = .string(text) }
        }
        if let text = fields[.reminders] {
            let read = Self.reminders(text)
            todo.alarms = read?.alarms ?? []
            todo.alarmStates = read?.states ?? [:]
            if todo.alarms.isEmpty { extras[CSVColumn.prefix + CSVColumn.reminders.name] = .string(text) }
        }
        todo.extras = extras
        return .todo(try todo.validated(), modifiedAt: modifiedAt)
    }

    /// Reads the cell of a field; false if it is not a valid value and should be kept as it is.
    private func read(
        _ text: String, as field: Field<Todo.Content>, in column: CSVColumn, into content: inout Todo.Content,
        updatedAt: Date?
    ) throws -> Bool {
        switch field.value {
        case .line(let path), .text(let path): content[keyPath: path] = text
        case .optionalText(let path), .reference(let path, _): content[keyPath: path] = text
        case .completion(let path):
            content[keyPath: path] = try completion(text, in: column, updatedAt: updatedAt)
        case .due(let path):
            guard let due = Due(text: text, in: context.timeZone) else {
                // Other programs have other text in such a column.
                if column == .start { return false }
                throw InputError.field(column.name, "a day or time of ISO 8601 such as 2026-11-21")
            }
            content[keyPath: path] = due
        case .priority(let path):
            guard let priority = Self.priority(text) else { return false }
            content[keyPath: path] = priority
        case .time(let path):
            guard let time = try? time(text, column) else { return false }
            content[keyPath: path] = time
        case .milliseconds(let path): content[keyPath: path] = try time(text, column).milliseconds
        case .number(let path, let unit):
            guard let number = try? unit.parse(text) else { return false }
            content[keyPath: path] = number
        // Values that take more than one cell have no column of their own.
        case .standing, .order, .recurrence, .occurrence, .address, .flag, .position, .object: return false
        }
        return true
    }

    private func addExtras(_ json: String, to extras: inout [String: JSONValue]) throws {
        guard let members = try? JSONValue(parsing: json).members else {
            throw InputError.field("extras", "a JSON object")
        }
        extras.merge(members.filter { !$0.value.isNull }) { column, _ in column }
    }

    /// The id of a record. Without an id in the file, it follows from the values that do not change when the to-do is done.
    /// Without an edit date, it also follows from the other columns, because these could not change either.
    private mutating func id(
        _ fields: [CSVColumn: String], title: String, _ others: [String: JSONValue],
        _ extras: inout [String: JSONValue]
    ) -> Todo.ID {
        guard let text = fields[.id] else {
            let content = "\(title)\u{0}\(fields[.createdAt] ?? "")\u{0}\(fields[.due] ?? "")"
            return identities.id(ofContent: content, others: fields[.updatedAt] == nil ? others : [:])
        }
        if let id = Todo.ID(text) { return id }
        extras[CSVColumn.prefix + "id"] = .string(text)
        return identities.id(ofForeign: text)
    }

    private func time(_ text: String, _ column: CSVColumn) throws -> Date {
        switch TimeText(extended: text) {
        case .day(let day): return day.start(in: context.timeZone)
        case let time?: return time.date(in: context.timeZone) ?? context.now
        case nil: throw InputError.field(column.name, "a time of ISO 8601 such as 2026-11-21T18:00:00Z")
        }
    }

    /// A time, or a word for yes or no. With a word, the to-do was done when the record was last edited or the file was
    /// written.
    private func completion(_ text: String, in column: CSVColumn, updatedAt: Date?) throws -> Date? {
        switch text.lowercased() {
        case "no", "false", "0", "n", "f", "open": nil
        case "yes", "true", "1", "y", "t", "x", "done", "completed", "✓", "✔":
            updatedAt ?? context.fileModifiedAt ?? context.now
        default: try time(text, column)
        }
    }

    private func location(
        _ fields: [CSVColumn: String], createdAt: Date, _ extras: inout [String: JSONValue]
    ) throws -> Location? {
        func number(_ column: CSVColumn) throws -> Double? {
            try fields[column].map { text in
                guard let number = Double(text) else { throw InputError.field(column.name, "a number") }
                return number
            }
        }
        let (latitude, longitude, altitude) = (try number(.latitude), try number(.longitude), try number(.altitude))
        guard let latitude, let longitude else {
            guard latitude == nil, longitude == nil else {
                throw InputError("a latitude needs a longitude, and a longitude a latitude")
            }
            // A name or an altitude alone is not a position.
            for column in [CSVColumn.placeName, .altitude] {
                if let text = fields[column] { extras[CSVColumn.prefix + column.name] = .string(text) }
            }
            return nil
        }
        let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        let name = try fields[.placeName].map(Validation.placeName)
        return Location(
            id: Identities.place(coordinate, altitude: altitude, name: name), coordinate: coordinate,
            altitude: altitude, placeName: name, createdAt: createdAt)
    }

    /// The ids in a cell; nil if the cell has other text.
    static func dependencies(_ text: String) -> [Todo.ID]? {
        let words = text.split(separator: " ")
        let ids = words.compactMap { Todo.ID(String($0)) }
        return ids.isEmpty || ids.count != words.count ? nil : ids
    }

    /// The comments in a cell; nil if the cell has something else, such as another program's text.
    static func comments(_ text: String) -> [Todo.Comment]? {
        (try? JSONValue(parsing: text)).flatMap { [Todo.Comment]($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The reminders in a cell; nil if the cell has something else.
    static func reminders(_ text: String) -> ImportedReminders? {
        (try? JSONValue(parsing: text)).flatMap { ImportedReminders($0) }.flatMap { $0.alarms.isEmpty ? nil : $0 }
    }

    /// The priority that a word names; nil for any other word.
    static func priority(_ text: String) -> Priority? {
        switch text.lowercased() {
        case "high", "h", "a": .high
        case "medium", "normal", "m", "b": .medium
        case "low", "l", "c": .low
        default: nil
        }
    }
}
