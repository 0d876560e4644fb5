import Foundation
import JSON
import TodoDomain

/// Reads the objects that ``TodoJSON`` writes, and objects that people write by hand. Only the title of a to-do is required.
struct TodoJSONDecoder {
    /// The number of tags and locations that are remembered. Later to-dos refer to them without their dates.
    private static let memory = 65_536

    let context: ImportContext
    /// Whether the file is a document that we wrote. Its ids are then ours.
    var isOwn = false
    /// Whether the item that was returned last is from another program (``ItemReader/isOrdered``). Our own say where they stand.
    private(set) var isOrdered = true
    /// The reader for objects of other programs, which also knows the names of records in the file.
    private var records: ForeignRecords
    /// Whether an object so far had values that only other programs write.
    private var isForeign = false
    private var tagMaker = TagMaker()
    private var tags: [Tag.ID: Tag] = [:]
    private var locations: [Location.ID: Location] = [:]
    private var dues: DueReader

    init(context: ImportContext) {
        self.context = context
        dues = DueReader(timeZone: context.timeZone)
        records = ForeignRecords(
            format: "json", prefix: TodoJSON.othersPrefix, context: context, ownValue: TodoJSON.readOwnValue)
    }

    /// ``ItemReader/kept``.
    var kept: [String: Int] { records.kept }

    /// ``ItemReader/renditions``: objects of other programs have only some of the fields.
    var renditions: (@Sendable (Todo) -> [Todo])? {
        guard isForeign else { return nil }
        return { [columns = records.columns] in [ForeignColumn.rendition(of: $0, in: columns)] }
    }

    /// The next item that was already read.
    mutating func takeReady() -> ImportItem? {
        let item = records.takeReady()
        if item != nil { isOrdered = true }
        return item
    }

    /// Adds the items that have waited for a later record.
    mutating func finish() throws { try records.finish() }

    /// Reads the next object. Its `kind` determines the type of record; the default is the expected one.
    /// - Returns: nil if the object waits for others, or if the item is returned by ``takeReady()``.
    mutating func item(
        _ reader: inout JSONReader, expecting kind: JSONRecordKind = .todo, at position: String
    ) throws -> ImportItem? {
        guard kind == .todo, !isOwn, try reader.peek() == .object else {
            return try ownItem(&reader, expecting: kind, at: position)
        }
        let start = reader.offset
        if isForeign {
            try records.read(Self.cells(of: try reader.value()), at: position)
            return nil
        }
        do {
            return try ownItem(&reader, expecting: kind, at: position)
        } catch {
            // Other programs write the same members in other forms.
            reader.goBack(to: start)
            guard let value = try? reader.value() else { throw error }
            let cells = Self.cells(of: value)
            var trial = records
            guard error is Foreign || (try? trial.isUnderstood(cells, at: position)) == true else { throw error }
            isForeign = true
            try records.read(cells, at: position)
            return nil
        }
    }

    /// The error for an object with members that only other programs write.
    private struct Foreign: Error {}

    /// The members of an object of another program. If several have the same meaning, ours comes first.
    private static func cells(of value: JSONValue) -> [ForeignCell] {
        let members = (value.members ?? [:]).sorted { $0.key < $1.key }
        return zip(members, ForeignColumn.columns(named: members.map(\.key))).map { member, column in
            ForeignCell(name: member.key, column: column, value: member.value)
        }.sorted { ($0.column?.rawValue == $0.name ? 0 : 1) < ($1.column?.rawValue == $1.name ? 0 : 1) }
    }

