import Foundation
import JSON
import TodoDomain

/// A list of a JSON file while it is read.
struct ListDraft {
    /// The list itself.
    private(set) var record = RecordDraft<TodoList.Content>()
    /// The id of the list that contains it.
    private(set) var parent: String?
    /// Its path.
    private(set) var path: String?
    /// The position among its siblings.
    private(set) var position: OrderKey?

    /// Reads the value of a member.
    mutating func read(_ name: String, from reader: inout JSONReader, _ dues: inout DueReader) throws {
        switch name {
        case "parent": parent = try reader.optionalString(name)
        case "path": path = try reader.optionalString(name)
        case "position": position = try reader.value().string.flatMap { OrderKey($0) }
        default: if try !TodoJSON.list.read(name, from: &reader, into: &record, &dues) { try reader.skip() }
        }
    }
}

/// A to-do of a JSON file while it is read, with its tags and its location.
struct TodoDraft {
    /// The to-do itself.
    private(set) var record = RecordDraft<Todo.Content>()
    private(set) var tags: [RecordDraft<Tag.Content>] = []
    private(set) var location: RecordDraft<Location.Content>?
    private(set) var list: ImportedList?
    private(set) var parent: Todo.ID?
    private(set) var dependsOn: [Todo.ID] = []
    private(set) var comments: [Todo.Comment] = []
    private(set) var position: OrderKey?
    private(set) var recurrence: ImportedRecurrence?
    private(set) var series: Todo.ID?
    private(set) var occurrence: Occurrence?
    private(set) var isSkipped = false
    private(set) var reminders = ImportedReminders()
    private(set) var fieldDates: FieldDates?
    private(set) var extras: [String: JSONValue] = [:]
    /// Whether it has the members, maybe null, of every to-do that we write.
    var isOwn: Bool { hasExtras && hasPlace }
    private var (hasExtras, hasPlace) = (false, false)
    /// The other members, by name.
    private(set) var others: [String: JSONValue] = [:]

    /// Reads the value of a member.
    mutating func read(_ name: String, from reader: inout JSONReader, _ dues: inout DueReader) throws {
        switch name {
        case "tags": tags = try Self.tags(&reader, &dues)
        case "location":
            hasPlace = true
            location = try Self.place(&reader, &dues)
        case "extras":
            hasExtras = true
            extras = try Self.extras(&reader)
        // Before there were lists, files could have members of these names. Members in another form are kept as they are.
        case "list":
            let value = try reader.value()
            list = ImportedList(value)
            if list == nil, !value.isNull { others[name] = value }
        case "parent":
            let value = try reader.value()
            parent = value.string.flatMap { Todo.ID($0) }
            if parent == nil, !value.isNull { others[name] = value }
        case "dependsOn":
            let value = try reader.value()
            let ids = value.elements?.map { $0.string.flatMap { Todo.ID($0) } }
            dependsOn = ids?.compactMap(\.self) ?? []
            if dependsOn.count != ids?.count, !value.isNull { (others[name], dependsOn) = (value, []) }
        case "blocked":
            let value = try reader.value()
            if value.bool == nil, !value.isNull { others[name] = value }
        case "by", "space":
            let value = try reader.value()
            if value.string == nil, !value.isNull { others[name] = value }
        case "comments":
            let value = try reader.value()
            let read = [Todo.Comment](value)
            comments = read ?? []
            if read == nil, !value.isNull { others[name] = value }
        case "position":
            let value = try reader.value()
            position = value.string.flatMap { OrderKey($0) }
            if position == nil, !value.isNull { others[name] = value }
        case "recurrence":
            let value = try reader.value()
            recurrence = ImportedRecurrence(value)
            if recurrence == nil, !value.isNull { others[name] = value }
        case "series":
            let value = try reader.value()
            series = value.string.flatMap { Todo.ID($0) }
            if series == nil, !value.isNull { others[name] = value }
        case "occurrence":
            let value = try reader.value()
            occurrence = ImportedRecurrence.occurrence(value)
            if occurrence == nil, !value.isNull { others[name] = value }
        case "skipped":
            let value = try reader.value()
            isSkipped = value.bool ?? false
            if value.bool == nil, !value.isNull { others[name] = value }
        case "reminders":
            let value = try reader.value()
            let read = ImportedReminders(value)
            reminders = read ?? ImportedReminders()
            if read == nil, !value.isNull { others[name] = value }
        case "fieldDates":
            let value = try reader.value()
            fieldDates = FieldDates(value)
            if fieldDates == nil, !value.isNull { others[name] = value }
        case "subtasks":
            let value = try reader.value()
            if !value.isNull, value["open"]?.integer == nil || value["done"]?.integer == nil { others[name] = value }
        default:
            guard try !TodoJSON.todo.read(name, from: &reader, into: &record, &dues) else { return }
            let value = try reader.value()
            // A null counts as a missing property.
            if !value.isNull { others[name] = value }
        }
    }

    private static func tags(_ reader: inout JSONReader, _ dues: inout DueReader) throws -> [RecordDraft<Tag.Content>] {
        var tags: [RecordDraft<Tag.Content>] = []
        try reader.optionalArray("tags") { reader in
            var tag = RecordDraft<Tag.Content>()
            switch try reader.peek() {
            case .object:
                try reader.object { key, reader in
                    if try !TodoJSON.tag.read(key, from: &reader, into: &tag, &dues) { try reader.skip() }
                }
            case .string: _ = try TodoJSON.tag.read("title", from: &reader, into: &tag, &dues)
            default: throw InputError.field("tags", "an array of objects or titles")
            }
            tags.append(tag)
        }
        return tags
    }

    private static func place(
        _ reader: inout JSONReader, _ dues: inout DueReader
    ) throws -> RecordDraft<Location.Content>? {
        var place = RecordDraft<Location.Content>()
        let isThere = try reader.optionalObject("location") { key, reader in
            if try !TodoJSON.location.read(key, from: &reader, into: &place, &dues) { try reader.skip() }
        }
        return isThere ? place : nil
    }

    private static func extras(_ reader: inout JSONReader) throws -> [String: JSONValue] {
        var extras: [String: JSONValue] = [:]
        try reader.optionalObject("extras") { key, reader in
            let value = try reader.value()
            // A null counts as a missing property.
            if !value.isNull { extras[key] = value }
        }
        return extras
    }
}
