import Foundation
import JSON
import TodoDomain

/// Reads the rows of tables and the objects of documents for which there is no layout. Words, dates and lists mean the same in
/// all of them. Unknown columns are kept as extras, and counted.
struct ForeignRecords {
    /// Reads a comment or a reminder in our own form; false if the value is something else.
    typealias OwnValue = (_ column: ForeignColumn, _ value: JSONValue, _ todo: inout Todo) -> Bool

    /// The prefix of the keys of extras.
    let prefix: String
    let context: ImportContext
    private let ownValue: OwnValue
    var identities: Identities
    private var tagMaker = TagMaker()
    private var names = NamesInFile()
    /// The items that were read but not yet returned, last first.
    private var ready: [ImportItem] = []
    /// How many records have a value in each column that is kept as an extra.
    private(set) var kept: [String: Int] = [:]
    /// The columns of the records so far.
    private(set) var columns: Set<ForeignColumn> = []
    /// More columns than this are not counted.
    private static let mostKept = 1000

    /// The program whose ids the records have, if those are unique in the world.
    private let program: String?

    init(
        format: String, program: String? = nil, prefix: String, context: ImportContext, ownValue: @escaping OwnValue
    ) {
        self.prefix = prefix
        self.context = context
        self.ownValue = ownValue
        self.program = program
        identities = Identities(format: format)
    }

    /// The next item that was already read.
    mutating func takeReady() -> ImportItem? { ready.popLast() }

    /// Releases the to-dos that have waited for a later record.
    mutating func finish() throws { ready += try names.finish().reversed() }

    /// Counts a column whose value is kept as an extra.
    mutating func keep(_ name: String) {
        guard kept[name] != nil || kept.count < Self.mostKept else { return }
        kept[name, default: 0] += 1
    }

    /// Resolves the references of a record to other records.
    mutating func add(
        _ todo: Todo, modifiedAt: Date?, called name: String?, naming references: NamesInFile.References,
        at position: String
    ) throws {
        if let name { names.learn(name, todo.id) }
        if let item = try names.resolved(todo, modifiedAt: modifiedAt, naming: references, at: position) {
            ready.insert(item, at: 0)
        }
    }

    /// The id of a record with this name in the file: the name if it is unique in the world, otherwise an id that follows from
    /// the record's content.
    mutating func id(called name: String, title: String, created: String) -> Todo.ID {
        if let program { return identities.id(ofForeign: "\(program)\u{0}\(name)") }
        return names.own(name) ?? identities.id(ofContent: "\(title)\u{0}\(created)\u{0}\u{0}\(name)")
    }

    /// Reads a record. Returns whether it has a title and the values of all known columns were understood.
    mutating func isUnderstood(_ cells: [ForeignCell], at position: String) throws -> Bool {
        guard cells.contains(where: { $0.column == .title && $0.value.string?.trimmed.isEmpty == false }) else {
            return false
        }
        let before = kept
        try read(cells, at: position)
        return cells.allSatisfy { $0.column == nil || kept[$0.name] == before[$0.name] }
    }