    private mutating func ownItem(
        _ reader: inout JSONReader, expecting kind: JSONRecordKind, at position: String
    ) throws -> ImportItem? {
        guard try reader.peek() == .object else { throw InputError("a \(kind.label) must be an object") }
        let start = reader.offset
        var (found, isSaid) = (kind, false)
        func isKind(_ key: String, _ reader: inout JSONReader) throws -> Bool {
            guard key == "kind" else { return false }
            let name = try reader.optionalString(key)
            guard let known = name.map(JSONRecordKind.init(rawValue:)) ?? found else {
                throw Self.unknownKind
            }
            found = known
            isSaid = name != nil || isSaid
            return true
        }
        func draft<Content>(_ members: JSONMembers<Content>) throws -> RecordDraft<Content> {
            var draft = RecordDraft<Content>()
            try reader.object { key, reader in
                guard try !isKind(key, &reader), try !members.read(key, from: &reader, into: &draft, &dues) else {
                    return
                }
                try reader.skip()
            }
            return draft
        }
        switch kind {
        case .todo:
            var draft = TodoDraft()
            try reader.object { key, reader in
                if try !isKind(key, &reader) { try draft.read(key, from: &reader, &dues) }
            }
            if found == kind { return try todo(draft, isOwn: isOwn || isSaid || draft.isOwn, at: position) }
        case .tag:
            let draft = try draft(TodoJSON.tag)
            if found == kind {
                let tag = try tag(draft, createdAt: context.now)
                if tags.count < Self.memory { tags[tag.id] = tag }
                return .tag(tag)
            }
        case .location:
            let draft = try draft(TodoJSON.location)
            if found == kind {
                let location = try location(draft, createdAt: context.now)
                if locations.count < Self.memory { locations[location.id] = location }
                return .location(location)
            }
        case .list:
            var draft = ListDraft()
            try reader.object { key, reader in
                if try !isKind(key, &reader) { try draft.read(key, from: &reader, &dues) }
            }
            if found == kind { return .list(try list(draft)) }
        case .view:
            let value = try reader.value()
            guard let name = value["kind"]?.string else { return .view(try view(value)) }
            guard let known = JSONRecordKind(rawValue: name) else { throw Self.unknownKind }
            found = known
            if found == kind { return .view(try view(value)) }
        }
        // The kind comes after some of the members, which therefore have another meaning.
        reader.goBack(to: start)
        return try ownItem(&reader, expecting: found, at: position)
    }

    private static let unknownKind = InputError.field(
        "kind", "\"todo\", \"tag\", \"location\", \"list\" or \"view\"")

    private func view(_ value: JSONValue) throws -> SavedView {
        func time(_ name: String) throws -> Date? {
            guard let value = value[name], !value.isNull else { return nil }
            guard let date = value.string.flatMap(Date.init(rfc3339:)) else { throw InputError.field(name, "a time") }
            return date
        }
        let (made, edited) = (try time("createdAt"), try time("updatedAt"))
        let id: SavedView.ID? = try value["id"]?.string.map { try Self.id($0, of: "view") }
        guard
            let view = SavedView(
                id: id ?? .init(UUID(namespace: Self.viewNamespace, name: value["name"]?.string ?? "")), json: value,
                createdAt: made ?? edited ?? context.now, updatedAt: edited ?? made ?? context.now)
        else {
            throw InputError("a view must have a \"name\" and a \"filter\" with a \"text\"")
        }
        return view
    }

    /// The namespace of the ids of views without an id in the file. It must never change.
    private static let viewNamespace = UUID(
        uuid: (0x3B, 0x91, 0x5E, 0x07, 0xC2, 0x4D, 0x4A, 0x68, 0xA1, 0x7F, 0x90, 0x2C, 0x6D, 0xE4, 0x18, 0x53))

    private mutating func todo(_ draft: TodoDraft, isOwn: Bool, at position: String) throws -> ImportItem? {
        if !isOwn, draft.others.keys.contains(where: { ForeignColumn(header: $0)?.isTelling ?? false }) {
            throw Foreign()
        }
        guard TodoJSON.todo.has("title", in: draft.record) else {
            throw InputError("the field \"title\" is missing")
        }
        let (record, read) = (draft.record, draft.record.content.todo)
        isOrdered = !isOwn
        var extras = draft.extras
        for (name, value) in draft.others {
            extras[TodoJSON.othersPrefix + name] = value
            if !isOwn { records.keep(name) }
        }
        let id: Todo.ID
        if let text = record.id {
            if isOwn {
                id = Todo.ID(text) ?? records.identities.id(ofForeign: text)
            } else {
                id = records.id(called: text, title: read.title, created: record.createdAt?.rfc3339 ?? "")
            }
            if id.rawValue != text { extras[TodoJSON.othersPrefix + "id"] = .string(text) }
        } else {
            let created = record.createdAt?.rfc3339 ?? ""
            // A to-do without an edit date is also identified by its other members, because these could not change.
            id = records.identities.id(
                ofContent: "\(read.title)\u{0}\(created)\u{0}\(read.due.map(Self.contentKey) ?? "")",
                others: record.updatedAt == nil ? draft.others : [:])
        }
        let createdAt = record.createdAt ?? record.updatedAt ?? read.completedAt ?? context.now
        var todo = record.model(read, id, createdAt: createdAt)
        for draft in draft.tags {
            let tag = known(try tag(draft, createdAt: createdAt))
            if !todo.tags.contains(where: { $0.id == tag.id }) { todo.tags.append(tag) }
        }
        todo.location = try draft.location.map { known(try location($0, createdAt: createdAt)) }
        todo.list = draft.list?.model(createdAt: createdAt)
        todo.parent = draft.parent
        todo.position = draft.position
        todo.dependsOn = draft.dependsOn
        todo.comments = draft.comments
        todo.fieldDates = draft.fieldDates
        todo.recurrence = draft.recurrence?.recurrence(due: todo.due, createdAt: createdAt, in: context.timeZone)
        if let read = draft.recurrence {
            todo.start = read.start(todo.start, due: todo.due)
            todo.due = todo.recurrence?.due
            todo.completedAt = nil
        }
        todo.series = draft.series
        todo.occurrence = draft.occurrence
        todo.isSkipped = draft.isSkipped
        todo.alarms = draft.reminders.alarms
        todo.alarmStates = draft.reminders.states
        todo.extras = extras
        guard isOwn || todo.parent == nil && todo.dependsOn.isEmpty && record.id == nil else {
            try add(todo, modifiedAt: record.updatedAt, called: record.id, at: position)
            return nil
        }
        return .todo(extras.isEmpty && todo.alarms.isEmpty ? todo : try todo.validated(), modifiedAt: record.updatedAt)
    }