    /// Reads a record.
    mutating func read(_ cells: [ForeignCell], at position: String) throws {
        columns.formUnion(cells.compactMap(\.column))
        var record = Cells(cells.filter { !$0.isEmpty })
        guard let name = record.takeText(.title), !name.isEmpty else {
            ready.insert(.skipped(position: position, reason: "A record without a title is not a to-do."), at: 0)
            return
        }
        if let kind = record.first(.kind)?.text?.lowercased(), Self.headings.contains(kind) {
            ready.insert(.skipped(position: position, reason: "A heading is not a to-do."), at: 0)
            return
        }
        var extras: [String: JSONValue] = [:]
        let title = ForeignTitle(name)
        if !title.isExact { extras[prefix + "title"] = .string(name) }
        let created = record.first(.createdAt)?.text ?? ""
        let dueText = record.first(.due)?.text ?? ""
        let isDated = record.first(.updatedAt) != nil
        let told = isDated ? [:] : record.told(prefix)

        let updatedAt = try record.takeDate(.updatedAt, context).map(moment)
        let madeAt = try record.takeDate(.createdAt, context).map(moment)
        let completedAt = try completion(&record, updatedAt: updatedAt)
        let createdAt = madeAt ?? updatedAt ?? completedAt?.date ?? context.now
        let modifiedAt = updatedAt ?? (completedAt?.isSaid == true ? completedAt?.date : nil)
        var todo = Todo(
            id: .init(stored: ""), title: title.title, notes: title.notes(record.takeNotes()), createdAt: createdAt,
            updatedAt: modifiedAt ?? createdAt, completedAt: completedAt?.date)
        try readDates(&record, into: &todo)
        if let text = record.first(.priority)?.text, let priority = ForeignWord.priority(text) {
            todo.priority = priority
            record.take(.priority)
        }
        if let cell = record.first(.estimate), let text = cell.value.integer.map({ "\($0)" }) ?? cell.text,
            let minutes = try? EstimatePhrase.parse(text)
        {
            todo.estimate = minutes
            record.take(.estimate)
        }
        var titles: [String] = []
        for cell in record.all(.tags) {
            guard let texts = cell.texts else { continue }
            titles += cell.value.elements == nil ? texts.flatMap(ForeignWord.tags) : texts.map(ForeignTitle.tag)
            record.take(cell)
        }
        todo.tags = try tagMaker.tags(titled: titles, createdAt: createdAt)
        readList(&record, into: &todo)
        todo.location = try location(&record, createdAt: createdAt)
        for column in [ForeignColumn.comments, .reminders] {
            guard let cell = record.first(column) else { continue }
            let value = cell.value.string.map { (try? JSONValue(parsing: $0)) ?? .null } ?? cell.value
            if ownValue(column, value, &todo) { record.take(column) }
        }
        if let cell = record.take(.extras) {
            let value = cell.value.string.map { (try? JSONValue(parsing: $0)) ?? .null } ?? cell.value
            guard let members = value.members else { throw InputError.field("extras", "a JSON object") }
            extras.merge(members.filter { !$0.value.isNull }) { first, _ in first }
        }
        // Of several ids, one that is unique in the world is the best.
        let all = record.all(.id).compactMap(\.text)
        let called = all.first(where: NamesInFile.isUnique) ?? all.first
        if let cell = record.all(.id).first(where: { $0.text == called }) { record.take(cell) }
        if let called {
            todo.id = id(called: called, title: title.title, created: created)
            if todo.id.rawValue != called { extras[prefix + "id"] = .string(called) }
        } else {
            todo.id = identities.id(ofContent: "\(title.title)\u{0}\(created)\u{0}\(dueText)", others: told)
        }
        names.learn(title: title.title, todo.id)
        for name in all where name != called { names.learn(name, todo.id) }
        var references = NamesInFile.References()
        if let parent = record.takeText(.parent) { references.parent = (parent, prefix + "parent") }
        if let cell = record.first(.dependsOn), let texts = cell.texts {
            record.take(.dependsOn)
            let words = texts.flatMap { $0.split { $0 == " " || $0 == "," || $0 == ";" }.map(String.init) }
            if !words.isEmpty { references.dependsOn = (words, cell.value, prefix + "dependsOn") }
        }
        for cell in record.left {
            extras[prefix + (cell.column?.ownName ?? cell.name)] = cell.value
            keep(cell.name)
        }
        todo.extras = extras
        try add(todo, modifiedAt: modifiedAt, called: called, naming: references, at: position)
    }

    private static let headings: Set<String> = ["section", "heading", "header", "headline"]

    /// Reads a moment. A day without a time means its beginning.
    private func moment(_ due: Due) -> Date {
        switch due {
        case .day(let day): day.start(in: context.timeZone)
        case .instant(let date, _): date
        }
    }

    /// The time of completion, from several columns, and whether the file states it.
    private func completion(_ record: inout Cells, updatedAt: Date?) throws -> (date: Date, isSaid: Bool)? {
        var (isDone, date) = (Bool?.none, Date?.none)
        for cell in record.all(.completedAt) + record.all(.isDone) {
            guard let text = cell.text ?? cell.dateText else { continue }
            record.take(cell)
            if cell.value.integer ?? 0 < 2, let word = ForeignWord.isDone(text) {
                isDone = (isDone ?? false) || word
            } else if date == nil, let text = cell.dateText {
                date = try moment(ForeignDate.due(text, column: cell.name, context, isWritten: true))
            }
        }
        if let cell = record.first(.status), let text = cell.text {
            let status = ForeignWord.status(text)
            if status.isPlain { record.take(cell) }
            isDone = (isDone ?? false) || status.isDone || (isDone == nil && date != nil)
        }
        guard isDone ?? (date != nil) else { return nil }
        if let date { return (date, true) }
        return (updatedAt ?? context.fileModifiedAt ?? context.now, false)
    }

    private func readDates(_ record: inout Cells, into todo: inout Todo) throws {
        if let cell = record.first(.due), let text = cell.dateText {
            record.take(.due)
            if let range = try ForeignDate.range(text, column: cell.name, context) {
                todo.start = range.start
                todo.due = range.end
            } else {
                todo.due = try date(cell, text, time: record.take(.dueTime))
            }
        }
        // Other programs use a column of this name for more.
        if let cell = record.first(.start), todo.start == nil, let text = cell.dateText,
            let start = try? date(cell, text, time: record.first(.startTime))
        {
            todo.start = start
            record.take(.start)
            record.take(.startTime)
        }
        if let cell = record.first(.startedAt), let text = cell.dateText,
            let began = try? ForeignDate.due(text, column: cell.name, context)
        {
            todo.startedAt = moment(began)
            record.take(.startedAt)
        }
    }

    /// The date in a cell, at the time in another one.
    private func date(_ cell: ForeignCell, _ text: String, time: ForeignCell?) throws -> Due {
        let due = try ForeignDate.due(text, column: cell.name, context)
        guard case .day(let day) = due, let time = time?.text else { return due }
        return try ForeignDate.due("\(day) \(time.trimmed)", column: cell.name, context)
    }

    private func readList(_ record: inout Cells, into todo: inout Todo) {
        let titles = [ForeignColumn.folder, .list, .section].compactMap { record.first($0)?.text }
            .map { $0.replacing("/", with: "-").trimmed }
        let path = record.first(.path)?.text
        let isInbox = path == nil && titles.count == 1 && TodoList.isInbox(titles[0])
        let parts = [path].compactMap(\.self) + titles
        let list = isInbox ? nil : ImportedList(path: parts.joined(separator: "/"))
        guard list != nil || isInbox else { return }
        todo.list = list?.model(createdAt: todo.createdAt)
        for column in [ForeignColumn.path, .folder, .list, .section] { record.take(column) }
    }

    private func location(_ record: inout Cells, createdAt: Date) throws -> Location? {
        func number(_ column: ForeignColumn) throws -> Double? {
            guard let cell = record.first(column) else { return nil }
            guard let number = cell.value.number ?? cell.text.flatMap({ Double($0.trimmed) }) else {
                throw InputError.field(column.rawValue, "a number")
            }
            return number
        }
        let (latitude, longitude, altitude) = (try number(.latitude), try number(.longitude), try number(.altitude))
        guard let latitude, let longitude else {
            guard latitude == nil, longitude == nil else {
                throw InputError("a latitude needs a longitude, and a longitude a latitude")
            }
            // A name or an altitude alone is not a position.
            return nil
        }
        let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        let name = try record.first(.placeName)?.text.map(Validation.placeName)
        for column in [ForeignColumn.latitude, .longitude, .altitude] { record.take(column) }
        if name != nil { record.take(.placeName) }
        return Location(
            id: Identities.place(coordinate, altitude: altitude, name: name), coordinate: coordinate,
            altitude: altitude, placeName: name, createdAt: createdAt)
    }
}

extension ForeignColumn {
    /// The key of its extra: the name of our field, or otherwise the name in the file, for which the value here is nil.
    fileprivate var ownName: String? {
        switch self {
        case .start, .startedAt, .estimate, .priority, .altitude, .placeName, .comments, .reminders: rawValue
        default: nil
        }
    }
}

/// The cells of a record, to be taken one by one.
private struct Cells {
    private(set) var left: [ForeignCell]

    init(_ cells: [ForeignCell]) { left = cells }

    func all(_ column: ForeignColumn) -> [ForeignCell] { left.filter { $0.column == column } }

    func first(_ column: ForeignColumn) -> ForeignCell? { left.first { $0.column == column } }

    /// Takes the first cell of a column.
    @discardableResult
    mutating func take(_ column: ForeignColumn) -> ForeignCell? {
        guard let place = left.firstIndex(where: { $0.column == column }) else { return nil }
        return left.remove(at: place)
    }

    mutating func take(_ cell: ForeignCell) { left.removeAll { $0.name == cell.name } }

    mutating func takeText(_ column: ForeignColumn) -> String? {
        guard let place = left.firstIndex(where: { $0.column == column && $0.text != nil }) else { return nil }
        return left.remove(at: place).text
    }

    /// Takes the first date in these columns.
    mutating func takeDate(_ column: ForeignColumn, _ context: ImportContext) throws -> Due? {
        guard let cell = first(column), let text = cell.dateText else { return nil }
        take(column)
        return try ForeignDate.due(text, column: cell.name, context, isWritten: true)
    }

    /// All its descriptions, with an empty line between them.
    mutating func takeNotes() -> String {
        let cells = all(.notes).filter { $0.text != nil }
        for cell in cells { take(cell) }
        return cells.compactMap(\.text).joined(separator: "\n\n")
    }

    /// The values that distinguish records without an id: those that are not a field here, and the list.
    func told(_ prefix: String) -> [String: JSONValue] {
        let cells = left.filter { ($0.column == nil || $0.column == .kind || $0.column?.isForeignList == true) }
        return Dictionary(cells.map { (prefix + $0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