    /// Adds a to-do of a file whose ids may only have a meaning within the file.
    private mutating func add(_ todo: Todo, modifiedAt: Date?, called name: String?, at position: String) throws {
        var (todo, references) = (todo, NamesInFile.References())
        if let parent = todo.parent { references.parent = (parent.rawValue, TodoJSON.othersPrefix + "parent") }
        if !todo.dependsOn.isEmpty {
            let names = todo.dependsOn.map(\.rawValue)
            references.dependsOn = (names, .array(names.map(JSONValue.string)), TodoJSON.othersPrefix + "dependsOn")
        }
        todo.parent = nil
        todo.dependsOn = []
        try records.add(todo, modifiedAt: modifiedAt, called: name, naming: references, at: position)
    }

    private mutating func tag(_ draft: RecordDraft<Tag.Content>, createdAt: Date) throws -> Tag {
        guard TodoJSON.tag.has("title", in: draft) else { throw InputError("the field \"title\" of a tag is missing") }
        let tag = draft.content.tag
        let id = try draft.id.map { try Self.id($0, of: "tag") } ?? tagMaker.id(for: tag.title)
        return draft.model(tag, id, createdAt: createdAt)
    }

    private func location(_ draft: RecordDraft<Location.Content>, createdAt: Date) throws -> Location {
        guard ["latitude", "longitude"].allSatisfy({ TodoJSON.location.has($0, in: draft) }) else {
            throw InputError("a location must have the fields \"latitude\" and \"longitude\"")
        }
        var location = draft.content.location
        location.coordinate = try Coordinate(latitude: location.latitude, longitude: location.longitude)
        let id =
            try draft.id.map { try Self.id($0, of: "location") }
            ?? Identities.place(location.coordinate, altitude: location.altitude, name: location.placeName)
        return draft.model(location, id, createdAt: createdAt)
    }

    private func list(_ draft: ListDraft) throws -> TodoList {
        guard TodoJSON.list.has("title", in: draft.record) else {
            throw InputError("the field \"title\" of a list is missing")
        }
        let id: TodoList.ID = try draft.record.id.map { try Self.id($0, of: "list") } ?? .init(stored: "")
        var list = draft.record.model(draft.record.content.list, id, createdAt: context.now)
        list.parent = try draft.parent.map { try Self.id($0, of: "list") }
        list.position = draft.position
        // Only the ancestors are used. If the list was renamed by hand, the last part of the path is out of date.
        if let path = draft.path {
            list.ancestors = ImportedList(path: path)?.model(createdAt: list.createdAt).ancestors ?? []
        }
        return list
    }

    /// The complete tag if the file contained it before under the same title.
    private func known(_ tag: Tag) -> Tag {
        if let known = tags[tag.id], known.title == tag.title { known } else { tag }
    }

    private func known(_ location: Location) -> Location {
        guard let known = locations[location.id], known.position == location.position,
            known.placeName == location.placeName
        else { return location }
        return known
    }

    /// The part of a to-do's identity that comes from its due date.
    private static func contentKey(_ due: Due) -> String {
        switch due {
        case .day(let day): day.description
        case .instant(let date, _): date.rfc3339
        }
    }

    private static func id<Model>(_ text: String, of kind: String) throws -> Identifier<Model> {
        guard let id = Identifier<Model>(text) else {
            throw InputError("the id of a \(kind) must have 1 to 64 of the characters 0-9 A-Z a-z _ -")
        }
        return id
    }
}

extension JSONRecordKind {
    /// The name for messages.
    var label: String { self == .todo ? "to-do" : rawValue }
}
